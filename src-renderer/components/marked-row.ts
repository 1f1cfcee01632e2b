import { computed, nextTick, shallowRef, watch, type ComputedRef } from 'vue'

interface Search {
  /** What is searched for: another text is another search. */
  typed: () => unknown
  /**
   * Whether it is still being looked for, so that the rows on show are those of the text before.
   */
  loading: () => boolean
}

/**
 * For keys that choose among what is found: what is given is done at once or, while it is still
 * being looked for, once it is found, in the order of the keys. Typing on takes back what waits: it
 * was meant for the text before.
 */
export function useOnceFound({ typed, loading }: Search): (choose: () => void) => void {
  const waiting = shallowRef<readonly (() => void)[]>([])
  watch(typed, () => void (waiting.value = []), { flush: 'sync' })
  watch(
    () => !loading() && waiting.value,
    async (keys) => {
      if (!keys) return
      const [choose, ...others] = keys
      if (!choose) return
      // What is found is drawn before the first key, and what a key changed before the next.
      await nextTick()
      if (waiting.value !== keys || loading()) return
      waiting.value = others
      choose()
    },
    { flush: 'post' },
  )
  return (choose) => {
    if (loading()) waiting.value = [...waiting.value, choose]
    else choose()
  }
}

interface MarkedRow<Row> {
  /** The one that Enter takes: the first, until another is chosen. */
  marked: ComputedRef<Row | undefined>
  /** Whether it was chosen, rather than being the first. */
  isChosen: ComputedRef<boolean>
  mark(row: Row): void
  /** Marks the one so many rows on; after the last comes the first. */
  move(by: number): void
}

/**
 * Which of the rows found for what is typed is marked: once chosen the same, wherever it stands,
 * until another text is typed.
 */
export function useMarkedRow<Row>(
  rows: () => readonly Row[],
  { typed, keyOf }: Pick<Search, 'typed'> & { keyOf: (row: Row) => string },
): MarkedRow<Row> {
  const chosen = shallowRef<string>()
  const marked = computed(() => rows().find((row) => keyOf(row) === chosen.value) ?? rows()[0])
  watch(typed, () => (chosen.value = undefined), { flush: 'sync' })

  const mark = (row: Row): void => void (chosen.value = keyOf(row))

  function move(by: number): void {
    const all = rows()
    const from = all.findIndex((row) => row === marked.value)
    const next = all[(from + by + all.length) % all.length]
    if (next) mark(next)
  }

  const isChosen = computed(() => !!marked.value && keyOf(marked.value) === chosen.value)
  return { marked, isChosen, mark, move }
}
