import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/clean-json'
import type { ColumnMapping, ImportFormat, ImportOptions } from '../import-format'
import { importReport, lineAt } from '../catalog/report'
import type { Report } from '../catalog/report'
import { UnreadableFile } from '../reading/source-file'
import type { SourceFile } from '../reading/source-file'
import { columnNamed, isTableName, listCell, readTable } from '../reading/table'
import type { Table } from '../reading/table'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector } from '../catalog/collect-tools'

/** Rows shown to someone who maps columns. */
const PREVIEW_ROWS = 8

/** What columns are called in the wild, without case and punctuation; the first that is there wins. */
const COLUMN_NAMES: Record<keyof ColumnMapping, string[]> = {
  name: ['name', 'toolname', 'tool', 'functionname', 'function', 'apiname', 'api', 'id'],
  description: ['description', 'tooldescription', 'desc', 'summary', 'about', 'documentation'],
  parameters: ['parameters', 'inputschema', 'schema', 'params', 'arguments', 'args'],
  tags: ['tags', 'tag', 'categories', 'category', 'topics', 'labels'],
  server: ['server', 'mcpserver', 'namespace', 'toolkit', 'provider', 'app', 'service', 'group'],
}
const QUERY_NAMES = ['query', 'question', 'userquery', 'prompt']

/** A table of tools, one a row: CSV, TSV, or separated by semicolons or bars. */
export const csv: ImportFormat = {
  id: 'csv',
  title: 'CSV or TSV table',
  detect: (files) => (files.some(isCatalogTable) ? 0.7 : files.some(isTable) ? 0.2 : 0),
  parse(files, options) {
    const report = importReport()
    const tools = collectTools('csv', report)
    const tables = tablesAmong(files)
    for (const file of tables) readTools(file, options, { tools, report })
    return { format: 'csv', tools: tools.tools, goldenSets: [], bundles: [], report: report.rows() }
  },
}

/** The header, the first rows and a proposed mapping of the first table among `files`. @throws UnreadableFile when there is none. */
export function readColumns(files: SourceFile[]): {
  columns: string[]
  rows: string[][]
  mapping: Partial<ColumnMapping>
} {
  const [file] = tablesAmong(files)
  if (!file) throw new UnreadableFile('folder', 'holds no table', 'Choose a CSV or TSV file.')
  const { header, rows } = readTable(file)
  return {
    columns: header,
    rows: rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells),
    mapping: proposeMapping(header),
  }
}

/** Which column holds what, as far as the header's names say. */
export function proposeMapping(header: string[]): Partial<ColumnMapping> {
  const found = Object.entries(COLUMN_NAMES).flatMap(([field, names]) => {
    const column = columnNamed(header, names)
    return column === undefined ? [] : [[field, column] as const]
  })
  return Object.fromEntries(found)
}

const isTable = ({ path }: SourceFile): boolean => isTableName(path)

/** Someone who names a single file as a table means it, whatever its ending. */
const tablesAmong = (files: SourceFile[]): SourceFile[] =>
  files.length === 1 ? files : files.filter(isTable)

/** Never throws. A table with a column of queries is a golden set, not a catalog. */
function isCatalogTable(file: SourceFile): boolean {
  if (!isTable(file)) return false
  try {
    const { header } = readTable(file)
    const { name, description, parameters } = proposeMapping(header)
    const hasMore = description !== undefined || parameters !== undefined
    return name !== undefined && hasMore && columnNamed(header, QUERY_NAMES) === undefined
  } catch {
    return false
  }
}

interface Target {
  tools: ToolCollector
  report: Report
}

function readTools(file: SourceFile, options: ImportOptions, { tools, report }: Target): void {
  const table = readTable(file)
  const mapping = checkedMapping(file.path, table, options.mapping)
  for (const { line, cells } of table.uneven) {
    const why = `The row has ${cells.length} cells, the header ${table.header.length}`
    const fix = 'Put cells that hold the delimiter in quotes.'
    report.add({ outcome: 'skipped', where: lineAt(file.path, line), why, fix })
  }
  for (const row of table.rows) {
    const where = lineAt(file.path, row.line)
    const entry: Record<string, string> = Object.fromEntries(
      table.header.map((column, at) => [column, row.cells[at] ?? '']),
    )
    const cell = (column?: string): string => (column === undefined ? '' : (entry[column] ?? ''))
    const { schema, fault } = parametersCell(cell(mapping.parameters))
    const name = cell(mapping.name)
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
    })
  }
}

function checkedMapping(path: string, { header }: Table, given?: ColumnMapping): ColumnMapping {
  const { name, ...others } = given ?? proposeMapping(header)
  const wanted = Object.values({ name, ...others }).filter((column) => column !== undefined)
  const missing = wanted.filter((column) => !header.includes(column))
  if (name !== undefined && missing.length === 0) return { name, ...others }
  throw new UnreadableFile(
    path,
    name === undefined
      ? 'does not say which column holds the tool names'
      : `has no column ${missing.map((column) => `"${column}"`).join(', ')}`,
    `Map the columns; there are: ${header.join(', ')}.`,
  )
}

/** A cell with a JSON Schema, or with parameter name → description or schema. */
function parametersCell(cell: string): { schema?: JsonValue; fault?: string } {
  if (cell.trim() === '') return {}
  let value: JsonValue
  try {
    value = JSON.parse(cell) as JsonValue
  } catch {
    return { fault: 'The parameters are not valid JSON and were left out' }
  }
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
