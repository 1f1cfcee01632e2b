import type { GoldenSet } from '../../../domain/query/golden-set'
import { toolId, type JsonObject, type JsonValue } from '../../../domain/tool/tool'
import { collectTools, type ToolCollector } from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import {
  labelIndex,
  resolveQueries,
  type LabelledQuery,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type RowsFile } from '../../../importing/catalog/rows'
import { SERVERS, unreadFields } from '../../../importing/catalog/unsearched'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'
import { saysSomething } from './document-fields'
import { idOf } from './json-text'
import { roundFiles, serverMaps, type RoundFile, type ServerMap } from './mcpevol-files'
import { evolve, type Evolved, type Listings } from './mcpevol-rounds'
import { addServerTools, isTexts, textsOf } from './server-tools'

/**
 * MCPEvol-Bench: `status_dict.json` with the tools of each server, `test_cases.json` with tasks and
 * their golden tools by server, and an `evolution.json` for each round of changes, one folder
 * deeper than the round before. With rounds among the files, the catalog and the golden tools are
 * as the last one left them. `chosen_idx.json` names the tasks that are measured: a golden set of
 * their own.
 */
export const mcpevol: ImportFormat = {
  id: 'mcpevol-bench',
  title: 'MCPEvol-Bench',
  recognise(files) {
    const parts = {
      status: statusFiles(files),
      tasks: filesOfRows(files, asTask),
      rounds: roundFiles(files),
    }
    return { confidence: confidenceOf(parts), read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  status: ServerMap[]
  tasks: RowsFile<JsonObject>[]
  rounds: RoundFile[]
}

/** Alone, its catalog is one of MCP's ways to write one. */
function confidenceOf({ status, tasks, rounds }: Parts): number {
  if (status.length > 0) return tasks.length + rounds.length > 0 ? 0.99 : 0.6
  return tasks.length + rounds.length > 0 ? 0.5 : 0
}

const STATUS_NAME = /(^|\/)status_dict\.json$/i

/** The catalog before all changes: its own file, or else the first that looks so. */
function statusFiles(files: SourceFile[]): ServerMap[] {
  const maps = serverMaps(files, (value) => isObject(value) && Array.isArray(value.tools))
  return maps
    .toSorted(
      (one, other) => Number(STATUS_NAME.test(other.path)) - Number(STATUS_NAME.test(one.path)),
    )
    .slice(0, 1)
}

const asTask = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && typeof value.question === 'string' && isObject(value.servers)
    ? value
    : undefined

function readDataSet(files: SourceFile[], { status, tasks, rounds }: Parts): FormatReading {
  requireReadable(files, /(^|\/)(status_dict|test_cases|evolution)\.json$/i)
  if (status.length === 0) throw missingCatalog(files, 'status_dict.json')
  const report = importReport()
  const collector = collectTools('mcpevol-bench', report)
  const listings = status.flatMap((file) => [...listingsIn(file, report)])
  const evolved = evolve(new Map(listings), rounds, report)
  const [path = 'status_dict.json'] = status.map((file) => file.path)
  for (const [server, tools] of evolved.listings) {
    addServerTools({ server, tools, where: `${path}, server ${server}` }, collector, report)
  }
  const goldenSets = readSets(files, { tasks, evolved, collector }, report)
  const described = reportDescriptions(files, evolved.listings, report)
  const used = [...status, ...tasks, ...rounds, ...files.filter(isChoice), ...described]
  const { tools } = collector
  return {
    format: 'mcpevol-bench',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf(used),
  }
}

function listingsIn({ path, servers }: ServerMap, report: Report): Listings {
  const listings = new Map<string, readonly JsonValue[]>()
  for (const [server, listing] of Object.entries(servers)) {
    if (isObject(listing) && Array.isArray(listing.tools)) listings.set(server, listing.tools)
    else {
      const why = 'The server has no list of tools'
      report.add({ outcome: 'skipped', where: path, entry: server, why })
    }
  }
  return listings
}

function readSets(
  files: SourceFile[],
  {
    tasks,
    evolved,
    collector,
  }: { tasks: RowsFile<JsonObject>[]; evolved: Evolved; collector: ToolCollector },
  report: Report,
): GoldenSet[] {
  const index = labelIndex(collector.tools)
  const chosen = chosenIn(files)
  const names = setNames(tasks.map(({ path }) => path))
  return tasks.flatMap((file, at) => {
    const name = names[at] ?? setName(file.path)
    const queries = resolveQueries(readTasks(file, { name, evolved }, report), index, report)
    const measured = queries.filter(({ id }) => chosen.has(id))
    return [
      { name, queries },
      ...(measured.length > 0 ? [{ name: `${name}-chosen`, queries: measured }] : []),
    ]
  })
}

const isChoice = ({ path }: SourceFile): boolean => /(^|\/)chosen_idx\.json$/i.test(path)

/** The numbers of the tasks that are measured. */
function chosenIn(files: SourceFile[]): Set<string> {
  return new Set(
    files.filter(isChoice).flatMap((file) => {
      const content = file.content()
      const samples = content.kind === 'object' ? content.value.samples : undefined
      return (Array.isArray(samples) ? samples : []).flatMap((sample) =>
        isObject(sample) ? (idOf(sample.idx) ?? []) : [],
      )
    }),
  )
}

/** What a model answered to a task: megabytes that say nothing of its tools. */
const OF_ANSWERS = ['response', 'answer', 'trajectory_messages']

function readTasks(
  file: RowsFile<JsonObject>,
  { name: set, evolved }: { name: string; evolved: Evolved },
  report: Report,
): LabelledQuery[] {
  const found = causes('tasks')
  let hasAnswers = false
  const queries = rowsOf(file, report).flatMap(({ number, where, value }): LabelledQuery[] => {
    const { idx, question, servers, ...rest } = value
    const id = idOf(idx) ?? `${set}-${number}`
    const written = isObject(servers) ? servers : {}
    const { tools, tags } = goldIn(written, evolved)
    if (!Object.values(written).every(isTexts)) {
      const why = 'What is no name among the tools of a task was left out'
      found.add({ outcome: 'altered', where, entry: id, why })
    }
    if (tools.length === 0) {
      const why = 'The task names no tool, and nothing says that none is right'
      found.add({ outcome: 'skipped', where, entry: id, why })
      return []
    }
    const kept = Object.entries(rest).filter(([key]) => !OF_ANSWERS.includes(key))
    const extra: JsonObject = { servers: written, ...Object.fromEntries(kept) }
    hasAnswers ||= kept.length < Object.keys(rest).length
    const text = typeof question === 'string' ? question.trim() : ''
    return [{ id, text, tools, tags, origin: 'published', extra, where }]
  })
  found.report(report)
  if (hasAnswers) {
    const why = `What a model answered to the tasks was left out (${OF_ANSWERS.join(', ')})`
    report.add({ outcome: 'notice', where: file.path, why })
  }
  return queries
}

function goldIn(servers: JsonObject, evolved: Evolved): { tools: string[]; tags: string[] } {
  const gold = Object.entries(servers).map(([server, written]) => {
    const { tools, kinds } = evolved.goldOf(server, textsOf(written))
    return { tools: tools.map((tool) => toolId(tool, server)), kinds }
  })
  const kinds = new Set(gold.flatMap((of) => of.kinds))
  return {
    tools: gold.flatMap(({ tools }) => tools),
    tags: [...kinds].map((kind) => `evolved-${kind}`),
  }
}

const isDescriptions = ({ path }: SourceFile): boolean =>
  /(^|\/)server_description_map\.json$/i.test(path)

/** Says which servers are described, and gives the files that do. */
function reportDescriptions(files: SourceFile[], listings: Listings, report: Report): SourceFile[] {
  const unread = unreadFields(SERVERS)
  const described = files.filter(isDescriptions)
  for (const file of described) {
    const content = file.content()
    const texts = content.kind === 'object' ? Object.entries(content.value) : []
    const own = texts.filter(([server, text]) => listings.has(server) && saysSomething(text))
    own.forEach(() => {
      unread.add(['description'])
    })
  }
  unread.report(report, described[0]?.path ?? '')
  return described
}
