import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Run } from '../../domain/run/run'
import { pythonSampleOf } from '../../evaluation/samples/python-sample'
import { sampleOf } from '../../evaluation/statistics/random'

/** Draws of any queries the share that the sample is of `of` queries; at the least one. */
export function sampledBy(sample: Run['sample'], of: number) {
  if (!sample) return (queries: GoldenQuery[]) => queries
  const draw = sample.drawnBy === 'python' ? pythonSampleOf : sampleOf
  return (queries: GoldenQuery[]) => {
    const size = Math.max(1, Math.round((sample.size * queries.length) / of))
    return draw(queries, size, sample.seed)
  }
}
