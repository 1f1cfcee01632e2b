import type { ModelRef } from 'vue'
import type { RowSource } from '../table-column'

interface CheckedRows<Row> {
  rows: RowSource<Row>
  rowKey: (row: Row) => string
  /**
   * The keys of rows that need not be there yet, from the first to the last place, both included.
   */
  keysBetween?: ((first: number, last: number) => Promise<readonly string[]>) | undefined
}

/** Checks rows: one, or all between two of them. */
export function useRowChecks<Row>(
  of: () => CheckedRows<Row>,
  checked: ModelRef<ReadonlySet<string>>,
) {
  /** The place that a range begins at: the row last checked or stepped on by itself. */
  let anchor = 0

  const keyAt = (index: number): string | undefined => {
    const { rows, rowKey } = of()
    const row = rows.at(index)
    return row === undefined ? undefined : rowKey(row)
  }

  function toggle(index: number): void {
    anchor = index
    const key = keyAt(index)
    if (key === undefined) return
    const next = new Set(checked.value)
    if (!next.delete(key)) next.add(key)
    checked.value = next
  }

  /** Checks all rows from the anchor to `index`. */
  async function checkTo(index: number): Promise<void> {
    const [first, last] = anchor < index ? [anchor, index] : [index, anchor]
    const keys = await keysOf(first, last)
    checked.value = new Set([...checked.value, ...keys])
  }

  async function keysOf(first: number, last: number): Promise<readonly string[]> {
    const places = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const keys = places.flatMap((index) => keyAt(index) ?? [])
    const { keysBetween } = of()
    return keys.length === places.length || !keysBetween ? keys : keysBetween(first, last)
  }

  return { toggle, checkTo, begin: (index: number) => void (anchor = index) }
}
