import { useEventListener, useIntervalFn } from '@vueuse/core'
import { useShown } from './useShown'

/**
 * How often what is away is looked for, in ms: as long as one waits for a program that one has just
 * started.
 */
const LOOK_EVERY_MS = 5000

/**
 * Looks again whenever the window is turned to, and every few seconds while `isAway`, as long as
 * the component is on show. One look ends before the next begins.
 */
export function useLookingAgain(look: () => Promise<void>, isAway: () => boolean): void {
  const shown = useShown()
  let looking = false
  const lookNow = async () => {
    if (looking || !shown.value || document.hidden) return
    looking = true
    await look().finally(() => (looking = false))
  }
  useEventListener('focus', lookNow)
  useIntervalFn(() => isAway() && void lookNow(), LOOK_EVERY_MS)
}
