import type { ReportRow } from '../../domain/catalog/import'
import type { JsonValue, Tool } from '../../domain/tool/tool'
import { pathsOf } from '../catalog/data-files'
import { importReport, type Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import { brokenLines } from '../catalog/rows'
import { queriesOfLog } from '../golden/log-queries'
import { setName } from '../golden/set-names'
import type { FormatReading, ImportFormat, ImportOptions } from '../import-format'
import { readLog, type ReadLog } from '../logs/conversations'
import { logRows } from '../logs/log-rows'
import { LOG_TITLES } from '../logs/shapes'
import type { Row } from '../reading/file-content'
import { once } from '../reading/once'
import { placeOf, UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { anyList } from './any-list'
import { anthropic } from './anthropic'
import { bedrock } from './bedrock'
import { gemini } from './gemini'
import { mcp } from './mcp'
import { openai } from './openai'

/** Entries looked at in each file to recognise a log. */
const SAMPLE = 50

/**
 * Logs that hold the tools that models were given: these are the catalog, and what was called for
 * each request is a golden set. A request without a call is a list of tools, which other formats
 * read.
 */
export const messageLog: ImportFormat = {
  id: 'message-log',
  title: 'Log of messages with the tools that were given',
  recognise(files) {
    const logs = files.flatMap((file) => logOf(file) ?? [])
    return {
      confidence: logs.some(tellsOfTools) ? 0.96 : 0,
      read: (options) => read(files, logs, options),
    }
  },
}

interface LogFile {
  file: SourceFile
  rows: Row[]
}

/** A file whose first entries are of a log. */
function logOf(file: SourceFile): LogFile | undefined {
  const content = file.content()
  const first =
    content.kind === 'rows' ? { ...content, rows: content.rows.slice(0, SAMPLE) } : content
  const rows = logRows(file.path, first)
  return rows && { file, rows: content.kind === 'rows' ? content.rows : rows }
}

function tellsOfTools({ rows }: LogFile): boolean {
  const { conversations } = readLog(rows.slice(0, SAMPLE))
  const isCalled = conversations.some(({ events }) => events.some(({ kind }) => kind === 'call'))
  return isCalled && conversations.some(({ definitions }) => definitions.length > 0)
}

function read(files: SourceFile[], logs: LogFile[], options: ImportOptions): FormatReading {
  const report = importReport()
  const used = logs.map(({ file, rows }) => ({ file, log: readLog(rows) }))
  const place = placeOf(used.map(({ file }) => file))
  const definitions = definitionsOf(used.map(({ log }) => log))
  if (definitions.length === 0) throw noTools(files)
  const { tools, entries, unknownFields } = toolsOf(definitions, { place, options, report })
  const index = labelIndex(tools)
  const goldenSets = used.map(({ file, log }) => {
    const content = file.content()
    if (content.kind === 'rows') for (const row of brokenLines(file.path, content)) report.add(row)
    const queries = queriesOfLog(log, report)
    return { name: setName(file.path), queries: resolveQueries(queries, index, report) }
  })
  return {
    format: messageLog.id,
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf(used.map(({ file }) => file)),
    entries,
    unknownFields,
  }
}

const noTools = (files: SourceFile[]): UnreadableFile =>
  new UnreadableFile(
    placeOf(files),
    'holds no log with the tools that a model was given',
    `Give a log that has them: ${LOG_TITLES}. A log without them is imported as a golden set.`,
  )

/** The tools of all conversations, each once: logs give the same ones with every request. */
function definitionsOf(logs: readonly ReadLog[]): JsonValue[] {
  const lists = new Set<string>()
  const found = new Map<string, JsonValue>()
  for (const { definitions } of logs.flatMap((log) => [...log.conversations, ...log.repeated])) {
    const list = JSON.stringify(definitions)
    if (lists.has(list)) continue
    lists.add(list)
    for (const definition of definitions) found.set(JSON.stringify(definition), definition)
  }
  return [...found.values()]
}

/** How providers write definitions. */
const WRITTEN: readonly ImportFormat[] = [openai, anthropic, bedrock, gemini, mcp, anyList]

interface Reading {
  place: string
  options: ImportOptions
  report: Report
}

/** The tools of definitions, each read as the provider does whose it looks like most. */
function toolsOf(definitions: JsonValue[], { place, options, report }: Reading) {
  const groups = Map.groupBy(definitions, (definition) => likeliest(definition))
  const likely = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
  const main = likely.find(([format]) => format !== undefined)?.[0]
  const tools = new Map<string, Tool>()
  const unknownFields = new Set<string>()
  let entries = 0
  for (const [format = main ?? openai, group] of groups) {
    const imported = format.recognise([listOf(group)]).read(options)
    for (const row of imported.report) report.add(placed(row, place))
    entries += imported.entries ?? imported.tools.length
    for (const field of imported.unknownFields ?? []) unknownFields.add(field)
    for (const tool of imported.tools) {
      if (!tools.has(tool.id)) tools.set(tool.id, tool)
      else {
        const why = 'Another tool of the log has this name, in the format of another provider'
        report.add({ outcome: 'skipped', where: place, entry: tool.name, why })
      }
    }
  }
  return { tools: [...tools.values()], entries, unknownFields: [...unknownFields] }
}

function likeliest(definition: JsonValue): ImportFormat | undefined {
  const file = listOf([definition])
  const [first] = WRITTEN.map((format) => ({ format, sure: format.recognise([file]).confidence }))
    .filter(({ sure }) => sure > 0)
    .toSorted((one, other) => other.sure - one.sure)
  return first?.format
}

/** A name that says nothing of a server. */
const LIST = 'tools.json'
/** Where an entry of it stands: no number tells where in the log that is. */
const FROM_LIST = /^tools\.json(?:, entry \d+)?/

const listOf = (tools: JsonValue[]): SourceFile => ({
  path: LIST,
  text: once(() => JSON.stringify({ tools })),
  guessedEncoding: () => undefined,
  content: () => ({ kind: 'object', value: { tools } }),
})

/** A row of the report about the list of definitions, told of the log. */
const placed = (row: ReportRow, place: string): ReportRow => ({
  ...row,
  where: row.where.replace(FROM_LIST, place),
})
