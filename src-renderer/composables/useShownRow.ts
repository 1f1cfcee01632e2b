import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { RowSource } from '../components/table-column'

interface ListBesideTool<Row> {
  rows: RowSource<Row>
  /** The list that the rows are of: equal keys for equal lists. */
  shown: Readonly<Ref<{ key: string } | undefined>>
  keyOf: (row: Row) => string
  /** Opens the tool that a row is about. */
  show: (row: Row) => void
  /** What is asked for, which may not be on show yet: another list begins without a row. */
  listed: () => string
}

interface ShownRow<Row> {
  /** The place that the keyboard stands at, or -1. */
  active: Ref<number>
  /** The row there: the one whose tool was opened last from this list. */
  current: ComputedRef<Row | undefined>
  /**
   * Says that these rows are about to go by what is done here: then the next one takes the place of
   * the current one.
   */
  letGo(keys: Iterable<string>): void
}

/**
 * The row of a list that the keyboard stands on, with its tool open beside it. When the list
 * changes, it is looked for under its key; where it is gone by what others did, none is current,
 * rather than one that nobody chose.
 */
export function useShownRow<Row>({
  rows,
  shown,
  keyOf,
  show,
  listed,
}: ListBesideTool<Row>): ShownRow<Row> {
  const active = ref(-1)
  const current = computed(() => rows.at(active.value))
  const leaving = new Set<string>()
  /** The key of the row that was current last; undefined until the row has come. */
  let last: string | undefined

  function take(row: Row): void {
    last = keyOf(row)
    show(row)
  }
  function follow(gone: string): void {
    const at = Array.from({ length: rows.total }, (_, index) => rows.at(index)).findIndex(
      (row) => row !== undefined && keyOf(row) === gone,
    )
    if (at >= 0 || !leaving.delete(gone)) return void (active.value = at)
    active.value = Math.min(active.value, rows.total - 1)
    const next = rows.at(active.value)
    last = undefined
    if (next !== undefined) take(next)
  }

  watch(listed, () => {
    active.value = -1
    leaving.clear()
  })
  watch(
    () => [active.value, current.value, rows.total, shown.value?.key] as const,
    ([index, row, total, list], [before, , , listBefore]) => {
      const key = row === undefined ? undefined : keyOf(row)
      const isMoved = index !== before || list !== listBefore
      // A page that has not come yet changes nothing.
      const isGone = key === undefined ? index >= total : key !== last
      if (last !== undefined && !isMoved && index >= 0) return isGone ? follow(last) : undefined
      if (row === undefined) last = undefined
      else if (key !== last) take(row)
    },
  )
  return {
    active,
    current,
    letGo: (keys) => {
      for (const key of keys) leaving.add(key)
    },
  }
}
