import { withoutFormula } from '../../src-main/domain/formula-cell'
import type { Cell, TableData } from './table-data'

function csvCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const inert = withoutFormula(cell)
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** The table as CSV (RFC 4180) with a header row; text that a spreadsheet would run as a formula is made inert. */
export const toCsv = ({ columns, rows }: TableData): string =>
  [columns.map((column) => column.title), ...rows]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n') + '\r\n'
