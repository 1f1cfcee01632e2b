import { csvText } from '../../src-main/domain/value/csv'
import type { TableData } from './table-data'

/** The table as CSV with a header row. */
export const toCsv = ({ columns, rows }: TableData): string =>
  csvText([
    columns.map((column) => column.title),
    ...rows.map((row) => row.map((cell) => cell ?? '')),
  ])
