import type { QueryPlan } from '../../domain/query/query'
import type { Progress } from '../../contract/reply'
import type { Ask } from '../../pipeline/ask'
import { mostCalls, type AnyPipeline } from '../../pipeline/stage'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'

/** How many of how many are done. */
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

/** Who is told what is waited for, and by which clock. */
type ProgressTarget = Pick<Call, 'emit'> & { clock: Clock }

/** Waits for work, and tells twice a second what it is. */
export async function telling<Result>(
  progress: () => Progress,
  { emit, clock }: ProgressTarget,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = clock.every(UNSAID_MS, () => emit(progress()))
  try {
    return await work()
  } finally {
    stop()
  }
}

/**
 * A model asked by a pipeline: told are the question it works on, how many it answered, and how
 * many there are at most, as soon as that is known: where it depends on the steps of a plan, with
 * `onPlan`.
 */
export function tellingCalls(
  ask: Ask,
  pipeline: AnyPipeline,
  told: ProgressTarget,
): { ask: Ask; onPlan: (plan: QueryPlan) => void } {
  const ofOneStep = mostCalls(pipeline, 1)
  const ofTwo = mostCalls(pipeline, 2)
  let atMost = ofOneStep === ofTwo ? ofOneStep : undefined
  let done = 0
  return {
    ask(prompt, input, asking) {
      const what = `Asking the model: ${prompt.title ?? prompt.id}`
      const progress = () => ({ what, done, atMost, unit: 'calls' })
      return telling(progress, told, () => ask(prompt, input, asking)).finally(() => done++)
    },
    onPlan: ({ steps }) => (atMost = mostCalls(pipeline, steps.length)),
  }
}
