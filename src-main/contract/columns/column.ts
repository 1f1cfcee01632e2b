import { csvText, listText } from '../../domain/value/csv'

/** A tool that a row names. */
export interface NamedTool {
  tool: string
  name: string
  isInCatalog: boolean
}

/** What a row says in a column. */
export type Value = string | number | readonly string[] | readonly NamedTool[] | undefined

/**
 * A column of a list of things of one kind, described once: tables of the window and of the
 * terminal, and files, all take it from here. Each writes values in its own way by what they are.
 */
export interface Column<Row> {
  title: string
  /** The title is a name, such as of a measure, which is never written small. */
  isName?: true
  /** Stands in the header, never in the cells. */
  unit?: string
  /** What the values are; left out: texts. A day may be a whole moment. */
  kind?: 'count' | 'figure' | 'tokens' | 'milliseconds' | 'day' | 'tools'
  /** What stands where there is no tool, or no day. */
  none?: string
  value(row: Row): Value
}

/** The columns of one kind of thing by their keys. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>

/** A title among words that are written small, with its unit: `prompt tokens`. */
export function smallTitle({ title, isName, unit }: Column<never>): string {
  const small = isName ? title : title.charAt(0).toLowerCase() + title.slice(1)
  return unit === undefined ? small : `${small} ${unit}`
}

/** The rows as CSV with a header: values whole and exact, lists as {@link listText}. */
export const columnsCsv = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csvText([headCells(columns), ...rows.map((row) => fileCells(columns, row))])

export const headCells = (columns: Columns<never>): string[] =>
  Object.values(columns).map(smallTitle)

export const fileCells = <Row>(columns: Columns<Row>, row: Row): (string | number)[] =>
  Object.values(columns).map((column) => fileCell(column.value(row)))

function fileCell(value: Value): string | number {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return value
  return listText(value.map((each) => (typeof each === 'string' ? each : each.tool)))
}
