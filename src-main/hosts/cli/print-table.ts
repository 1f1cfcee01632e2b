import { smallTitle, type Column, type Columns, type Value } from '../../contract/columns/column'
import { plainText } from '../../domain/value/plain-text'

export { plainText }

/** A table as text: columns separated by two spaces, numbers aligned right. */
export function tableText(header: string[], rows: string[][]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const numeric = header.map((_, column) =>
    rows.every((row) => /^[\d.,−–\-[\] %]*$/.test(row[column] ?? '')),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, at) =>
        numeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)].join('\n')
}

/** Rows of one kind as a table: tools by their ids, days without their time. */
export const columnsText = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  tableText(
    Object.values(columns).map(smallTitle),
    rows.map((row) => Object.values(columns).map((column) => cellText(column, column.value(row)))),
  )

interface Listed<Row> {
  rows: readonly Row[]
  /** How many there are; those that are not listed are counted. */
  total: number
  /** What is said where none is listed. */
  none: string
}

/** A page of rows as a table. */
export const listLines = <Row>(
  columns: Columns<Row>,
  { rows, total, none }: Listed<Row>,
): string[] => [
  rows.length > 0 ? columnsText(columns, rows) : none,
  ...(total > rows.length ? [`… and ${total - rows.length} more.`] : []),
]

function cellText({ kind, none = '' }: Column<never>, value: Value): string {
  if (value === undefined) return none
  if (typeof value === 'string') return plainText(kind === 'day' ? value.slice(0, 10) : value)
  if (typeof value === 'number') return numberText(kind, value)
  return plainText(value.map(entryText).join(', ')) || none
}

const entryText = (entry: Extract<Value, readonly unknown[]>[number]): string =>
  typeof entry === 'string' ? entry : `${entry.tool}${entry.isInCatalog ? '' : ' (gone)'}`

function numberText(kind: Column<never>['kind'], value: number): string {
  if (kind === 'figure') return value.toFixed(2)
  return kind === 'milliseconds' ? value.toFixed(1) : String(value)
}
