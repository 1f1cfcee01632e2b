import { toolId, type JsonObject, type JsonValue } from '../../../domain/tool/tool'
import { collectTools, type ToolCollector } from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import { readMcpTool } from '../../../importing/catalog/mcp-tool'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import {
  labelIndex,
  resolveQueries,
  type LabelledQuery,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type RowsFile } from '../../../importing/catalog/rows'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import type { FileContent } from '../../../importing/reading/file-content'
import { isObject } from '../../../importing/reading/parse-json'
import { entryAt } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import { isTexts, textOf, textsOf } from './server-tools'

/**
 * TheMCPCompany: a folder for each task with `task.md` and `gt_tools.json`, and
 * `task_fn_matching_v1_manual.json` with the tools of TheAgentCompany’s tasks, whose texts are in
 * folders of that repository. Its tools are listed by servers that run: a list of them in MCP’s
 * form is to lie beside these files. Names are `server_tool`, parted at the first underscore.
 */
export const themcpcompany: ImportFormat = {
  id: 'themcpcompany',
  title: 'TheMCPCompany',
  recognise(files) {
    const gold = files.flatMap(goldFile)
    const tools = gold.length > 0 ? toolFiles(files, gold) : []
    const confidence = gold.length === 0 ? 0 : tools.length > 0 ? 0.99 : 0.5
    return { confidence, read: () => readDataSet(files, { gold, tools }) }
  },
}

/** The tools of tasks, by the tasks’ names. */
interface GoldFile {
  path: string
  /** That of the only task whose file it is; a file of many tasks has none. */
  folder?: string
  tasks: [name: string, tools: JsonValue][]
}

const MAPPING_NAME = /(^|\/)task_fn_matching[^/]*\.json$/i

function goldFile({ path, content }: SourceFile): GoldFile[] {
  const read: FileContent = content()
  if (read.kind !== 'object') return []
  const { tool_names } = read.value
  if (Array.isArray(tool_names)) {
    return [{ path, folder: folderOf(path), tasks: [[nameOf(path) || 'task', tool_names]] }]
  }
  // Any map of lists looks alike: this one is known by its name.
  const isMapping = MAPPING_NAME.test(path) && Object.values(read.value).some(Array.isArray)
  return isMapping ? [{ path, tasks: Object.entries(read.value) }] : []
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')

/** A task is called as its folder is. */
const nameOf = (path: string): string => path.split('/').at(-2) ?? ''

/** Server and tool of a name, as the benchmark’s gateway parts it. */
function partsOf(name: string): { server?: string; tool: string } {
  const end = name.indexOf('_')
  const isParted = end > 0 && end < name.length - 1
  return isParted ? { server: name.slice(0, end), tool: name.slice(end + 1) } : { tool: name }
}

const labelOf = (name: string): string => {
  const { server, tool } = partsOf(name.trim())
  return toolId(tool, server)
}

/** The lists of MCP tools with some golden one among them: names of others are not parted so. */
function toolFiles(files: SourceFile[], gold: GoldFile[]): RowsFile<JsonObject>[] {
  const golden = new Set(gold.flatMap(({ tasks }) => tasks.flatMap(([, tools]) => textsOf(tools))))
  const asTool = (value: JsonValue): JsonObject | undefined =>
    isObject(value) &&
    typeof value.name === 'string' &&
    ('inputSchema' in value || 'description' in value)
      ? value
      : undefined
  return filesOfRows(files.map(unwrapped), asTool).filter((file) =>
    file.read().rows.some(({ value }) => textOf(value.name).some((name) => golden.has(name))),
  )
}

/** A file of `{"tools": […]}` as the rows in it. */
function unwrapped(file: SourceFile): SourceFile {
  const content = file.content()
  const tools = content.kind === 'object' ? content.value.tools : undefined
  if (!Array.isArray(tools)) return file
  const rows = tools.map((value, at) => ({
    number: at + 1,
    where: entryAt(file.path, at),
    value,
  }))
  return { ...file, content: () => ({ kind: 'rows', rows, broken: [] }) }
}

function readDataSet(
  files: SourceFile[],
  { gold, tools }: { gold: GoldFile[]; tools: RowsFile<JsonObject>[] },
): FormatReading {
  requireReadable(files, /(^|\/)(gt_tools|task_fn_matching[^/]*)\.json$/i)
  if (tools.length === 0) {
    throw missingCatalog(files, 'a list of its servers’ tools in MCP’s form')
  }
  const report = importReport()
  const collector = collectTools('themcpcompany', report)
  for (const file of tools) {
    for (const { value, where } of rowsOf(file, report)) addTool(value, where, collector)
  }
  const index = labelIndex(collector.tools)
  const texts = files.filter(isText)
  const goldenSets = setsOf(gold).map(({ name, files: own }) => ({
    name,
    queries: resolveQueries(readTasks(own, texts, report), index, report),
  }))
  return {
    format: 'themcpcompany',
    tools: collector.tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...tools, ...gold]),
  }
}

function addTool(entry: JsonObject, where: string, collector: ToolCollector): void {
  const [name = ''] = textOf(entry.name)
  const { server, tool } = partsOf(name)
  collector.add({ ...readMcpTool(entry), name: tool, ...(server && { server }), where })
}

const isText = ({ path }: SourceFile): boolean => /(^|\/)task\.md$/i.test(path)

/** One golden set of all tasks with a file of their own, and one for each file of many. */
function setsOf(gold: GoldFile[]): { name: string; files: GoldFile[] }[] {
  const own = gold.filter(({ folder }) => folder !== undefined)
  const mappings = gold.filter(({ folder }) => folder === undefined)
  const names = setNames(mappings.map(({ path }) => path))
  return [
    ...(own.length > 0 ? [{ name: 'gt-tools', files: own }] : []),
    ...mappings.map((file, at) => ({ name: names[at] ?? setName(file.path), files: [file] })),
  ]
}

function readTasks(
  files: GoldFile[],
  texts: readonly SourceFile[],
  report: Report,
): LabelledQuery[] {
  const byFolder = new Map(texts.map((file) => [folderOf(file.path), file]))
  const byName = new Map(texts.map((file) => [nameOf(file.path), file]))
  const found = causes('tasks')
  const queries = files.flatMap(({ path, folder, tasks }) =>
    tasks.flatMap(([name, written]): LabelledQuery[] => {
      const file = folder === undefined ? byName.get(name) : byFolder.get(folder)
      const query = { id: name, text: textIn(file), tools: textsOf(written), where: path }
      const fault = faultOf(query)
      if (fault) found.add({ outcome: 'skipped', where: path, entry: name, ...fault })
      else if (!isTexts(written)) {
        const why = 'What is no name among the tools of a task was left out'
        found.add({ outcome: 'altered', where: path, entry: name, why })
      }
      return fault ? [] : [{ ...query, tools: query.tools.map(labelOf), origin: 'published' }]
    }),
  )
  found.report(report)
  return queries
}

/** Why a task is no golden query, and what to do about it. */
function faultOf({ text, tools }: Pick<LabelledQuery, 'text' | 'tools'>) {
  if (tools.length === 0) {
    return { why: 'The task names no tool, and nothing says that none is right' }
  }
  if (text !== '') return undefined
  return {
    why: 'The text of the task is not among these files',
    fix: 'Add the task’s folder with its task.md, and import all of them again.',
  }
}

/** What a file says; nothing where it is no text. */
function textIn(file: SourceFile | undefined): string {
  try {
    return file?.text().trim() ?? ''
  } catch {
    return ''
  }
}
