import { CsvError, parse } from 'csv-parse/sync'
import { withFormula } from '../../domain/value/csv'
import { jsonIn } from './parse-json'
import type { SourceFile } from './source-file'
import { UnreadableFile } from './place'

const DELIMITERS = [',', '\t', ';', '|']

/** Characters looked at to tell the delimiter, and records compared within them. */
const SAMPLE_CHARACTERS = 16 * 1024
const SAMPLE_RECORDS = 20

/** A table with more columns holds no tools or queries, one a row. */
const MOST_COLUMNS = 1_000
const COLUMNS_LISTED = 20

interface TableRow {
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

/**
 * The column names and as many of the first rows as are whole, from the beginning of the file
 * alone: none where that is no table. @throws UnreadableFile when the bytes are not text.
 */
export function readBeginning(
  file: SourceFile,
  most: number,
): { header: string[]; rows: string[][] } {
  const sample = withoutSeparatorLine(file.text().slice(0, SAMPLE_CHARACTERS))
  const [head = [], ...rows] = sampleRecords(sample, delimiterOf(file), most + 1)
  return {
    header: uniqueColumns(head.slice(0, MOST_COLUMNS).map(withFormula)),
    rows: rows.filter(({ length }) => length === head.length).map((row) => row.map(withFormula)),
  }
}

/**
 * @throws UnreadableFile with line and column where a quote is never closed or stands wrongly, and
 * for an empty file.
 */
export function readTable(file: SourceFile): Table {
  const text = withoutSeparatorLine(file.text())
  if (text.trim() === '') {
    throw new UnreadableFile(file.path, 'is empty', 'Choose a table with a header row.')
  }
  const delimiter = delimiterOf(file)
  const [first] = sampleRecords(text.slice(0, SAMPLE_CHARACTERS), delimiter, 1)
  if (first && first.length > MOST_COLUMNS) {
    const why = `has more than the ${MOST_COLUMNS} columns that are read`
    throw new UnreadableFile(file.path, why, 'Choose a table with one tool or query a row.')
  }
  const [head, ...records] = parseRecords(file.path, text, delimiter)
  if (!head) throw new UnreadableFile(file.path, 'has no rows', 'Choose a table with a header row.')
  const isEven = ({ cells }: TableRow) => cells.length === head.cells.length
  return {
    header: uniqueColumns(head.cells),
    rows: records.filter(isEven),
    uneven: records.filter((record) => !isEven(record)),
  }
}

/**
 * Every record of a comma-separated table with its cells as written, the header first; for
 * published tables that bend the rules: rows may differ in length, and a quote within a cell stands
 * for itself.
 * @throws UnreadableFile where a quote is never closed.
 */
export function readLooseTable(file: SourceFile): string[][] {
  try {
    return parse(file.text(), { relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const fix = 'Correct the file there and import it again.'
    throw new UnreadableFile(file.path, `is not a valid table: ${error.message}`, fix)
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
        rows.push({ line: lines - lineBreaksIn(record), cells: record.map(withFormula) })
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
        `is not a valid table: the quote that opens at ${place} is never closed`,
        'The file ends too early, or a quote within a cell is not doubled: correct it and import again.',
      )
    : new UnreadableFile(
        path,
        `is not a valid table at ${place}: a quote stands inside a cell`,
        'Put the cell in quotes and double the quotes within it.',
      )
}

/** The first line by which spreadsheets tell their delimiter: `sep=;`. */
const SEPARATOR_LINE = /^sep=(.)[ \t]*(?=\r|\n)/i

/** The lines keep their numbers. */
const withoutSeparatorLine = (text: string): string => text.replace(SEPARATOR_LINE, '')

/**
 * The delimiter that the file names, or that splits its first records into the most columns,
 * evenly.
 */
function delimiterOf({ path, text }: SourceFile): string {
  const sample = text().slice(0, SAMPLE_CHARACTERS)
  const [, named] = SEPARATOR_LINE.exec(sample) ?? []
  if (named !== undefined) return named
  if (/\.(tsv|tab)$/i.test(path)) return '\t'
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: evenness(sample, delimiter) }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

function evenness(sample: string, delimiter: string): number {
  const records = sampleRecords(sample, delimiter, SAMPLE_RECORDS)
  const columns = records[0]?.length ?? 0
  if (columns < 2) return 0
  return (columns * records.filter((record) => record.length === columns).length) / records.length
}

/** The first records, those that can be read: a sample may end within one. */
const sampleRecords = (sample: string, delimiter: string, count: number): string[][] =>
  parse(sample, {
    delimiter,
    to: count,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    skipRecordsWithEmptyValues: true,
    skipRecordsWithError: true,
  })

function uniqueColumns(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const wanted = name.trim() || `column ${index + 1}`
    const unique = taken.has(wanted) ? `${wanted} (column ${index + 1})` : wanted
    taken.add(unique)
    return unique
  })
}

/** The columns in words, for a message. */
export const columnsText = (header: string[]): string => {
  const listed = header.slice(0, COLUMNS_LISTED).map((column) => column.slice(0, 100))
  const more = header.length - listed.length
  return more > 0 ? `${listed.join(', ')} and ${more} more` : listed.join(', ')
}

/**
 * The header's column that goes by one of `names`, regardless of case, spaces and punctuation;
 * earlier names win.
 */
export const columnNamed = (
  header: readonly string[],
  names: readonly string[],
): string | undefined =>
  names.flatMap((name) => header.filter((column) => plainColumn(column) === name))[0]

/** A column's name without case, spaces and punctuation. */
export const plainColumn = (column: string): string =>
  column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A cell that lists things: a JSON list, or parts separated by one of `separators`. */
export function listCell(cell: string, separators: RegExp): string[] {
  // A name may start with a bracket, too.
  const list = cell.trim().startsWith('[') ? jsonIn(cell) : undefined
  if (Array.isArray(list)) return list.map(String)
  return cell
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
