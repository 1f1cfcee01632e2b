import { computed, nextTick, ref, watch, type ComputedRef, type WritableComputedRef } from 'vue'

export interface LookedAt<Row> {
  /** The place of the row that is looked at, or -1. */
  place: WritableComputedRef<number>
  current: ComputedRef<Row | undefined>
  /** Does what may take the row from the list: then the next one is looked at in its place. */
  withBusy<Done>(work: () => Promise<Done>): Promise<Done>
}

/**
 * Which row of a queue is looked at, known by its id. Another list begins with its first row; where the row is gone by what
 * others did, none is looked at, rather than one that nobody chose.
 * @param listed equal for equal lists
 */
export function useLookedAt<Row extends { id: string }>(
  rows: () => readonly Row[],
  listed: () => unknown,
): LookedAt<Row> {
  const id = ref<string>()
  let isNew = true
  let leaving: string | undefined
  const place = computed({
    get: () => rows().findIndex((row) => row.id === id.value),
    set: (at) => void (id.value = rows()[at]?.id),
  })

  watch(listed, () => void (isNew = true))
  watch(
    rows,
    (now, before = []) => {
      if (isNew || now.length === 0) id.value = now[0]?.id
      else if (!now.some((row) => row.id === id.value)) id.value = idAfter(now, before)
      isNew = now.length === 0
    },
    { immediate: true },
  )

  function idAfter(now: readonly Row[], before: readonly Row[]): string | undefined {
    if (id.value === undefined || leaving !== id.value) return undefined
    const at = before.findIndex((row) => row.id === id.value)
    return now[Math.min(Math.max(at, 0), now.length - 1)]?.id
  }

  async function withBusy<Done>(work: () => Promise<Done>): Promise<Done> {
    leaving = id.value
    const done = await work()
    await nextTick()
    leaving = undefined
    return done
  }

  return { place, current: computed(() => rows()[place.value]), withBusy }
}
