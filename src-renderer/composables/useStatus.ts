import { useTimeoutFn } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { sharedState } from './shared-state'

export interface Status {
  text: string
  tone: 'neutral' | 'success' | 'danger'
}

const SHOWN_MS = 6000

/** The line at the window's foot. */
export const useStatus = sharedState('status', () => {
  const passing = shallowRef<Status>()
  const lasting = shallowRef<Status>()
  const passed = () => (passing.value = undefined)
  const { start } = useTimeoutFn(passed, SHOWN_MS, { immediate: false })

  /** Says what was done; gone after a few seconds. Errors belong where they happened. */
  function announce(text: string, tone: Status['tone'] = 'success'): void {
    passing.value = { text, tone }
    start()
  }

  /** Says what is to be read: stays, also when something passing is said over it. */
  function keepShowing(text: string): void {
    passing.value = undefined
    lasting.value = { text, tone: 'neutral' }
  }

  function stopShowing(): void {
    lasting.value = undefined
  }

  /** Takes away the line on show. */
  function dismiss(): void {
    if (passing.value) passing.value = undefined
    else stopShowing()
  }

  const status = computed(() => passing.value ?? lasting.value)
  return { status, announce, keepShowing, stopShowing, dismiss }
})
