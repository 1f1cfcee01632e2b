import { CsvError, parse } from 'csv-parse/sync'
import type { SourceFile } from './source-file'
import { UnreadableFile } from './source-file'

const DELIMITERS = [',', '\t', ';', '|']

/** Characters looked at to tell the delimiter, and records compared within them. */
const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_RECORDS = 20

export interface TableRow {
  /** The line the record begins on, from 1. */
  line: number
  /** `cells[i]` belongs to `header[i]`. */
  cells: string[]
}

export interface Table {
  /** Column names as written; unnamed and repeated ones made unique. */
  header: string[]
  rows: TableRow[]
  /** Records with more or fewer cells than the header. */
  uneven: TableRow[]
}

export const isTableName = (path: string): boolean => /\.(csv|tsv|tab)$/i.test(path)

/** @throws UnreadableFile with line and column where a quote is never closed or stands wrongly, and for an empty file. */
export function readTable(file: SourceFile): Table {
  const table = tables.get(file) ?? parseTable(file)
  tables.set(file, table)
  return table
}

/** Detection, column mapper and import each ask for the same table. */
const tables = new WeakMap<SourceFile, Table>()

function parseTable(file: SourceFile): Table {
  const text = file.text()
  if (text.trim() === '') {
    throw new UnreadableFile(file.path, 'is empty', 'Choose a table with a header row.')
  }
  const [head, ...records] = parseRecords(file.path, text, sniffDelimiter(file.path, text))
  if (!head) throw new UnreadableFile(file.path, 'has no rows', 'Choose a table with a header row.')
  const isEven = ({ cells }: TableRow) => cells.length === head.cells.length
  return {
    header: uniqueColumns(head.cells),
    rows: records.filter(isEven),
    uneven: records.filter((record) => !isEven(record)),
  }
}

function parseRecords(path: string, text: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = []
  let lastLine = 0
  try {
    parse(text, {
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      onRecord: (record: string[], { lines }) => {
        lastLine = lines
        rows.push({ line: lines - lineBreaksIn(record), cells: record.map(plainCell) })
        return null
      },
    })
  } catch (error) {
    throw error instanceof CsvError ? unreadableTable(path, error, lastLine + 1) : error
  }
  return rows
}

const lineBreaksIn = (record: string[]): number =>
  record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** `line` is where the record begins that cannot be read; the column counts cells. */
function unreadableTable(path: string, error: CsvError, line: number): UnreadableFile {
  const column = typeof error.column === 'number' ? error.column + 1 : 1
  const place = `line ${line}, column ${column}`
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? new UnreadableFile(
        path,
        `is no valid table: the quote that opens at ${place} is never closed`,
        'The file ends too early, or a quote within a cell is not doubled: correct it and import again.',
      )
    : new UnreadableFile(
        path,
        `is no valid table at ${place}: a quote stands inside a cell`,
        'Put the cell in quotes and double the quotes within it.',
      )
}

/** Undoes the apostrophe by which export keeps spreadsheets from running a cell as a formula. */
const plainCell = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** The delimiter that splits the first records into the most columns, evenly. */
function sniffDelimiter(path: string, text: string): string {
  if (/\.(tsv|tab)$/i.test(path)) return '\t'
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: evenness(sample, delimiter) }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

function evenness(sample: string, delimiter: string): number {
  const records = parse(sample, {
    delimiter,
    to: SAMPLE_RECORDS,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    skipRecordsWithError: true,
  })
  const columns = records[0]?.length ?? 0
  if (columns < 2) return 0
  return (columns * records.filter((record) => record.length === columns).length) / records.length
}

function uniqueColumns(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const wanted = name.trim() || `column ${index + 1}`
    const unique = taken.has(wanted) ? `${wanted} (column ${index + 1})` : wanted
    taken.add(unique)
    return unique
  })
}

/** The header's column that goes by one of `names`, regardless of case, spaces and punctuation; earlier names win. */
export function columnNamed(header: string[], names: string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return names.flatMap((name) => header.filter((column) => plain(column) === name))[0]
}

/** A cell that lists things: a JSON list, or parts separated by one of `separators`. */
export function listCell(cell: string, separators: RegExp): string[] {
  if (cell.trim().startsWith('[')) {
    try {
      const list: unknown = JSON.parse(cell)
      if (Array.isArray(list)) return list.map(String)
    } catch {
      // Not JSON after all: a name may start with a bracket.
    }
  }
  return cell
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
