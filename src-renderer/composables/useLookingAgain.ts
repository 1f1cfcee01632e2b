import { watch } from 'vue'
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
    if (looking || document.hidden) return
    looking = true
    await look().finally(() => (looking = false))
  }
  watch(
    shown,
    (isShown, _before, onCleanup) => {
      if (!isShown) return
      const onFocus = () => void lookNow()
      window.addEventListener('focus', onFocus)
      const timer = setInterval(() => isAway() && void lookNow(), LOOK_EVERY_MS)
      onCleanup(() => {
        window.removeEventListener('focus', onFocus)
        clearInterval(timer)
      })
    },
    { immediate: true },
  )
}
