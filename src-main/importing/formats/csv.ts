import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { collectTools, type ToolCollector } from '../catalog/collect-tools'
import { pathsOf } from '../catalog/data-files'
import { importReport, type Report } from '../catalog/report'
import { unevenRows } from '../catalog/rows'
import { guessGoldenMapping, type GoldenMapping } from '../golden/golden-table'
import type { ColumnMapping, FormatReading, ImportFormat, ImportOptions } from '../import-format'
import { isObject, jsonIn, type Alteration } from '../reading/parse-json'
import { once } from '../reading/once'
import { lineAt, UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import {
  guessColumns,
  looksLikeNames,
  looksLikeObjects,
  looksLikeText,
  type ColumnSigns,
} from '../reading/guess-columns'
import {
  columnNamed,
  columnsText,
  isTableName,
  listCell,
  readBeginning,
  readTable,
  type Table,
} from '../reading/table'

/** Rows shown to someone who maps columns. */
const PREVIEW_ROWS = 8

/**
 * The field that says more of a column comes first: "tool description" holds descriptions, "server
 * name" servers.
 */
const SIGNS: Record<keyof ColumnMapping, ColumnSigns> = {
  description: {
    names: [
      'description',
      'tooldescription',
      'desc',
      'summary',
      'about',
      'documentation',
      'whatitdoes',
      'whatdoesitdo',
      'does',
      'purpose',
      'explanation',
      'details',
      'usage',
      'usedfor',
      'whentouse',
      'docstring',
      'docs',
      'doc',
      'beschreibung',
      'omschrijving',
      'descripción',
      'descrição',
      'descrizione',
      'описание',
      '描述',
      '説明',
    ],
    look: looksLikeText,
  },
  parameters: {
    names: [
      'parameters',
      'inputschema',
      'schema',
      'params',
      'arguments',
      'args',
      'inputs',
      'input',
    ],
    look: looksLikeObjects,
  },
  tags: {
    names: ['tags', 'tag', 'categories', 'category', 'topics', 'labels', 'topic', 'keywords'],
  },
  server: {
    names: [
      'server',
      'mcpserver',
      'namespace',
      'toolkit',
      'provider',
      'app',
      'service',
      'group',
      'servername',
      'plugin',
      'pluginname',
      'appname',
      'servicename',
      'application',
      'integration',
      'connector',
      'package',
      'module',
      'vendor',
      'serveur',
      'servidor',
      'сервер',
      '服务器',
      'サーバー',
      'product',
      'system',
    ],
  },
  name: {
    names: [
      'name',
      'toolname',
      'tool',
      'functionname',
      'function',
      'apiname',
      'api',
      'id',
      'toolid',
      'method',
      'methodname',
      'operationid',
      'operation',
      'endpoint',
      'command',
      'action',
      'capability',
      'werkzeug',
      'outil',
      'nom',
      'nombre',
      'herramienta',
      'nome',
      'naam',
      'имя',
      '名称',
      '名前',
    ],
    look: looksLikeNames,
  },
}
const QUERY_NAMES = ['query', 'question', 'userquery', 'prompt']

/** A table of tools, one a row: CSV, TSV, or separated by semicolons or bars. */
export const csv: ImportFormat = {
  id: 'csv',
  title: 'CSV or TSV table',
  fileByFile: true,
  recognise(files) {
    const tables = tablesAmong(files)
    const confidence = tables.some(isCatalog) ? 0.7 : tables.some(isNamed) ? 0.2 : 0
    return { confidence, read: (options) => readTables(tables, options) }
  },
}

/**
 * The first table among `files`: its header, its first rows, and which column seems to hold what.
 */
export interface TableColumns {
  columns: string[]
  rows: string[][]
  mapping: Partial<ColumnMapping> | Partial<GoldenMapping>
}

/** @param kind what the rows are to be read as. @throws UnreadableFile when there is no table. */
export function readColumns(
  files: SourceFile[],
  kind: 'catalog' | 'golden-set' = 'catalog',
): TableColumns {
  const [file] = tablesAmong(files)
  if (!file) throw new UnreadableFile('folder', 'holds no table', 'Choose a CSV or TSV file.')
  const { header, rows } = file.beginning()
  const guess = kind === 'catalog' ? guessMapping : guessGoldenMapping
  return { columns: header, rows, mapping: guess(header, rows) }
}

/**
 * Which column holds what, as far as the header's names say and, of the first rows where they are
 * given, the cells.
 */
function guessMapping(header: string[], rows: string[][] = []): Partial<ColumnMapping> {
  const { server, ...mapping } = guessColumns(header, rows, SIGNS)
  if (server === undefined) return mapping
  // A "plugin" may be a tool as well as what holds several.
  const servers = rows.flatMap((row) => row[header.indexOf(server)] ?? [])
  const isOfTools =
    mapping.name === undefined && servers.length > 0 && looksLikeNames(servers) > 0.5
  return isOfTools ? { ...mapping, name: server } : { ...mapping, server }
}

interface TableFile {
  path: string
  /** Whether its name, or a text’s header, says that it is one. Never throws. */
  isTable(): boolean
  header(): string[]
  /** The header and first rows, from the beginning of the file alone. */
  beginning(): { header: string[]; rows: string[][] }
  /** Read once. */
  table(): Table
}

const isNamed = ({ path }: TableFile): boolean => isTableName(path)

/** Spreadsheets call what they save as Unicode text so. */
const isText = (path: string): boolean => /\.txt$/i.test(path)

/** Whether a text is a table of tools by its header. Never throws. */
function saysCatalog(file: SourceFile): boolean {
  try {
    if (!isText(file.path) || file.content().kind !== 'other') return false
    return isCatalogHeader(readBeginning(file, 0).header)
  } catch {
    return false
  }
}

/** Someone who names a single file as a table means it, whatever its ending. */
const tablesAmong = (files: SourceFile[]): TableFile[] =>
  files
    .filter((file) => files.length === 1 || isTableName(file.path) || saysCatalog(file))
    .map((file) => ({
      path: file.path,
      isTable: () => isTableName(file.path) || saysCatalog(file),
      header: () => readBeginning(file, 0).header,
      beginning: () => readBeginning(file, PREVIEW_ROWS),
      table: once(() => readTable(file)),
    }))

/** By its header alone: what cannot be read says so when it is read. Never throws. */
function isCatalog(file: TableFile): boolean {
  try {
    return file.isTable() && isCatalogHeader(file.header())
  } catch {
    return false
  }
}

/** A table with a column of queries is a golden set, not a catalog. */
function isCatalogHeader(header: string[]): boolean {
  const { name, server, description, parameters } = guessMapping(header)
  const hasMore = description !== undefined || parameters !== undefined
  return (name ?? server) !== undefined && hasMore && columnNamed(header, QUERY_NAMES) === undefined
}

function readTables(files: TableFile[], options: ImportOptions): FormatReading {
  const report = importReport()
  const tools = collectTools('csv', report)
  for (const file of files) readTools(file, options, { tools, report })
  return {
    format: 'csv',
    tools: tools.tools,
    goldenSets: [],
    bundles: [],
    report: report.rows(),
    used: pathsOf(files),
    ...tools.account(),
  }
}

interface Target {
  tools: ToolCollector
  report: Report
}

function readTools(file: TableFile, options: ImportOptions, { tools, report }: Target): void {
  const table = file.table()
  const mapping = checkedMapping(file.path, table, options.mapping)
  for (const row of unevenRows(file.path, table)) tools.refuse(row)
  const mapped = new Set<string>(Object.values(mapping))
  const unknownFields = table.header.filter((column) => !mapped.has(column))
  for (const row of table.rows) {
    const where = lineAt(file.path, row.line)
    const entry: Record<string, string> = Object.fromEntries(
      table.header.map((column, at) => [column, row.cells[at] ?? '']),
    )
    const cell = (column?: string): string => (column === undefined ? '' : (entry[column] ?? ''))
    const altered: Alteration[] = []
    const { schema, fault } = parametersCell(cell(mapping.parameters), altered)
    const name = cell(mapping.name)
    for (const what of altered) report.add({ outcome: 'altered', where, ...what, entry: name })
    if (fault) report.add({ outcome: 'altered', where, entry: name, why: fault })
    tools.add({
      name,
      server: cell(mapping.server) || options.server,
      description: cell(mapping.description),
      parameters: schema,
      tags: listCell(cell(mapping.tags), /[;,|]/),
      entry,
      context: { mapping: { ...mapping } },
      where,
      unknownFields,
    })
  }
}

function checkedMapping(
  path: string,
  { header, rows }: Table,
  given?: ColumnMapping,
): ColumnMapping {
  const first = rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells)
  const { name, ...others } = given ?? guessMapping(header, first)
  const wanted = Object.values({ name, ...others }).filter((column) => column !== undefined)
  const missing = wanted.filter((column) => !header.includes(column))
  if (name !== undefined && missing.length === 0) return { name, ...others }
  throw new UnreadableFile(
    path,
    name === undefined
      ? 'does not say which column holds the tool names'
      : `has no column ${missing.map((column) => `"${column}"`).join(', ')}`,
    `Map the columns; there are: ${columnsText(header)}.`,
  )
}

/** A cell with a JSON Schema, or with parameter name → description or schema. */
function parametersCell(
  cell: string,
  altered: Alteration[],
): { schema?: JsonValue; fault?: string } {
  if (cell.trim() === '') return {}
  const value = jsonIn(cell, altered)
  if (value === undefined) return { fault: 'The parameters are not valid JSON and were left out' }
  if (!isObject(value) || isSchema(value)) return { schema: value }
  const properties = Object.fromEntries(
    Object.entries(value).map(([name, about]) => [name, isObject(about) ? about : describe(about)]),
  )
  return { schema: { type: 'object', properties } }
}

const SCHEMA_KEYS = ['properties', '$ref', '$schema', 'anyOf', 'oneOf', 'allOf']

const isSchema = (value: JsonObject): boolean =>
  typeof value.type === 'string' || SCHEMA_KEYS.some((key) => key in value)

const describe = (about: JsonValue): JsonObject =>
  typeof about === 'string' ? { description: about } : {}
