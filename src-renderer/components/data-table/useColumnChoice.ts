import { useLocalStorage, type UseStorageOptions } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import type { TableColumn } from '../table-column'

/** A column that a person may choose, and whether it is on show. */
export interface ChosenColumn<Row> {
  column: TableColumn<Row>
  isShown: boolean
}

export interface ColumnChoice<Row> {
  /** The columns on show, in their order. */
  columns: ComputedRef<TableColumn<Row>[]>
  /** All of them, in the same order. */
  listed: ComputedRef<ChosenColumn<Row>[]>
  /** Whether anything is other than the columns say themselves. */
  isChosen: ComputedRef<boolean>
  show(key: string, isShown: boolean): void
  /** Moves a column to the place of another, and that one on. */
  move(key: string, to: string): void
  reset(): void
}

interface Kept {
  order: readonly string[]
  shown: Readonly<Record<string, boolean>>
}

const AS_THEY_SAY: Kept = { order: [], shown: {} }

/**
 * Which columns are on show and in which order: as a person chose, remembered in this window under
 * `storageKey`, else as they say.
 */
export function useColumnChoice<Row>(
  all: () => readonly TableColumn<Row>[],
  storageKey: () => string,
): ColumnChoice<Row> {
  const kept = useLocalStorage(() => `pegboard.columns-shown.${storageKey()}`, AS_THEY_SAY, STORED)
  const ordered = computed(() => inOrder(all(), kept.value.order))
  const listed = computed(() =>
    ordered.value.map((column) => ({ column, isShown: isShown(column, kept.value) })),
  )
  return {
    listed,
    columns: computed(() => listed.value.flatMap((each) => (each.isShown ? [each.column] : []))),
    isChosen: computed(
      () => kept.value.order.length > 0 || Object.keys(kept.value.shown).length > 0,
    ),
    show(key, isShown) {
      kept.value = { ...kept.value, shown: { ...kept.value.shown, [key]: isShown } }
    },
    move(key, to) {
      const order = ordered.value.map((column) => column.key)
      const from = order.indexOf(key)
      const target = order.indexOf(to)
      if (from < 0 || target < 0 || from === target) return
      order.splice(target, 0, ...order.splice(from, 1))
      kept.value = { ...kept.value, order }
    },
    reset: () => void (kept.value = AS_THEY_SAY),
  }
}

const isShown = ({ key, shown }: TableColumn<never>, kept: Kept): boolean =>
  shown === 'always' || (kept.shown[key] ?? shown !== 'if-chosen')

/**
 * Columns in the order that was kept; one that came since stands behind the one that it follows by
 * itself.
 */
function inOrder<Row>(
  all: readonly TableColumn<Row>[],
  order: readonly string[],
): TableColumn<Row>[] {
  const known = order.flatMap((key) => all.find((column) => column.key === key) ?? [])
  const result = [...known]
  for (const [at, column] of all.entries()) {
    if (known.includes(column)) continue
    const before = all[at - 1]
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column)
  }
  return result
}

/** What is kept may be of another version, or touched by hand. */
function readKept(text: string): Kept {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    const order = Array.isArray(kept?.order) ? kept.order : []
    const shown = Object.entries(kept?.shown ?? {}).filter(([, on]) => typeof on === 'boolean')
    return {
      order: [...new Set(order.filter((column) => typeof column === 'string'))],
      shown: Object.fromEntries(shown),
    }
  } catch {
    return AS_THEY_SAY
  }
}

const STORED: UseStorageOptions<Kept> = {
  flush: 'sync',
  // Hearing of its own change, it would miss the next one.
  listenToStorageChanges: false,
  shallow: true,
  writeDefaults: false,
  serializer: { read: readKept, write: (kept) => JSON.stringify(kept) },
}
