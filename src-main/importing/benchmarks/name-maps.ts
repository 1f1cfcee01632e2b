import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/clean-json'
import type { Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { contentOf, filesOfRows, rowsOf } from '../reading/file-content'

/** A catalog written as one object, tool name → description, as ToolE and PTR have it. */
export interface NameMap {
  file: SourceFile
  tools: JsonObject
}

const isNameMap = (value: JsonObject): boolean => {
  const values = Object.values(value)
  return values.length > 0 && values.every((text) => typeof text === 'string')
}

export const nameMaps = (files: SourceFile[]): NameMap[] =>
  files.flatMap((file) => {
    const content = contentOf(file)
    const isMap = content.kind === 'object' && isNameMap(content.value)
    return isMap ? [{ file, tools: content.value }] : []
  })

/** Finds the files of `{query, tool}` rows, whose tool is a list of names (or one name). */
export const pairFiles = (files: SourceFile[]): SourceFile[] => filesOfRows(files, isPair)

type Pair = JsonObject & { query: string; tool: JsonValue[] | string }

const isPair = (value: JsonValue): value is Pair =>
  isObject(value) &&
  typeof value.query === 'string' &&
  (typeof value.tool === 'string' ||
    (Array.isArray(value.tool) && value.tool.every((label) => typeof label === 'string')))

/** The rows of a file of pairs as golden queries with ids `<set>-<row>`; unknown fields are kept. */
export function readPairs(file: SourceFile, set: string, report: Report): LabelledQuery[] {
  return rowsOf(file, isPair, report).map(({ number, where, value }) => {
    const { query, tool, ...extra } = value
    return {
      id: `${set}-${number}`,
      text: query.trim(),
      tools: typeof tool === 'string' ? [tool] : tool.map(String),
      origin: 'published',
      ...(Object.keys(extra).length > 0 && { extra }),
      where,
    }
  })
}

/** How many of the labels the catalog has a tool for. */
export const coverage = ({ tools }: NameMap, labels: Iterable<string>): number =>
  [...labels].filter((label) => Object.hasOwn(tools, label)).length
