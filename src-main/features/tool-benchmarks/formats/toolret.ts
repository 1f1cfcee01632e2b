import type { GoldenSet } from '../../../domain/query/golden-set'
import type {
  JsonObject,
  JsonValue,
  StandardisedFields,
  ToolExample,
  Tool,
  ToolId,
} from '../../../domain/tool/tool'
import { causes, importReport, type Report } from '../../../importing/catalog/report'
import {
  collectTools,
  type ToolEntry,
  type ToolCollector,
} from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import {
  labelIndex,
  resolveQueries,
  type LabelIndex,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type ObjectRow, type RowsFile } from '../../../importing/catalog/rows'
import { unreadFields, type UnreadFields } from '../../../importing/catalog/unsearched'
import { setName } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'
import { firstText, readFields, saysSomething, type DocumentedTool } from './document-fields'
import { idOf, fieldsOfText, proseOf } from './json-text'
import { mapValues } from '../../../importing/catalog/parameter-schema'
import {
  asQuery,
  readQueries,
  setOfIds,
  textsOfFolds,
  dataSetsOf,
  documentsOfAll,
  type QueryFile,
  type ToolretQuery,
  type ToolretSet,
} from './toolret-queries'
import { readWeights, weightsFiles, type WeightsFile } from './toolret-weights'

/**
 * A tool of ToolRet; its documentation is an object, JSON in a string, fields in a text, or prose.
 */
function readDocument({ value, where }: ObjectRow): ToolEntry & Pick<DocumentedTool, 'unread'> {
  const written = value.documentation ?? value.doc ?? value.origin_documentation ?? null
  const read = readFields(fieldsOf(written))
  return {
    ...read,
    name: read.name ?? nameInExamples(value) ?? idOf(value.id),
    description: read.description ?? prose(written) ?? proseOfStandardised(value),
    unread: [...read.unread, ...Object.keys(value).filter((key) => isUnread(key, value[key]))],
    entry: value,
    where,
  }
}

/** Fields around the document that are read, here or where queries and standardised fields are. */
const READ_AROUND = ['id', 'documentation', 'doc', 'origin_documentation', 'augmented']

const isUnread = (key: string, value: JsonValue | undefined): boolean =>
  !READ_AROUND.includes(key) && saysSomething(value)

/**
 * The fields of a document; those that stand in its description or text, as ToolLens has them, fill
 * what is missing.
 */
function fieldsOf(written: JsonValue): JsonObject {
  const fields = (typeof written === 'string' ? fieldsOfText(written) : written) ?? {}
  if (!isObject(fields)) return {}
  const text = firstText(fields, ['description', 'text', 'documentation'])
  const inside = text === undefined || text === written ? undefined : fieldsOfText(text)
  if (!inside) return fields
  const {
    description: _description,
    text: _text,
    documentation: _documentation,
    ...others
  } = fields
  return { ...inside, ...others }
}

const prose = (documentation: JsonValue): string | undefined =>
  typeof documentation === 'string' ? documentation : undefined

/** Where only the standardised file is there, without the document it was made of. */
const proseOfStandardised = ({ augmented }: JsonObject): string =>
  (isObject(augmented) && firstText(augmented, ['description'])) || ''

function nameInExamples({ augmented }: JsonObject): string | undefined {
  const examples =
    isObject(augmented) && Array.isArray(augmented.examples) ? augmented.examples : []
  const call = isObject(examples[0]) ? examples[0].tool_call : undefined
  return isObject(call) ? firstText(call, ['name']) : undefined
}

/**
 * MFTR's standardised fields by the data set's tool id. Of several versions of one tool the first
 * counts.
 */
function readStandardised(rows: ObjectRow[], report: Report): Map<string, StandardisedFields> {
  const standardised = new Map<string, StandardisedFields>()
  const found = causes('tools')
  for (const { where, value } of rows) {
    const id = idOf(value.id) ?? ''
    if (standardised.has(id)) {
      const why = 'The tool was standardised more than once: the first version is kept'
      found.add({ outcome: 'notice', where, entry: id, why })
    } else if (isObject(value.augmented)) {
      standardised.set(id, standardisedFields(value.augmented))
    } else {
      const why = 'The tool has no standardised fields: only its document is imported'
      found.add({ outcome: 'altered', where, entry: id, why })
    }
  }
  found.report(report)
  return standardised
}

function standardisedFields({
  description,
  parameters,
  response,
  examples,
}: JsonObject): StandardisedFields {
  return {
    description: proseOf(description),
    parameters: (isObject(parameters) ? mapValues(parameters, parameterOf) : {}) as Record<
      string,
      JsonObject
    >,
    response: proseOf(response),
    examples: Array.isArray(examples) ? examples.map(readExample) : [],
  }
}

const parameterOf = (parameter: JsonValue): JsonObject =>
  isObject(parameter) ? parameter : { description: proseOf(parameter) }

function readExample(example: JsonValue): ToolExample {
  if (!isObject(example)) return { intent: proseOf(example), arguments: {} }
  const { user_intent, tool_call } = example
  const called = isObject(tool_call) ? tool_call.arguments : undefined
  return {
    ...(typeof user_intent === 'string' && { intent: user_intent }),
    arguments: isObject(called) ? called : {},
  }
}

/**
 * ToolRet (`{id, documentation}` tools and `{id, query, labels}` queries) and what MFTR adds to it:
 * documents standardised into four fields, rewritten queries, folds of queries and weights of
 * fields. One golden set, `queries`, or where the files are of several data sets, one for each.
 */
export const toolret: ImportFormat = {
  id: 'toolret',
  title: 'ToolRet / MFTR',
  recognise(files) {
    const parts = {
      tools: filesOfRows(files, asTool),
      augmented: filesOfRows(files, asAugmented),
      queries: filesOfRows(files, asQuery),
    }
    return { confidence: confidenceOf(parts), read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  tools: RowsFile<JsonObject>[]
  augmented: RowsFile<JsonObject>[]
  queries: RowsFile<ToolretQuery>[]
}

function confidenceOf({ tools, augmented, queries }: Parts): number {
  const hasQueries = queries.length > 0
  if (tools.length + augmented.length > 0) return hasQueries ? 0.95 : 0.85
  return hasQueries ? 0.5 : 0
}

function readDataSet(files: SourceFile[], parts: Parts): FormatReading {
  requireReadable(files, /(^|[/_])(tools|queries)[^/]*$/i)
  const report = importReport()
  const collector = collectTools('toolret', report)
  const unread = unreadFields()
  const weights = weightsFiles(files)
  const { sets, names, unplaced } = sortedIntoSets({ ...parts, weights })
  reportUnplaced(unplaced, report)
  const read = sets.map((set) => readSet(set, names, { collector, report, unread }))
  if (!read.some(({ hasSource }) => hasSource)) throw missingCatalog(files, 'tools.json')
  unread.report(report, parts.tools[0]?.path ?? 'documents')
  const index = documentsOfAll(read.map(({ documents }) => documents))
  const others = readGoldenSets(unplaced.queries, { name: '', index }, report)
  const fieldWeights = read.flatMap((set) => set.fieldWeights)
  return {
    format: 'toolret',
    tools: collector.tools,
    bundles: [],
    goldenSets: [...read.flatMap((set) => set.goldenSets), ...others],
    ...(fieldWeights.length > 0 && { fieldWeights }),
    report: report.rows(),
    used: pathsOf([...parts.tools, ...parts.augmented, ...parts.queries, ...weights]),
  }
}

interface AllParts extends Parts {
  weights: WeightsFile[]
}

/**
 * The files by data set; of queries, standardised tools and weights, some may be of none that is
 * known.
 */
function sortedIntoSets(parts: AllParts) {
  const { tools, augmented, queries, weights } = parts
  const [holders] = [tools, augmented].filter(({ length }) => length > 0)
  const { names, setOf } = holders ? dataSetsOf(holders, queries) : dataSetsOf(plain(queries), [])
  const of = (name: string | undefined): AllParts => {
    const own = <File extends { path: string }>(all: File[]) =>
      all.filter((file) => setOf(file) === name)
    return {
      tools: own(tools),
      augmented: own(augmented),
      queries: own(queries),
      weights: own(weights),
    }
  }
  const sets = names.map((name) => ({ name: names.length > 1 ? name : '', parts: of(name) }))
  return { sets, names, unplaced: of(undefined) }
}

/** Rewritten queries are kept in folders of settings, which are no data sets. */
const plain = (queries: QueryFile[]): QueryFile[] =>
  queries.filter(({ path }) => !/rewritten/i.test(path))

function reportUnplaced({ augmented, weights }: AllParts, report: Report): void {
  for (const { path } of [...augmented, ...weights]) {
    const why = 'Not used: neither its name nor its folders say of which of these data sets it is'
    const fix = 'Put it into a folder named as that of its data set, and import all of them again.'
    report.add({ outcome: 'skipped', where: path, why, fix })
  }
}

/**
 * Files the tools of one data set, and gives its golden sets, whose labels mean its own tools
 * alone, and its weights.
 */
function readSet(
  { name, parts }: ToolretSet<AllParts>,
  names: readonly string[],
  { collector, report, unread }: { collector: ToolCollector; report: Report; unread: UnreadFields },
) {
  const sources = toolSources(parts, report)
  const standardised = readStandardised(rowsOfAll(parts.augmented, report), report)
  const { documents, tools } = collectDocuments(
    sources,
    { standardised, unread, dataSet: name },
    collector,
  )
  const index = labelIndex(tools, documents)
  const goldenSets = readGoldenSets(parts.queries, { name, index }, report)
  const textsOf = textsOfFolds(parts.queries)
  const fieldWeights = readWeights(parts.weights, { name, all: names, textsOf }, report)
  return { documents, goldenSets, fieldWeights, hasSource: sources.length > 0 }
}

/**
 * One golden set for each data set that the ids of the queries name; where they are of one, it has
 * the name that is known.
 */
function readGoldenSets(
  files: QueryFile[],
  { name, index }: { name: string; index: LabelIndex },
  report: Report,
): GoldenSet[] {
  const byIds = Map.groupBy(files, setOfIds)
  return [...byIds].map(([named = '', own]) => ({
    name: setName((byIds.size > 1 ? named : name) || name || 'queries'),
    queries: resolveQueries(readQueries(own, report), index, report),
  }))
}

function asTool(value: JsonValue): JsonObject | undefined {
  if (!isObject(value) || idOf(value.id) === undefined || 'query' in value) return undefined
  return isText(value.documentation) || isText(value.doc) ? value : undefined
}

const asAugmented = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && idOf(value.id) !== undefined && 'augmented' in value ? value : undefined

const isText = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' || isObject(value)

const rowsOfAll = (files: RowsFile<JsonObject>[], report: Report): ObjectRow[] =>
  files.flatMap((file) => rowsOf(file, report))

/**
 * The tools' own file; without one, the documents that the standardised tools or the queries'
 * labels carry.
 */
function toolSources({ tools, augmented, queries }: Parts, report: Report): ObjectRow[] {
  if (tools.length > 0) return rowsOfAll(tools, report)
  // What is wrong with these files is reported where their own rows are read.
  const standardised = augmented.flatMap((file) => file.read().rows)
  if (standardised.length > 0) return standardised
  const documents = documentsOf(queries)
  if (documents.length > 0) {
    const why = 'There is no file of tools: the catalog is made of the tools that answer some query'
    const fix =
      'Add tools.json to the folder for the whole catalog: with golden tools alone, retrieval looks too easy.'
    report.add({ outcome: 'notice', where: queries[0]?.path ?? 'folder', why, fix })
  }
  return documents
}

/** The documents in the queries' labels, each tool's first. */
function documentsOf(files: RowsFile<ToolretQuery>[]): ObjectRow[] {
  const rows = new Map<string, ObjectRow>()
  for (const { number, where, value } of files.flatMap((file) => file.read().rows)) {
    for (const { id, doc } of value.labels) {
      if (doc === undefined || !isText(doc) || rows.has(id)) continue
      rows.set(id, { number, where, value: { id, doc } })
    }
  }
  return [...rows.values()]
}

interface Reading {
  standardised: Map<string, StandardisedFields>
  unread: UnreadFields
  /** Whose tools they are where they name no server; empty where there is one data set. */
  dataSet: string
}

/** Files the documents and returns their tools, and the data set's id → the tool's. */
function collectDocuments(
  rows: ObjectRow[],
  { standardised, unread, dataSet }: Reading,
  collector: ToolCollector,
): { tools: Tool[]; documents: Map<string, ToolId> } {
  const documents = new Map<string, ToolId>()
  const tools = new Set<Tool>()
  for (const row of rows) {
    const id = idOf(row.value.id) ?? ''
    const fields = standardised.get(id)
    const entry = readDocument(row)
    const server = entry.server ?? (dataSet || undefined)
    const tool = collector.add({
      ...entry,
      ...(server !== undefined && { server }),
      ...(fields && { standardised: fields }),
    })
    if (!tool) continue
    tools.add(tool)
    unread.add(entry.unread)
    if (!documents.has(id)) documents.set(id, tool.id)
  }
  return { tools: [...tools], documents }
}
