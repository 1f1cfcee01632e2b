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
