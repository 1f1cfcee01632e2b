import type { Ask } from '../pipeline/ask'
import type { Clock } from '../ports/clock'
import type { Call } from './app'

/** Told how many of how many are done. */
export type OnTools = (done: number, total: number) => void

/** Tells a call how many of what are done, by the name of what is being done. */
export const counting =
  (emit: Call['emit'], what: string, unit: string): OnTools =>
  (done, total) =>
    emit({ what, done, total, unit })

/** What takes no longer than this is not worth a word, in ms. */
const UNSAID_MS = 500

const reporting =
  (what: string) =>
  ({ emit }: Pick<Call, 'emit'>, clock: Clock): OnTools => {
    const beganMs = clock.elapsedMs()
    return (done, total) => {
      if (clock.elapsedMs() - beganMs > UNSAID_MS) emit({ what, done, total })
    }
  }

/** What a call tells while the catalog is read, where that takes a while. */
export const readingTools = reporting('Reading tools')

/** What a call tells while the tokens of definitions are counted, where that takes a while. */
export const countingTokens = reporting('Counting tokens')

/** A model that is asked, with what it is asked told twice a second for as long as it is, and how many calls are done. */
export function tellingCalls(
  ask: Ask,
  { emit, clock }: Pick<Call, 'emit'> & { clock: Clock },
): Ask {
  let done = 0
  return async (prompt, input, asking) => {
    const what = `Asking the model: ${prompt.title ?? prompt.id}`
    const stop = clock.every(UNSAID_MS, () => emit({ what, done, unit: 'calls' }))
    try {
      return await ask(prompt, input, asking)
    } finally {
      stop()
      done++
    }
  }
}
