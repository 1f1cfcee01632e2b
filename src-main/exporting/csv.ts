import { csvText, jsonCell, listText } from '../domain/value/csv'
import { changedByHand } from '../domain/tool/hand-fields'
import { isJsonObject, named } from '../domain/value/json'
import { tagsOf } from '../domain/tool/catalog-tool'
import type { CatalogTool, JsonValue } from '../domain/tool/tool'
import { applyEdits, authorEdits, entryIn } from './author-edits'
import type { ExportFormat, ExportOptions } from './export-format'

const COLUMNS = ['name', 'description', 'parameters', 'tags', 'server']

export const csv = table('csv', 'CSV table', ',')
export const tsv = table('tsv', 'TSV table', '\t')

/** A catalog that came from tables keeps its columns; any other gets ours. */
function table(id: string, title: string, delimiter: string): ExportFormat {
  return {
    id,
    title,
    extension: id,
    write(tools, options) {
      const isFromTables = tools.length > 0 && tools.every((tool) => entryIn(tool, 'csv'))
      const rows = tools.map((tool) => (isFromTables ? rowAsImported : builtRow)(tool, options))
      const header = isFromTables ? [...new Set(rows.flatMap((row) => Object.keys(row)))] : COLUMNS
      const cells = rows.map((row) => header.map((column) => named(row, column) ?? ''))
      return csvText([header, ...cells], delimiter)
    },
  }
}

type Row = Record<string, string>

function rowAsImported(tool: CatalogTool, options: ExportOptions): Row {
  const { name, description, schema } = authorEdits(tool, options)
  const mapping = tool.tool.source.context?.mapping
  const columnOf = (field: string): string => {
    const column = isJsonObject(mapping) ? mapping[field] : undefined
    return typeof column === 'string' ? column : field
  }
  const isMoved = changedByHand(tool.tool).includes('server')
  const cells = Object.entries(entryIn(tool, 'csv') ?? {}).map(([name, cell]) => [name, text(cell)])
  const row = Object.fromEntries(cells) as Row
  return {
    ...row,
    ...(name !== undefined && { [columnOf('name')]: name }),
    ...(description !== undefined && { [columnOf('description')]: description }),
    ...(schema && { [columnOf('parameters')]: jsonCell(schema) }),
    ...(isMoved && { [columnOf('server')]: tool.tool.server ?? '' }),
  }
}

const text = (cell: JsonValue): string => (typeof cell === 'string' ? cell : jsonCell(cell))

function builtRow(entry: CatalogTool, options: ExportOptions): Row {
  const { name, parameters, server, tags } = entry.tool
  const edits = authorEdits(entry, options)
  const described = applyEdits({ parameters }, edits, { parameters: 'parameters' })
  return {
    name,
    description: edits.description ?? entry.tool.description,
    parameters: jsonCell(described.parameters),
    tags: listText(options.withAuthorLayer ? tagsOf(entry) : tags),
    server: server ?? '',
  }
}
