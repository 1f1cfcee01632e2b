import { computed, nextTick, ref, watch, type ComputedRef, type WritableComputedRef } from 'vue'

export interface LookedAt<Row> {
  /** The place of the row that is looked at, or -1. */
  place: WritableComputedRef<number>
  current: ComputedRef<Row | undefined>
  /** Whether something is under way that may take the row from the list. */
  isBusy: Readonly<ComputedRef<boolean>>
  /** Does what may take the row from the list, until the list is there without it: then the next one is looked at in its place. */
  withBusy<Done>(work: () => Promise<Done>): Promise<Done>
}

/**
 * Which row of a queue is looked at, known by its key: the first of another list, and of the same list the same, wherever it
 * stands. Where it left by what is done here, the next one takes its place; where others took it out, none is looked at, rather
 * than one that nobody chose.
 * @param listed equal for equal lists
 */
export function useLookedAt<Row>(
  rows: () => readonly Row[],
  { listed, keyOf }: { listed: () => string; keyOf: (row: Row) => string },
): LookedAt<Row> {
  const chosen = ref<string>()
  const isBusy = ref(false)
  let [last, list] = [0, listed()]
  const place = computed({
    get: () => rows().findIndex((row) => keyOf(row) === chosen.value),
    set(at) {
      const row = rows()[at]
      if (row) [chosen.value, last] = [keyOf(row), at]
    },
  })

  watch(
    rows,
    (now) => {
      const isOther = list !== listed()
      list = listed()
      const wanted = isOther || chosen.value === undefined ? 0 : last
      if (now.length === 0) chosen.value = undefined
      else if (isOther || chosen.value === undefined || (place.value < 0 && isBusy.value)) {
        place.value = Math.min(wanted, now.length - 1)
      }
      if (place.value >= 0) last = place.value
    },
    { flush: 'sync', immediate: true },
  )

  async function withBusy<Done>(work: () => Promise<Done>): Promise<Done> {
    isBusy.value = true
    try {
      const done = await work()
      await nextTick()
      return done
    } finally {
      isBusy.value = false
    }
  }

  return {
    ...{ place, withBusy, isBusy: computed(() => isBusy.value) },
    current: computed(() => rows()[place.value]),
  }
}
