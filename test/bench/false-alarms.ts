import type { Comparison } from '../../src-main/domain/run/comparison'
import { correctedFor, type Tested } from '../../src-main/evaluation/compare'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { randomisationTests } from '../../src-main/evaluation/statistics/randomisation'
import { printFigure } from './print'

const SIZES = [50, 200, 1000]
/** Pairs of runs that are alike, drawn of each population: their share is known to ±1 point. */
const SAMPLES = 2_000
/** Runs that are alike, all held against one baseline. */
const TOGETHER = 5

/**
 * What one query differs by, drawn with a number in 0…1, where the two runs are alike on the whole.
 */
interface Population {
  name: string
  draw(at: number): number
}

const POPULATIONS: readonly Population[] = [
  { name: '3 % fixed, 3 % broken', draw: (at) => (at < 0.03 ? 1 : at < 0.06 ? -1 : 0) },
  { name: '20 % fixed, 20 % broken', draw: (at) => (at < 0.2 ? 1 : at < 0.4 ? -1 : 0) },
  {
    name: 'parts of three right tools, either way',
    draw: (at) =>
      at < 0.3 ? Math.ceil(at * 10) / 3 : at < 0.6 ? -Math.ceil((at - 0.3) * 10) / 3 : 0,
  },
  { name: 'tokens, either way', draw: (at) => 400 * (at - 0.5) },
]

const noPause = () => Promise.resolve()

/**
 * How often the randomisation test calls a difference clear between runs that are alike: once in
 * twenty at most.
 */
export async function falseAlarms(): Promise<void> {
  const random = randomNumbers(1)
  for (const { name, draw } of POPULATIONS) {
    const alone: string[] = []
    const together: string[] = []
    for (const size of SIZES) {
      const ps: number[] = []
      for (let sample = 0; sample < SAMPLES; sample++) {
        ps.push(
          ...(
            await randomisationTests(
              [Float64Array.from({ length: size }, () => draw(random()))],
              noPause,
            )
          ).map(({ p }) => p),
        )
      }
      alone.push(`${share(ps.filter((p) => p < 0.05).length / ps.length)} of ${size}`)
      together.push(`${share(falseInFamilies(ps))} of ${size}`)
    }
    printFigure(`called clear by chance, ${name}`, alone.join(' · '), 'at most 5 %')
    printFigure(
      `  any of ${TOGETHER} runs tested together, corrected`,
      together.join(' · '),
      'at most 5 %',
    )
  }
}

/** How often any of several runs is called clear, each family of them corrected. */
function falseInFamilies(ps: readonly number[]): number {
  const families = Array.from({ length: ps.length / TOGETHER }, (_, at) =>
    correctedFor(ps.slice(at * TOGETHER, (at + 1) * TOGETHER).map(comparisonOf)),
  )
  const isAlarm = ({ measures }: Comparison) => (measures['Recall']?.corrected ?? 1) < 0.05
  return families.filter((family) => family.some(isAlarm)).length / families.length
}

const comparisonOf = (p: number, at: number): Tested => ({
  baseline: 'baseline',
  run: String(at),
  queries: 0,
  few: false,
  onlyBaseline: [],
  onlyRun: [],
  measures: {
    Recall: {
      mean: 0,
      ci95: [0, 0],
      wins: 0,
      ties: 0,
      losses: 0,
      p,
      corrected: p,
      tested: 1,
      standardError: 0,
      told: { level: 0.95, interval: [0, 0] },
      intervals: NONE,
    },
  },
})

/** None is looked at. */
const NONE = Array.from({ length: TOGETHER }, (): [number, number] => [0, 0])

const share = (value: number): string => `${(value * 100).toFixed(1)} %`
