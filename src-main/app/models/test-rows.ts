import type { ModelTestRow } from '../../contract/model'
import { duration } from '../../domain/value/quantity'
import type { AppContext } from '../context'

/** What a test of a model asks. */
export type TestContext = Pick<AppContext, 'embedders' | 'languageModels' | 'clock' | 'settings'>

/** Beyond this, someone who waits for a query looks away, in ms. */
const MOST_PATIENT_MS = 1000

export const firstAnswer = (ms: number): ModelTestRow => ({
  what: 'First answer',
  outcome: 'good',
  found: duration(ms),
  meaning: 'Where the model was not in memory yet, this includes loading it.',
})

export function roundTrip(times: readonly number[]): ModelTestRow {
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const isQuick = median <= MOST_PATIENT_MS
  return {
    what: 'Round trip',
    outcome: isQuick ? 'good' : 'poor',
    found: duration(median),
    meaning: isQuick
      ? `The middle of ${times.length}: what a query waits for one request to it.`
      : 'Every query waits this long for each request to it: a smaller model answers faster.',
  }
}
