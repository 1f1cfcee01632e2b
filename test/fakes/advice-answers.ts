import type { Advice } from '../../src-main/domain/run/advice'
import type { Answers } from './bridge-script'

/** An advice as the app gives it, of which a test names what it is about. */
export const sampleAdvice = (changes: Partial<Advice> = {}): Advice => ({
  target: { recall: 0.5 },
  firstRecall: 0.5,
  verdict: 'reached',
  chosen: {
    run: 'run-1',
    k: 4,
    recall: { mean: 0.93, ci95: [0.91, 0.94] },
    tokens: 560,
    simultaneous: [0.9, 0.95],
  },
  queries: 120,
  points: 10,
  tokenizer: 'o200k_base',
  ...changes,
})

/** The first run is always good enough at k = 1; of curves nothing more is known than runs say. */
export const adviceAnswers: Answers = {
  'evaluation.advise': ({ runs: [run = ''], chosen = { run, k: 1 } }) =>
    sampleAdvice({ chosen: { ...sampleAdvice().chosen, ...chosen } }),
  'evaluation.at': () => [],
  'evaluation.outdated': () => ({}),
  'evaluation.bands': () => [],
}
