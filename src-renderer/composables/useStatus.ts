import { computed, ref, type ComputedRef } from 'vue'

export interface Status {
  text: string
  tone: 'neutral' | 'success' | 'danger'
}

const SHOWN_MS = 6000

const passing = ref<Status>()
const lasting = ref<Status>()
const status = computed(() => passing.value ?? lasting.value)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says in the status line what was done; gone after a few seconds. Errors belong where they happened. */
function announce(text: string, tone: Status['tone'] = 'success'): void {
  passing.value = { text, tone }
  clearTimeout(timer)
  timer = setTimeout(() => (passing.value = undefined), SHOWN_MS)
}

/** Says in the status line what is to be read: stays, also when something passing is said over it. */
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

interface StatusLine {
  status: ComputedRef<Status | undefined>
  announce: typeof announce
  keepShowing: typeof keepShowing
  stopShowing: typeof stopShowing
  dismiss: typeof dismiss
}

export function useStatus(): StatusLine {
  return { status, announce, keepShowing, stopShowing, dismiss }
}
