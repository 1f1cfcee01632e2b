import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { collectTools, type ToolCollector } from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import {
  labelIndex,
  resolveQueries,
  type LabelledQuery,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type ObjectRow, type RowsFile } from '../../../importing/catalog/rows'
import { SERVERS, unreadFields } from '../../../importing/catalog/unsearched'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'
import { saysSomething } from './document-fields'
import { idOf } from './json-text'
import { addServerTools, textOf } from './server-tools'

/**
 * LiveMCPBench: `tools.json`, a list of projects with the tools of their servers, and
 * `all_annotations.json`, whose tasks name their tools in a numbered text, without the server. A
 * name that several servers have is no label, and the report says so.
 */
export const livemcpbench: ImportFormat = {
  id: 'livemcpbench',
  title: 'LiveMCPBench',
  recognise(files) {
    const parts = { projects: filesOfRows(files, asProject), tasks: filesOfRows(files, asTask) }
    return { confidence: confidenceOf(parts), read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  projects: RowsFile<JsonObject>[]
  tasks: RowsFile<JsonObject>[]
}

function confidenceOf({ projects, tasks }: Parts): number {
  if (projects.length === 0) return tasks.length > 0 ? 0.5 : 0
  return tasks.length > 0 ? 0.99 : 0.96
}

/** The tools of a project are a map of server → what it lists, unlike any other format's. */
function asProject(value: JsonValue): JsonObject | undefined {
  if (!isObject(value) || !isObject(value.tools)) return undefined
  const listings = Object.values(value.tools)
  const isFilled = listings.length > 0 || isObject(value.config)
  return isFilled && listings.every(isListing) ? value : undefined
}

const isListing = (value: JsonValue): value is JsonObject & { tools: JsonValue[] } =>
  isObject(value) && Array.isArray(value.tools)

const METADATA = 'Annotator Metadata'

const asTask = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && typeof value.Question === 'string' && isObject(value[METADATA])
    ? value
    : undefined

function readDataSet(files: SourceFile[], { projects, tasks }: Parts): FormatReading {
  requireReadable(files, /(^|\/)(tools|all_annotations)\.json$/i)
  if (projects.length === 0) throw missingCatalog(files, 'tools.json')
  const report = importReport()
  const collector = collectTools('livemcpbench', report)
  collectProjects(projects, collector, report)
  const index = labelIndex(collector.tools)
  // The repository has copies of tasks in what models answered to them.
  const ownFirst = tasks.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  const names = setNames(ownFirst.map(({ path }) => path))
  const isNew = firstTime()
  const goldenSets = ownFirst.map((file, at) => {
    const name = names[at] ?? setName(file.path)
    const queries = readTasks(file, { name, isNew }, report)
    return { name, queries: resolveQueries(queries, index, report) }
  })
  const { tools } = collector
  return {
    format: 'livemcpbench',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...projects, ...tasks]),
  }
}

/**
 * Fields of a project that are read; its `name` is for display, agents know the server by another.
 */
const READ_OF_PROJECT = ['tools', 'category']

function collectProjects(
  files: RowsFile<JsonObject>[],
  collector: ToolCollector,
  report: Report,
): void {
  const unread = unreadFields(SERVERS)
  const repeated = causes('servers')
  /**
   * Server → the file that its tools are of: the repository keeps older states of all servers
   * beside the last.
   */
  const fileOf = new Map<string, string>()
  const lastFirst = files.toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)))
  for (const { file, row } of lastFirst.flatMap((file) =>
    rowsOf(file, report).map((row) => ({ file, row })),
  )) {
    for (const { server, tools } of serversOf(row)) {
      const first = fileOf.get(server) ?? file.path
      fileOf.set(server, first)
      if (first !== file.path) {
        const why = 'Another file has the server as well: its tools are those of that file'
        repeated.add({ outcome: 'skipped', where: row.where, entry: server, why, detail: first })
        continue
      }
      unread.add(Object.keys(row.value).filter((key) => isUnread(key, row.value[key])))
      const where = `${row.where}, server ${server}`
      addServerTools({ server, tools, tags: textOf(row.value.category), where }, collector, report)
    }
  }
  repeated.report(report)
  unread.report(report, lastFirst[0]?.path ?? 'tools.json')
}

const isOwn = ({ path }: SourceFile): boolean => /annotations[^/]*$/i.test(path)

/** Whether a task was not asked for before. */
function firstTime(): (query: LabelledQuery) => boolean {
  const seen = new Set<string>()
  return ({ id, text, tools }) => {
    const key = JSON.stringify([id, text, tools])
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  }
}

const isLast = ({ path }: SourceFile): boolean => /(^|\/)tools\.json$/i.test(path)

const isUnread = (key: string, value: JsonValue | undefined): boolean =>
  !READ_OF_PROJECT.includes(key) && saysSomething(value)

const serversOf = ({ value }: ObjectRow): { server: string; tools: JsonValue[] }[] =>
  Object.entries(isObject(value.tools) ? value.tools : {}).flatMap(([server, listing]) =>
    isListing(listing) ? [{ server, tools: listing.tools }] : [],
  )

function readTasks(
  file: RowsFile<JsonObject>,
  { name: set, isNew }: { name: string; isNew: (query: LabelledQuery) => boolean },
  report: Report,
): LabelledQuery[] {
  const found = causes('tasks')
  const queries = rowsOf(file, report).flatMap(({ number, where, value }): LabelledQuery[] => {
    const { task_id, Question, ...extra } = value
    const id = idOf(task_id) ?? `${set}-${number}`
    const metadata = isObject(value[METADATA]) ? value[METADATA] : {}
    const tools = toolsIn(metadata.Tools)
    if (tools.length === 0) {
      const why = 'The task names no tool, and nothing says that none is right'
      found.add({ outcome: 'skipped', where, entry: id, why })
      return []
    }
    const said = idOf(metadata['Number of tools'])
    if (said !== undefined && Number(said) !== tools.length) {
      const why = 'The task counts its tools otherwise than it lists them: the list is taken'
      const detail = `It says “${said}” and lists ${tools.length}`
      found.add({ outcome: 'notice', where, entry: id, why, detail })
    }
    const text = typeof Question === 'string' ? Question.trim() : ''
    const tags = textOf(extra.category)
    const query: LabelledQuery = { id, text, tools, tags, origin: 'published', extra, where }
    if (isNew(query)) return [query]
    const why = 'The same task comes in an earlier file'
    found.add({ outcome: 'skipped', where, entry: id, why })
    return []
  })
  found.report(report)
  return queries
}

/**
 * The names in `1. geocode\n2. find_places`; numbers, spaces and empty lines are what people typed
 * around them.
 */
const toolsIn = (written: JsonValue | undefined): string[] =>
  typeof written === 'string'
    ? written
        .split(/\r?\n/)
        .map((line) => line.replace(/^\s*\d+\s*[.)]/, '').trim())
        .filter((name) => name !== '')
    : []
