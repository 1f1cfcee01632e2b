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
import { SERVERS, unreadFields } from '../../../importing/catalog/unsearched'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { once } from '../../../importing/reading/once'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'
import { saysSomething } from './document-fields'
import { idOf } from './json-text'
import { addServerTools, textOf, textsOf } from './server-tools'

/**
 * MCP-Bench: `mcp_servers_info.json` with the tools of its servers, and files of tasks. A task says
 * of which servers its tools are, not which they are: what its texts call `Server:tool` are weak
 * labels, and a task whose texts name none so is left out. Two golden sets a file: the tasks as
 * described, tools named in them included, and the same as people would ask (`-fuzzy`).
 */
export const mcpBench: ImportFormat = {
  id: 'mcp-bench',
  title: 'MCP-Bench',
  recognise(files) {
    const parts = { servers: files.flatMap(serversFile), tasks: files.flatMap(taskFile) }
    return { confidence: confidenceOf(parts), read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  servers: ServersFile[]
  tasks: TaskFile[]
}

function confidenceOf({ servers, tasks }: Parts): number {
  if (servers.length === 0) return tasks.length > 0 ? 0.5 : 0
  return tasks.length > 0 ? 0.99 : 0.96
}

interface ServersFile {
  path: string
  servers: JsonObject
}

/** Unlike any other format, its servers have their tools in a map. */
function serversFile(file: SourceFile): ServersFile[] {
  const content = file.content()
  const servers = content.kind === 'object' ? content.value.servers : undefined
  if (!isObject(servers)) return []
  const listed = Object.values(servers)
  const isOurs = listed.filter(holdsTools).length * 2 > listed.length
  return isOurs ? [{ path: file.path, servers }] : []
}

const holdsTools = (server: JsonValue): server is JsonObject & { tools: JsonObject } =>
  isObject(server) && isObject(server.tools)

/** A task with the servers whose tools solve it. */
interface Task {
  where: string
  task: JsonObject
  servers: string[]
  /** Of which kind of combination of servers it is. */
  kind: string[]
}

interface TaskFile {
  path: string
  /** Its tasks, and where it has entries that are none. Read once. */
  read(): { tasks: Task[]; broken: string[] }
}

/** Groups looked at to tell what a file holds. */
const SAMPLE = 20

function taskFile(file: SourceFile): TaskFile[] {
  const groups = groupsIn(file)
  const sample = groups.slice(0, SAMPLE)
  const matches = sample.filter((group) => tasksOf(group, '').some(isTask))
  if (matches.length * 2 <= sample.length) return []
  const read = once(() => {
    const all = groups.flatMap((group, at) => tasksOf(group, `${file.path}, entry ${at + 1}`))
    const broken = all.filter((task) => !isTask(task)).map(({ where }) => where)
    return { tasks: all.filter(isTask), broken }
  })
  return [{ path: file.path, read }]
}

/** The four shapes that the benchmark’s own runner reads: three lists under keys, or one bare. */
function groupsIn(file: SourceFile): JsonValue[] {
  const content = file.content()
  if (content.kind === 'rows') return content.rows.map(({ value }) => value)
  if (content.kind !== 'object') return []
  const { server_tasks, tasks, combinations } = content.value
  const lists: JsonValue[][] = [server_tasks, tasks, combinations].filter((list) =>
    Array.isArray(list),
  )
  return lists[0] ?? []
}

/**
 * The tasks of a group of servers: a list, a single one, or the group itself where it is a task.
 */
function tasksOf(group: JsonValue, where: string): Task[] {
  if (!isObject(group)) return [{ where, task: {}, servers: [], kind: [] }]
  const { server_name, combination_type } = group
  const listed = [group.tasks, group.generated_tasks].find(Array.isArray)
  const named = textsOf(group.servers)
  const servers = named.length > 0 ? named : textOf(server_name).flatMap((name) => name.split('+'))
  return (listed ?? [group.task ?? group]).map((task, at) => ({
    where: listed ? `${where}, task ${at + 1}` : where,
    task: isObject(task) ? task : {},
    servers,
    kind: textOf(combination_type),
  }))
}

const isTask = ({ task }: Task): boolean =>
  textOf(task.task_description).length > 0 || textOf(task.fuzzy_description).length > 0

function readDataSet(files: SourceFile[], { servers, tasks }: Parts): FormatReading {
  requireReadable(files, /(^|\/)(mcp_servers_info|mcpbench_tasks_[^/]*)\.json$/i)
  if (servers.length === 0) throw missingCatalog(files, 'mcp_servers_info.json')
  const report = importReport()
  const collector = collectTools('mcp-bench', report)
  collectServers(servers, collector, report)
  const index = labelIndex(collector.tools)
  const names = setNames(tasks.map(({ path }) => path))
  const goldenSets = tasks.flatMap((file, at): GoldenSet[] => {
    const name = names[at] ?? setName(file.path)
    const { described, fuzzy } = readTasks(file, name, report)
    return [
      { name, queries: resolveQueries(described, index, report) },
      { name: `${name}-fuzzy`, queries: resolveQueries(fuzzy, index, report) },
    ]
  })
  const { tools } = collector
  return {
    format: 'mcp-bench',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...servers, ...tasks]),
  }
}

function collectServers(files: ServersFile[], collector: ToolCollector, report: Report): void {
  const unread = unreadFields(SERVERS)
  const found = causes('servers')
  for (const { path, servers } of files) {
    for (const [server, about] of Object.entries(servers)) {
      const where = `${path}, server ${server}`
      const tools = holdsTools(about) ? Object.entries(about.tools) : []
      if (tools.length === 0) {
        const why = 'The server has no tools in the file: those who wrote it could not list them'
        const fix = 'Connect the server, and import what it lists.'
        found.add({ outcome: 'skipped', where, entry: server, why, fix })
      }
      const named = tools.map(([name, tool]) => (isObject(tool) ? { name, ...tool } : tool))
      addServerTools({ server, tools: named, where }, collector, report)
      unread.add(unreadIn(about))
    }
  }
  found.report(report)
  unread.report(report, files[0]?.path ?? 'mcp_servers_info.json')
}

const unreadIn = (about: JsonValue): string[] =>
  isObject(about)
    ? Object.keys(about).filter((key) => key === 'description' && saysSomething(about[key]))
    : []

function readTasks(file: TaskFile, set: string, report: Report) {
  const found = causes('tasks')
  const { tasks, broken } = file.read()
  for (const where of broken) {
    found.add({ outcome: 'skipped', where, why: 'The entry is not a task: it has no description' })
  }
  const described: LabelledQuery[] = []
  const fuzzy: LabelledQuery[] = []
  for (const [at, { where, task, servers, kind }] of tasks.entries()) {
    const { task_id, task_description, fuzzy_description, ...rest } = task
    const id = idOf(task_id) ?? `${set}-${at + 1}`
    const texts = [task_description, rest.dependency_analysis].flatMap(textOf)
    const tools = [...new Set(texts.flatMap((text) => toolsNamedIn(text, servers)))]
    if (tools.length === 0) {
      const why =
        'The task says which servers it needs, and names none of their tools as Server:tool'
      const fix = 'Label it by hand: which tools are right is not in the data.'
      found.add({ outcome: 'skipped', where, entry: id, why, fix })
      continue
    }
    const extra = { ...rest, servers }
    const query = { tools, tags: kind, origin: 'weak' as const, extra, where }
    for (const text of textOf(task_description)) described.push({ ...query, id, text: text.trim() })
    for (const text of textOf(fuzzy_description)) {
      fuzzy.push({ ...query, id: `${id}-fuzzy`, text: text.trim() })
    }
  }
  if (described.length + fuzzy.length > 0) {
    const why =
      'The data has no golden tools: what the texts of tasks call Server:tool are weak labels, and tools that they name otherwise have none'
    report.add({ outcome: 'notice', where: file.path, why })
  }
  found.report(report)
  return { described, fuzzy }
}

/**
 * The tools that a text calls `Server:tool`, by the id of each, for servers that the task needs.
 */
function toolsNamedIn(text: string, servers: readonly string[]): string[] {
  const longestFirst = servers.toSorted((one, other) => other.length - one.length)
  return [...text.matchAll(/:(\w[\w.-]*)/g)].flatMap(({ index, 1: written = '' }) => {
    const server = longestFirst.find((name) => endsWithName(text, name, index))
    // A full stop ends the sentence, not the name.
    return server === undefined ? [] : [toolId(written.replace(/(?<![.-])[.-]+$/, ''), server)]
  })
}

const endsWithName = (text: string, name: string, end: number): boolean =>
  name !== '' &&
  text.endsWith(name, end) &&
  !/[\p{L}\p{N}]/u.test(text.slice(Math.max(0, end - name.length - 1), end - name.length))
