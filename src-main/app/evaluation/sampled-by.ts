import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Run } from '../../domain/run/run'
import { sampleOf } from '../../evaluation/statistics/random'

/**
 * Draws of any queries the share that the sample is of `of` queries; at the least one.
 * @throws Problem as {@link requireOwnDraw}.
 */
export function sampledBy(sample: Run['sample'], of: number) {
  requireOwnDraw(sample)
  if (!sample) return (queries: GoldenQuery[]) => queries
  return (queries: GoldenQuery[]) => {
    const size = Math.max(1, Math.round((sample.size * queries.length) / of))
    return sampleOf(queries, size, sample.seed)
  }
}

/** @throws Problem `bad-input` for a sample that only earlier programs could draw. */
export function requireOwnDraw(sample: Run['sample']): void {
  if (!sample?.drawnBy) return
  throw new Problem(
    'bad-input',
    `The ${sample.size} queries with seed ${sample.seed} were drawn as Python does, and Pegboard no longer draws so.`,
    `Measure a sample that Pegboard draws, of other queries: pegboard eval … --sample ${sample.size} --seed ${sample.seed}, or Measure a sample only under Evaluate.`,
  )
}
