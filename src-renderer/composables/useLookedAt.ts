import { computed, nextTick, ref, watch, type ComputedRef, type WritableComputedRef } from 'vue'
import { useStatus } from './useStatus'

export interface LookedAt<Row> {
  /** The place of the row that is looked at, or -1. */
  place: WritableComputedRef<number>
  current: ComputedRef<Row | undefined>
  /** Whether something is under way that may take the row from the list. */
  isBusy: Readonly<ComputedRef<boolean>>
  /**
   * Does what may take the row from the list, until the list is there without it: then the next one
   * is looked at in its place. What was done is said.
   */
  withBusy<Done>(
    work: () => Promise<Done | undefined>,
    said: (done: Done) => string,
  ): Promise<Done | undefined>
  /** Whether something is under way, which is said, so that no key is dropped without a word. */
  sayIfBusy(): boolean
  /**
   * Whether the row looked at cannot be decided, which is said: while something is under way, or
   * another list is being read, a key is pressed for a row that is not on show yet.
   */
  sayIfNotYet(): boolean
}

/** Said of a key that is pressed for what is still being read. */
export const NOT_YET = 'Still loading: press again.'

/**
 * Which row of a queue is looked at, known by its key: the first of another list, and of the same
 * list the same, wherever it stands. Where it left by what is done here, the next one takes its
 * place; where others took it out, none is looked at, rather than one that nobody chose.
 * @param listed equal for equal lists
 */
export function useLookedAt<Row>(
  rows: () => readonly Row[],
  { listed, keyOf }: { listed: () => string; keyOf: (row: Row) => string },
): LookedAt<Row> {
  const { announce } = useStatus()
  const chosen = ref<string>()
  const isBusy = ref(false)
  let isPressed = false
  let last = 0
  let list = listed()
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

  function sayIfBusy(): boolean {
    if (!isBusy.value) return false
    isPressed = true
    announce('Still saving: press again.', 'neutral')
    return true
  }

  function sayIfNotYet(): boolean {
    if (sayIfBusy()) return true
    if (list === listed()) return false
    announce(NOT_YET, 'neutral')
    return true
  }

  async function withBusy<Done>(
    work: () => Promise<Done | undefined>,
    said: (done: Done) => string,
  ): Promise<Done | undefined> {
    isBusy.value = true
    isPressed = false
    try {
      const done = await work()
      await nextTick()
      // That it is still being saved may have been said for a blink only.
      const ignored = isPressed ? ' Keys pressed meanwhile were ignored.' : ''
      if (done) announce(said(done) + ignored)
      return done
    } finally {
      isBusy.value = false
    }
  }

  return {
    place,
    withBusy,
    sayIfBusy,
    sayIfNotYet,
    isBusy: computed(() => isBusy.value),
    current: computed(() => rows()[place.value]),
  }
}
