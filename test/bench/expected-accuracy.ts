import { sampledAccuracy } from '../fixtures/sampled-accuracy'
import { printFigure } from './print'

/** Drawn of each size: the share of intervals that hold is known to ±1.7 points. */
const SAMPLES = Number(process.env['SAMPLES'] ?? 800)
const SIZES = [
  { queries: 150, asked: 60 },
  { queries: 600, asked: 20 },
]

/**
 * How often the intervals of expected accuracy hold what is true of all points at once, and lie
 * above it.
 */
export async function expectedAccuracy(): Promise<void> {
  for (const size of SIZES) {
    const { whole, above, wronglyReached } = await sampledAccuracy({ ...size, samples: SAMPLES })
    const share = (part: number) => `${(100 * part).toFixed(1)} %`
    printFigure(
      `expected accuracy, ${size.queries} queries, the agent asked ${size.asked}: all intervals hold · a bound too high · wrongly “reached”`,
      [whole, above, wronglyReached].map(share).join(' · '),
      '95 % · at most 2.5 % · at most 2.5 %',
    )
  }
}
