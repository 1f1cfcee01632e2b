import type { ReportRow } from '../../domain/catalog/import'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import type { FileContent, Row } from '../reading/file-content'
import { once } from '../reading/once'
import { lineAt } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import type { Table } from '../reading/table'
import { counted } from '../../domain/value/quantity'
import { causes, importReport, type Report } from './report'

/** Rows looked at to tell what a file holds. */
const SAMPLE = 20

/** What a value says as an entry of one kind; undefined where it is not of that kind. */
type Reader<T> = (value: JsonValue) => T | undefined

/** An entry that is a JSON object, as nearly all published data sets have it. */
export type ObjectRow = Row<JsonObject>

/** A file whose rows are of one kind. */
export interface RowsFile<T> extends SourceFile {
  /** Its rows of that kind, and what the report is to say of the others. Read once. */
  read(): { rows: Row<T>[]; refused: ReportRow[] }
}

/** The files most of whose first rows `read` can read. */
export function filesOfRows<T>(files: SourceFile[], read: Reader<T>): RowsFile<T>[] {
  return files.flatMap((file) => {
    const content = file.content()
    if (content.kind !== 'rows') return []
    const sample = content.rows.slice(0, SAMPLE).map(({ value }) => read(value))
    const matches = sample.filter((entry) => entry !== undefined)
    if (matches.length * 2 <= sample.length) return []
    const entryOf = ({ value }: Row, index: number): T | undefined =>
      index < sample.length ? sample[index] : read(value)
    return [{ ...file, read: once(() => readRows(file.path, content, entryOf)) }]
  })
}

/**
 * The rows of the file; its lines that are not JSON, and its rows of another kind, go to the
 * report.
 */
export function rowsOf<T>(file: RowsFile<T>, report: Report): Row<T>[] {
  const { rows, refused } = file.read()
  for (const row of refused) report.add(row)
  return rows
}

type RowsContent = FileContent & { kind: 'rows' }

function readRows<T>(
  path: string,
  content: RowsContent,
  entryOf: (row: Row, index: number) => T | undefined,
): ReturnType<RowsFile<T>['read']> {
  const found = causes('entries')
  const rows = content.rows.flatMap((row, index): Row<T>[] => {
    const { number, where } = row
    const entry = entryOf(row, index)
    if (entry !== undefined) return [{ number, where, value: entry }]
    found.add({
      outcome: 'skipped',
      where,
      why: 'The entry lacks what the other entries of its file have',
      fix: 'Compare it with the entry before it and import the file again.',
    })
    return []
  })
  const lacking = importReport()
  found.report(lacking)
  return { rows, refused: [...brokenLines(path, content), ...lacking.rows()] }
}

/** What the report is to say of lines that are not JSON. */
export const brokenLines = (path: string, { broken }: RowsContent): ReportRow[] =>
  broken.map(({ line, why }) => ({
    outcome: 'skipped',
    where: lineAt(path, line),
    why: `Not valid JSON ${why}`,
    fix: 'Correct the line and import the file again.',
  }))

/** What the report is to say of rows of a table that do not fit its header. */
export const unevenRows = (path: string, { header, uneven }: Table): ReportRow[] =>
  uneven.map(({ line, cells }) => ({
    outcome: 'skipped',
    where: lineAt(path, line),
    why: `The row has ${counted(cells.length, 'cell')}, the header ${header.length}`,
    fix: 'Put cells that hold the delimiter in quotes.',
  }))
