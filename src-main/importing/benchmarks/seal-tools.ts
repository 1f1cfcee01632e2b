import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/clean-json'
import type { ImportFormat } from '../import-format'
import { importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { LabelledQuery } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { collectTools } from '../catalog/collect-tools'
import type { ToolEntry } from '../catalog/collect-tools'
import { filesOfRows, missingCatalog, reportUnused, requireReadable, rowsOf } from '../reading/file-content'
import type { ObjectRow, Row } from '../reading/file-content'
import { schemaOfMap } from './parameter-schema'
import { setName, setNames } from '../golden/set-names'

/** Seal-Tools: `tool.jsonl`, and files of queries with the calls that answer them, one golden set each. */
export const sealTools: ImportFormat = {
  id: 'seal-tools',
  title: 'Seal-Tools',
  detect(files) {
    if (filesOfRows(files, isTool).length > 0) return 0.95
    return filesOfRows(files, isQuery).length > 0 ? 0.4 : 0
  },
  parse(files) {
    requireReadable(files, /(^|\/)(tool|dev|train|test_(in|out)_domain)\.jsonl?$/i)
    const report = importReport()
    const toolFiles = filesOfRows(files, isTool)
    const queryFiles = filesOfRows(files, isQuery)
    if (toolFiles.length === 0) throw missingCatalog(files, 'tool.jsonl')
    const collector = collectTools('seal-tools', report)
    for (const file of toolFiles) {
      for (const row of rowsOf(file, isTool, report)) collector.add(readTool(row))
    }
    const index = labelIndex(collector.tools)
    const names = setNames(queryFiles.map(({ path }) => path))
    const goldenSets = queryFiles.map((file, at) => {
      const name = names[at] ?? setName(file.path)
      return { name, queries: resolveQueries(readQueries(file, name, report), index, report) }
    })
    reportUnused(files, [...toolFiles, ...queryFiles], report)
    const { tools } = collector
    return { format: 'seal-tools', tools, goldenSets, bundles: [], report: report.rows() }
  },
}

const isTool = (value: JsonValue): value is JsonObject =>
  isObject(value) && typeof value.api_name === 'string' && 'api_description' in value

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

type Query = JsonObject & { query: string; calling: JsonValue[] }

/** The files' first edition wrote a query as a pair: its calls (or its only call), then its text. */
const isEarlyQuery = (value: JsonValue): value is [JsonValue, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[1] === 'string' &&
  [value[0]].flat().every(isCall)

const isCall = (value: JsonValue | undefined): value is JsonObject & { api: string } =>
  isObject(value) && typeof value.api === 'string'

const isQuery = (value: JsonValue): value is Query | [JsonValue, string] =>
  isEarlyQuery(value) ||
  (isObject(value) && typeof value.query === 'string' && Array.isArray(value.calling))

function readQueries(file: SourceFile, set: string, report: Report): LabelledQuery[] {
  return rowsOf(file, isQuery, report).map((row) => readQuery(row, set))
}

function readQuery(
  { number, where, value }: Row<Query | [JsonValue, string]>,
  set: string,
): LabelledQuery {
  const whole: Query = Array.isArray(value)
    ? { query: value[1], calling: [value[0]].flat() }
    : value
  const { id, query, calling, ...extra } = whole
  const calls = calling.filter(isCall).map((call) => ({
    tool: call.api,
    arguments: isObject(call.parameters) ? call.parameters : {},
  }))
  return {
    id: typeof id === 'string' && id !== '' ? id : `${set}-${number}`,
    text: query.trim(),
    tools: calls.map(({ tool }) => tool),
    calls,
    origin: 'published',
    // The calls as written: they also name what each call returns.
    extra: { ...extra, calling },
    where,
  }
}
