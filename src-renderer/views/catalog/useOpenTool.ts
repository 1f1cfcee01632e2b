import { computed, nextTick, ref, shallowRef, watch, type Ref } from 'vue'
import type { CatalogRow } from '../../../src-main/contract/catalog'
import type { ActionInput } from '../../../src-main/features/actions'
import type { RowSource } from '../../components/table-column'
import { useQuery } from '../../composables/useQuery'

/** What is needed of the table: the keyboard, and a row brought into sight. */
export interface ToolTable {
  focus(): void
  enter(): void
  reveal(index: number): void
}

interface ToolList {
  rows: RowSource<CatalogRow>
  /** Which tools are listed, and in which order. */
  order: () => Omit<ActionInput<'catalog.list'>, 'offset' | 'limit'>
  table: Readonly<Ref<ToolTable | null>>
}

/** A row that the cursor only passes on its way down is not worth a request. */
const SETTLED_MS = 60

/** Looks for the row of a tool in the list as it is filtered and sorted now. */
function useRowSearch(order: ToolList['order']) {
  /** The tool whose row is looked for, and whether the list goes there. */
  const sought = shallowRef<{ id: string; reveal: boolean }>()
  const place = useQuery('catalog.place', () =>
    sought.value ? { ...order(), id: sought.value.id } : undefined,
  )
  const found = computed(() => (sought.value ? place.data.value : undefined))
  return {
    sought,
    /** Where the row stands, as soon as that is known. */
    found,
    /** Whether the tool is in the catalog, but not among those that are listed. */
    isUnlisted: computed(() => !!found.value?.isThere && found.value.index === undefined),
  }
}

/**
 * The tool that is open and its row. Either leads: the cursor opens the tool that it comes to rest
 * on, and a tool opened from elsewhere gets the cursor onto its row, wherever in the list that is.
 */
export function useOpenTool({ rows, order, table }: ToolList) {
  const active = ref(-1)
  const selected = shallowRef<string>()
  const { sought, found, isUnlisted } = useRowSearch(order)

  function show(id: string): void {
    selected.value = id
    sought.value = { id, reveal: true }
  }

  /** Looks for the row of the open tool again: the list is another one than before. */
  function findAgain(): void {
    active.value = -1
    const reveal = sought.value?.reveal ?? false
    sought.value = selected.value ? { id: selected.value, reveal } : undefined
  }

  function close(): void {
    selected.value = sought.value = undefined
    void nextTick(() => table.value?.focus())
  }

  watch(
    () => [sought.value, found.value, rows.total] as const,
    ([wanted, place, total]) => {
      if (!wanted || !place) return
      const { index } = place
      // What a filter hides is gone to once the filter lets it through again.
      if (index === undefined) sought.value = wanted.reveal ? wanted : { ...wanted, reveal: true }
      // Before the list is there as long as it is, it cannot be scrolled to.
      else if (index < total) goTo(index, wanted)
    },
  )

  function goTo(index: number, wanted: { id: string; reveal: boolean }): void {
    active.value = index
    if (!wanted.reveal) return
    sought.value = { ...wanted, reveal: false }
    void nextTick(() => table.value?.reveal(index))
  }

  watch(active, (index, _, onCleanup) => {
    const row = rows.at(index)
    if (!row || row.id === selected.value) return
    const timer = setTimeout(() => pick(row), selected.value ? SETTLED_MS : 0)
    onCleanup(() => clearTimeout(timer))
  })

  function pick({ id }: CatalogRow): void {
    if (id === selected.value) return
    selected.value = id
    sought.value = undefined
  }

  // After an import or a removal another tool may stand where the cursor is.
  watch(
    () => [active.value, rows.at(active.value)?.id] as const,
    ([index, id], [before, was]) => {
      if (index === before && id && was && id !== was) findAgain()
    },
  )

  return { active, selected, show, pick, close, findAgain, isUnlisted }
}
