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
  /** Where columns can be chosen: whether it is always on show, or only once it is chosen. Left out: until it is not. */
  shown?: 'always' | 'if-chosen'
  value?: (row: Row) => string | number | undefined
}

export interface TableSort {
  key: string
  descending: boolean
}

/** Rows by place, however many; those not there yet are undefined and come once they are requested. Reads are reactive. */
export interface RowSource<Row> {
  readonly total: number
  at(index: number): Row | undefined
  /** Requests the rows `first` to `last`, both included. */
  ensure(first: number, last: number): void
}
