import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { collectTools, type ToolEntry } from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import { importReport } from '../../../importing/catalog/report'
import {
  labelIndex,
  type LabelledQuery,
  resolveQueries,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, type ObjectRow, type RowsFile, rowsOf } from '../../../importing/catalog/rows'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import type { Row } from '../../../importing/reading/file-content'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'
import { schemaOfMap } from '../../../importing/catalog/parameter-schema'

/**
 * Seal-Tools: `tool.jsonl`, and files of queries with the calls that answer them, one golden set
 * each.
 */
export const sealTools: ImportFormat = {
  id: 'seal-tools',
  title: 'Seal-Tools',
  recognise(files) {
    const parts = { tools: filesOfRows(files, asTool), queries: filesOfRows(files, asQuery) }
    const confidence = parts.tools.length > 0 ? 0.95 : parts.queries.length > 0 ? 0.4 : 0
    return { confidence, read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  tools: RowsFile<JsonObject>[]
  queries: RowsFile<Query>[]
}

function readDataSet(files: SourceFile[], parts: Parts): FormatReading {
  requireReadable(files, /(^|\/)(tool|dev|train|test_(in|out)_domain)\.jsonl?$/i)
  if (parts.tools.length === 0) throw missingCatalog(files, 'tool.jsonl')
  const report = importReport()
  const collector = collectTools('seal-tools', report)
  for (const file of parts.tools) {
    for (const row of rowsOf(file, report)) collector.add(readTool(row))
  }
  const index = labelIndex(collector.tools)
  const names = setNames(parts.queries.map(({ path }) => path))
  const goldenSets = parts.queries.map((file, at) => {
    const name = names[at] ?? setName(file.path)
    const queries = rowsOf(file, report).map((row) => readQuery(row, name))
    return { name, queries: resolveQueries(queries, index, report) }
  })
  const { tools } = collector
  return {
    format: 'seal-tools',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...parts.tools, ...parts.queries]),
  }
}

const asTool = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && typeof value.api_name === 'string' && 'api_description' in value
    ? value
    : undefined

function readTool({ value, where }: ObjectRow): ToolEntry {
  const { api_name, api_description, field, parameters, required, responses } = value
  const named = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return {
    name: api_name,
    description: api_description,
    parameters: isObject(parameters) ? schemaOfMap(parameters, named) : parameters,
    ...(isObject(responses) && { response: schemaOfMap(responses, []) }),
    tags: typeof field === 'string' ? fieldTags(field) : [],
    entry: value,
    where,
  }
}

/** `Area/Topic`; a topic may hold further slashes ("Advertising/A/B testing"). */
function fieldTags(field: string): string[] {
  const slash = field.indexOf('/')
  return slash < 0 ? [field] : [field.slice(0, slash), field.slice(slash + 1)]
}

interface Query {
  text: string
  calling: JsonValue[]
  /** The other fields, as written. */
  rest: JsonObject
}

function asQuery(value: JsonValue): Query | undefined {
  if (Array.isArray(value)) return asEarlyQuery(value)
  if (!isObject(value)) return undefined
  const { query, calling, ...rest } = value
  const isWhole = typeof query === 'string' && Array.isArray(calling)
  return isWhole ? { text: query, calling, rest } : undefined
}

/**
 * The files' first edition wrote a query as a pair: its calls (or its only call), then its text.
 */
function asEarlyQuery([written, text, ...others]: JsonValue[]): Query | undefined {
  if (typeof text !== 'string' || others.length > 0) return undefined
  const calling = [written ?? null].flat()
  return calling.every(isCall) ? { text, calling, rest: {} } : undefined
}

const isCall = (value: JsonValue): value is JsonObject & { api: string } =>
  isObject(value) && typeof value.api === 'string'

function readQuery({ number, where, value }: Row<Query>, set: string): LabelledQuery {
  const { text, calling, rest } = value
  const { id, ...extra } = rest
  const calls = calling.filter(isCall).map((call) => ({
    tool: call.api,
    arguments: isObject(call.parameters) ? call.parameters : {},
  }))
  return {
    id: typeof id === 'string' && id !== '' ? id : `${set}-${number}`,
    text: text.trim(),
    tools: calls.map(({ tool }) => tool),
    calls,
    origin: 'published',
    // The calls as written: they also name what each call returns.
    extra: { ...extra, calling },
    where,
  }
}
