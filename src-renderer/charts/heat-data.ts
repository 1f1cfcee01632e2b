import type { TableData } from '../files/table-data'
import type { Axis } from './chart-data'

interface HeatCell {
  /** Its column and row, as places in the categories. */
  column: number
  row: number
  value: number
  interval?: [low: number, high: number]
}

/** A value for each pair of a column and a row, but for those that are left blank. */
export interface HeatData {
  columns: { title: string; names: string[] }
  rows: { title: string; names: string[] }
  value: Axis
  cells: HeatCell[]
}

export function heatTable({ columns, rows, value, cells }: HeatData): TableData {
  return {
    columns: [
      { title: columns.title },
      { title: rows.title },
      { title: value.title, format: value.format },
      { title: '95 % low', format: value.format },
      { title: '95 % high', format: value.format },
    ],
    rows: cells.map(({ column, row, value: of, interval }) => [
      columns.names[column] ?? null,
      rows.names[row] ?? null,
      of,
      interval?.[0] ?? null,
      interval?.[1] ?? null,
    ]),
  }
}

/** What a tooltip says of a cell. */
export function heatText({ columns, rows, value }: HeatData, cell: HeatCell): string {
  const between = cell.interval?.map(value.format).join(' – ')
  return [
    `${columns.title}  ${columns.names[cell.column] ?? ''}`,
    `${rows.title}  ${rows.names[cell.row] ?? ''}`,
    `${value.title}  ${value.format(cell.value)}${between ? `  (${between})` : ''}`,
  ].join('\n')
}
