import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { estimate } from '../../src-main/evaluation/statistics/statistics'
import { printFigure } from './print'

const SIZES = [50, 200, 1000]
/** Samples drawn of each population: their share is known to ±1.5 points. */
const SAMPLES = 800

/** What one query gives, drawn with a number in 0…1, and the mean of all that could be drawn. */
interface Population {
  name: string
  draw(at: number): number
  mean: number
}

/**
 * Like recall of queries with one right tool, of queries with several, and like a difference that
 * most queries do not feel.
 */
const POPULATIONS: readonly Population[] = [
  { name: 'found or not, 75 %', draw: (at) => (at < 0.75 ? 1 : 0), mean: 0.75 },
  { name: 'found or not, 95 %', draw: (at) => (at < 0.95 ? 1 : 0), mean: 0.95 },
  {
    name: 'recall of three right tools',
    draw: (at) => [0, 1 / 3, 2 / 3, 1][at < 0.1 ? 0 : at < 0.25 ? 1 : at < 0.5 ? 2 : 3] as number,
    mean: 0.15 / 3 + 0.5 / 3 + 0.5,
  },
  {
    name: 'a difference: 6 % fixed, 3 % broken',
    draw: (at) => (at < 0.06 ? 1 : at < 0.09 ? -1 : 0),
    mean: 0.03,
  },
]

/** How often the 95 % interval holds the true mean, over samples drawn anew. */
export async function intervalCoverage(): Promise<void> {
  const random = randomNumbers(1)
  for (const { name, draw, mean } of POPULATIONS) {
    const shares: string[] = []
    for (const size of SIZES) {
      const columns = Array.from({ length: SAMPLES }, () =>
        Float64Array.from({ length: size }, () => draw(random())),
      )
      const intervals = await estimate(columns, () => Promise.resolve())
      const held = intervals.filter(({ ci95: [low, high] }) => low <= mean && mean <= high).length
      shares.push(`${((held / SAMPLES) * 100).toFixed(1)} % of ${size}`)
    }
    printFigure(`95 % interval holds the mean, ${name}`, shares.join(' · '))
  }
}
