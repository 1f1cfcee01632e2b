import type { Comparison } from '../../domain/run/comparison'
import { markedName } from '../../domain/run/remarks'
import type { Run } from '../../domain/run/run'
import {
  bestOf,
  groundsOf,
  mainCutoff,
  repeatedText,
  saidText,
  verdictOf,
  verdictOnOne,
  type ToldPair,
  type ToldRun,
} from '../../domain/run/verdict'
import { plainText } from './print-table'

/** Called as they are in what is printed. */
interface Measured {
  runs: readonly Run[]
  baseline?: Run | undefined
  comparisons: readonly Comparison[]
  /** The k to tell of, where all have it; else the middle one of those they have. */
  k?: number | undefined
  /** What else there is to say of the runs beside the baseline. */
  more?: (pairs: readonly ToldPair[], k: number | undefined) => string[]
}

/**
 * What is to be said first: which run is best and by how much, or what the only one reaches;
 * nothing where nothing was measured.
 */
export function verdictLines(measured: Measured): string[] {
  const { runs, baseline, comparisons, k: wanted } = measured
  const [first] = runs
  if (!first) return []
  const common = commonCutoffs(baseline ? [...runs, baseline] : runs)
  const k = common.find((each) => each === wanted) ?? mainCutoff(common)
  const pairs = pairsOf({ runs, baseline, comparisons })
  const best = bestOf(pairs, k)
  const said = best
    ? [verdictOf(best, k), groundsOf(pairs, { k })]
    : runs.map((run) => verdictOnOne(told(run), k))
  return [
    ...said.map(saidText).filter(Boolean),
    ...(measured.more?.(pairs, k) ?? []),
    ...comparisons.flatMap(({ run, refused }) =>
      refused
        ? [
            refusedText(
              runs.find(({ id }) => id === run),
              refused,
            ),
          ]
        : [],
    ),
    ...repeatedText(first),
  ]
}

/** The cut-offs that all runs have which have any. */
function commonCutoffs(runs: readonly Run[]): number[] {
  const [first = [], ...others] = runs.map(({ k }) => k).filter((k) => k.length > 0)
  return first.filter((k) => others.every((other) => other.includes(k)))
}

const pairsOf = ({ runs, baseline, comparisons }: Measured): ToldPair[] =>
  comparisons.flatMap((comparison) => {
    const run = runs.find(({ id }) => id === comparison.run)
    return run && baseline ? [{ run: told(run), baseline: told(baseline), comparison }] : []
  })

const told = (run: Run): ToldRun => ({ label: markedName(plainText(run.recipe), run), run })

const refusedText = (
  run: Run | undefined,
  { message, fix }: NonNullable<Comparison['refused']>,
): string =>
  [...(run ? [`${plainText(run.recipe)}:`] : []), message, ...(fix ? [fix] : [])].join(' ')
