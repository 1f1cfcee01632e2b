import type { GoldenSet } from '../../../domain/query/golden-set'
import type { DependencyKind, JsonObject, JsonValue } from '../../../domain/tool/tool'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import {
  collectTools,
  type DependencyEntry,
  type ToolEntry,
} from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import {
  labelIndex,
  type LabelIndex,
  type LabelledQuery,
  resolveDependencies,
  resolveQueries,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, type ObjectRow, type RowsFile, rowsOf } from '../../../importing/catalog/rows'
import { setName } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'
import { proseOf } from './json-text'
import { schemaOfList } from '../../../importing/catalog/parameter-schema'

/**
 * ToolLinkOS (Graph RAG-Tool Fusion): tools with the edges of their knowledge graph, and queries
 * whose golden tools are the main tool and all it depends on. Two golden sets: `instances` with all
 * of them, `main` with the main tool alone.
 */
export const toollinkos: ImportFormat = {
  id: 'toollinkos',
  title: 'ToolLinkOS (Graph RAG-Tool Fusion)',
  recognise(files) {
    const parts = { tools: filesOfRows(files, asTool), instances: filesOfRows(files, asInstance) }
    const confidence = parts.tools.length > 0 ? 0.95 : parts.instances.length > 0 ? 0.4 : 0
    return { confidence, read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  tools: RowsFile<JsonObject>[]
  instances: RowsFile<Instance>[]
}

function readDataSet(files: SourceFile[], parts: Parts): FormatReading {
  requireReadable(files, /(^|\/)(core_tools|regular_tools|instances)[^/]*$/i)
  if (parts.tools.length === 0) {
    throw missingCatalog(files, 'core_tools.json and regular_tools.json')
  }
  const report = importReport()
  const collector = collectTools('toollinkos', report)
  for (const file of parts.tools) {
    for (const row of rowsOf(file, report)) collector.add(readTool(row, file.path, report))
  }
  const index = labelIndex(collector.tools)
  const tools = resolveDependencies(collector.tools, index, report)
  const goldenSets = parts.instances.flatMap((file, at) =>
    readSets(file, at === 0 ? '' : `${setName(file.path)}-${at + 1}-`, { index, report }),
  )
  return {
    format: 'toollinkos',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...parts.tools, ...parts.instances]),
  }
}

const asTool = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && typeof value.name === 'string' && Array.isArray(value.depends_on)
    ? value
    : undefined

function readTool({ value, where }: ObjectRow, path: string, report: Report): ToolEntry {
  const { name, description, parameters, depends_on, func_type } = value
  const list = Array.isArray(parameters) ? parameters : []
  const own = new Set(list.map((parameter) => isObject(parameter) && parameter.name))
  const dependencies = (Array.isArray(depends_on) ? depends_on : []).flatMap((edge) => {
    const dependency = readDependency(edge, { where, tool: proseOf(name) }, report)
    if (dependency?.parameter !== undefined && !own.has(dependency.parameter)) {
      const why = 'A dependency concerns a parameter the tool does not have; kept as written'
      report.add({ outcome: 'notice', where, entry: proseOf(name), why })
    }
    return dependency ?? []
  })
  return {
    name,
    description,
    parameters: Array.isArray(parameters) ? (schemaOfList(parameters) ?? parameters) : parameters,
    tags: typeof func_type === 'string' ? [func_type] : tagOfFile(path),
    dependencies,
    entry: value,
    where,
  }
}

const tagOfFile = (path: string): string[] =>
  /(?:^|\/)(core|regular)_[^/]*$/.exec(path)?.slice(1) ?? []

const DEPENDENCE = /^(TOOL|PARAMETER)_(?:(DIRECTLY|INDIRECTLY)_)?DEPENDS_ON$/i

function readDependency(
  edge: JsonValue,
  { where, tool }: { where: string; tool: string },
  report: Report,
): DependencyEntry | undefined {
  const { name, dependence_type, parameter_name, reason } = isObject(edge) ? edge : {}
  const written = typeof dependence_type === 'string' ? dependence_type.trim() : ''
  const [, subject, manner] = DEPENDENCE.exec(written) ?? []
  if (typeof name !== 'string' || !subject) {
    const on = typeof name === 'string' ? name : 'a tool without a name'
    const why = `A dependency on ${on} was left out (dependence type "${written}")`
    const fix = 'Give it a name and one of the four dependence types.'
    report.add({ outcome: 'altered', where, entry: tool, why, fix })
    return undefined
  }
  const directness = manner?.toUpperCase() === 'INDIRECTLY' ? 'indirect' : 'direct'
  const kind: DependencyKind = `${subject.toUpperCase() === 'TOOL' ? 'tool' : 'parameter'}-${directness}`
  if (!manner) {
    const why = `The dependence type ${written} (on ${name}) was read as ${kind}`
    report.add({ outcome: 'altered', where, entry: tool, why })
  }
  return {
    on: name,
    kind,
    ...(typeof parameter_name === 'string' && parameter_name && { parameter: parameter_name }),
    ...(typeof reason === 'string' && reason && { reason }),
  }
}

interface Instance {
  text: string
  tools: string[]
  /** The other fields, as written. */
  extra: JsonObject
}

function asInstance(value: JsonValue): Instance | undefined {
  if (!isObject(value)) return undefined
  const { user_query, golden_function_names, ...extra } = value
  if (typeof user_query !== 'string' || !Array.isArray(golden_function_names)) return undefined
  return { text: user_query.trim(), tools: golden_function_names.map(proseOf), extra }
}

function readSets(
  file: RowsFile<Instance>,
  prefix: string,
  { index, report }: { index: LabelIndex; report: Report },
): GoldenSet[] {
  const instances: LabelledQuery[] = []
  const main: LabelledQuery[] = []
  const found = causes('queries')
  for (const { number, where, value } of rowsOf(file, report)) {
    const { text, tools, extra } = value
    const { main_golden_function_name: mainTool } = extra
    const query = { text, origin: 'published' as const, where }
    instances.push({ ...query, id: `instances-${number}`, tools, extra })
    if (typeof mainTool === 'string' && mainTool !== '') {
      main.push({ ...query, id: `main-${number}`, tools: [mainTool] })
    } else {
      const why = 'The query has no main tool: it is not in the golden set main'
      found.add({ outcome: 'notice', where, why })
    }
  }
  found.report(report)
  return [
    { name: `${prefix}instances`, queries: resolveQueries(instances, index, report) },
    { name: `${prefix}main`, queries: resolveQueries(main, index, report) },
  ]
}
