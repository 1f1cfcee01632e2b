import { plainText } from '../value/plain-text'
import type { Comparison } from './comparison'
import { markedName } from './remarks'
import type { Run } from './run'
import {
  bestOf,
  groundsOf,
  mainCutoff,
  repeatedText,
  verdictText,
  verdictOf,
  verdictOnOne,
  type PairInVerdict,
  type RunInVerdict,
} from './verdict'

/** A run, and what it is called. */
interface Named {
  run: Run
  label: string
}

interface Measured {
  runs: readonly Named[]
  baseline?: Named | undefined
  comparisons: readonly Comparison[]
  /** The k to tell of, where all have it; else the middle one of those they have. */
  k?: number | undefined
  /** What else there is to say of the runs beside the baseline. */
  more: (pairs: readonly PairInVerdict[], k: number | undefined) => string[]
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
    ...said.map(verdictText).filter(Boolean),
    ...measured.more(pairs, k),
    ...comparisons.flatMap(({ run, refused }) =>
      refused ? [refusedText(nameIn(runs, run), refused)] : [],
    ),
    ...repeatedText(first.run),
  ]
}

/** The cut-offs that all runs have which have any. */
function commonCutoffs(runs: readonly Named[]): number[] {
  const [first = [], ...others] = runs.map(({ run: { k } }) => k).filter((k) => k.length > 0)
  return first.filter((k) => others.every((other) => other.includes(k)))
}

const pairsOf = ({
  runs,
  baseline,
  comparisons,
}: Pick<Measured, 'runs' | 'baseline' | 'comparisons'>): PairInVerdict[] =>
  comparisons.flatMap((comparison) => {
    const found = runs.find(({ run }) => run.id === comparison.run)
    return found && baseline ? [{ run: told(found), baseline: told(baseline), comparison }] : []
  })

const told = ({ run, label }: Named): RunInVerdict => ({
  label: markedName(plainText(label), run),
  run,
})

const nameIn = (runs: readonly Named[], id: string): string | undefined =>
  runs.find(({ run }) => run.id === id)?.label

const refusedText = (
  name: string | undefined,
  { message, fix }: NonNullable<Comparison['refused']>,
): string =>
  [...(name === undefined ? [] : [`${plainText(name)}:`]), message, ...(fix ? [fix] : [])].join(' ')
