import { ref, type Ref } from 'vue'

export interface Status {
  text: string
  tone: 'neutral' | 'success' | 'danger'
}

const SHOWN_MS = 6000

const status = ref<Status>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Says in the status line what was done; gone after a few seconds. Errors belong where they happened. */
function announce(text: string, tone: Status['tone'] = 'success'): void {
  status.value = { text, tone }
  clearTimeout(timer)
  timer = setTimeout(() => (status.value = undefined), SHOWN_MS)
}

export function useStatus(): { status: Ref<Status | undefined>; announce: typeof announce } {
  return { status, announce }
}
