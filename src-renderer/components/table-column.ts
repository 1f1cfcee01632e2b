import type { Column, Columns, Value } from '../../src-main/contract/columns/column'
import { plainText } from '../../src-main/domain/value/plain-text'
import { ageText } from '../words/age-words'
import { formatCount, formatLatency, formatMeasure } from '../words/number-words'
import { toolName } from '../words/tool-names'

/** A column of a table. A cell shows `value(row)` unless a slot `cell-<key>` draws it. */
export interface TableColumn<Row> {
  key: string
  title: string
  /** Stands in the header, never in the cells. */
  unit?: string
  /** A CSS grid track such as `80px` or `minmax(120px, 1fr)`. */
  width?: string
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  sortable?: boolean
  /**
   * Where columns can be chosen: whether it is always on show, or only once it is chosen. Left out:
   * until it is not.
   */
  shown?: 'always' | 'if-chosen'
  value?: (row: Row) => string | number | undefined
}

export interface TableSort {
  key: string
  descending: boolean
}

/**
 * Rows by place, however many; those not there yet are undefined and come once they are requested.
 * Reads are reactive.
 */
export interface RowSource<Row> {
  readonly total: number
  at(index: number): Row | undefined
  /** Requests the rows `first` to `last`, both included. */
  ensure(first: number, last: number): void
}

type Placed<Row> = Pick<TableColumn<Row>, 'width' | 'sortable' | 'shown'>

/**
 * Columns of one kind of thing as a table of the window shows them, in the order in which `places`
 * names them: tools by their names, days by how long ago they are.
 */
export const tableColumns = <Row, Key extends string>(
  columns: Readonly<Record<Key, Column<Row>>>,
  places: Readonly<Partial<Record<Key, Placed<Row>>>>,
): TableColumn<Row>[] =>
  Object.entries<Placed<Row> | undefined>(places).map(([key, place]) => {
    const column = (columns as Columns<Row>)[key] as Column<Row>
    const { title, unit, kind } = column
    return {
      key,
      title,
      ...place,
      ...(unit !== undefined && { unit }),
      ...(isNumber(kind) && { align: 'end' as const }),
      value: (row) => cellText(column, column.value(row)),
    }
  })

const isNumber = (kind: Column<never>['kind']): boolean =>
  kind !== undefined && kind !== 'day' && kind !== 'tools'

function cellText({ kind, none = '' }: Column<never>, value: Value): string {
  if (kind === 'day') return ageText(value as string | undefined)
  if (value === undefined) return none
  if (typeof value === 'string') return plainText(value)
  if (typeof value === 'number') return numberText(kind, value)
  return value.map(entryText).join(', ') || none
}

const entryText = (entry: Extract<Value, readonly unknown[]>[number]): string =>
  typeof entry === 'string' ? plainText(entry) : toolName(entry)

function numberText(kind: Column<never>['kind'], value: number): string {
  if (kind === 'figure') return formatMeasure(value)
  return kind === 'milliseconds' ? formatLatency(value) : formatCount(value)
}
