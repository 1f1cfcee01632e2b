export type Cell = string | number | null

export interface Column {
  title: string
  /** How a number of this column is written on screen; files get the number itself. */
  format?: (value: number) => string
}

/** Data as rows and columns: what a chart shows, for reading and for export. */
export interface TableData {
  columns: Column[]
  /** `rows[i][j]` belongs to `columns[j]`. */
  rows: Cell[][]
}

/** A cell as a person reads it; nothing where there is no value. */
export const cellText = (cell: Cell | undefined, column: Column | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'number' ? (column?.format?.(cell) ?? String(cell)) : cell
}

// A spreadsheet takes text that begins so for a formula and runs it (OWASP, CSV injection).
const formulaStart = /^[=+\-@\t\r]/

function csvCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const inert = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** The table as CSV (RFC 4180) with a header row; text that a spreadsheet would run as a formula is made inert. */
export const toCsv = ({ columns, rows }: TableData): string =>
  [columns.map((column) => column.title), ...rows]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n') + '\r\n'
