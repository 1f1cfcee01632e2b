import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import type { Report } from '../../../importing/catalog/report'
import type { LabelledQuery } from '../../../importing/catalog/resolve-labels'
import { filesOfRows, type RowsFile, rowsOf } from '../../../importing/catalog/rows'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'

/** A catalog written as one object, tool name → description, as ToolE and PTR have it. */
export interface NameMap {
  path: string
  tools: JsonObject
}

export const nameMaps = (files: SourceFile[]): NameMap[] =>
  files.flatMap((file) => {
    const content = file.content()
    const isMap = content.kind === 'object' && isNameMap(content.value)
    return isMap ? [{ path: file.path, tools: content.value }] : []
  })

function isNameMap(value: JsonObject): boolean {
  const values = Object.values(value)
  // What has a name and a text is one thing that they describe.
  if ('name' in value && 'description' in value) return false
  return values.length > 0 && values.every((text) => typeof text === 'string')
}

/** A query and the tools that solve it. */
interface Pair {
  query: string
  tools: string[]
  /** Fields we do not know. */
  extra: JsonObject
}

export type PairFile = RowsFile<Pair>

/** The files of `{query, tool}` rows, whose tool is a list of names (or one name). */
export const pairFiles = (files: SourceFile[]): PairFile[] => filesOfRows(files, readPair)

function readPair(value: JsonValue): Pair | undefined {
  if (!isObject(value)) return undefined
  const { query, tool, ...extra } = value
  if (typeof query !== 'string') return undefined
  const tools = typeof tool === 'string' ? [tool] : tool
  const isList = Array.isArray(tools) && tools.every((label) => typeof label === 'string')
  return isList ? { query, tools, extra } : undefined
}

/**
 * The rows of a file of pairs as golden queries with ids `<set>-<row>`; unknown fields are kept.
 */
export const readPairs = (file: PairFile, set: string, report: Report): LabelledQuery[] =>
  rowsOf(file, report).map(({ number, where, value: { query, tools, extra } }) => ({
    id: `${set}-${number}`,
    text: query.trim(),
    tools,
    origin: 'published',
    ...(Object.keys(extra).length > 0 && { extra }),
    where,
  }))

/** How many of the labels the catalog has a tool for. */
export const coverage = ({ tools }: NameMap, labels: Iterable<string>): number =>
  [...labels].filter((label) => Object.hasOwn(tools, label)).length
