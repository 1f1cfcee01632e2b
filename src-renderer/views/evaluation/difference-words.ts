import { cautionOnDifference } from '../../../src-main/domain/caution'
import type { Difference } from '../../../src-main/domain/comparison'
import type { MeasureInfo } from '../../../src-main/domain/measure'
import { formatCount, plural } from '../../words/number-words'
import { differenceText } from './measure-words'

/**
 * Whether a run is better or worse than the baseline; `unclear` where the interval of the difference holds 0, `few` where
 * too few queries, or too few that differ, stand behind it.
 */
export type Verdict = 'better' | 'worse' | 'unclear' | 'equal' | 'few'

export function verdictOf(
  difference: Difference,
  { better }: Pick<MeasureInfo, 'better'>,
  queries: number,
): Verdict {
  const [low, high] = difference.ci95
  if (difference.wins + difference.losses === 0) return 'equal'
  if (cautionOnDifference(difference, queries) !== undefined) return 'few'
  if (low <= 0 && high >= 0) return 'unclear'
  return low > 0 === (better === 'higher') ? 'better' : 'worse'
}

export const verdictWords: Readonly<Record<Verdict, string>> = {
  better: 'clearly better',
  worse: 'clearly worse',
  unclear: 'not clear',
  equal: 'no difference',
  few: 'too few to tell',
}

/** `[+0.009, +0.026]` */
export const intervalText = ({ ci95 }: Difference, info: MeasureInfo): string =>
  `[${ci95.map((end) => differenceText(info, end)).join(', ')}]`

/** `Better in 46 queries, equal in 638, worse in 16.` */
export const winsText = ({ wins, ties, losses }: Difference): string =>
  `Better in ${plural(wins, 'query', 'queries')}, equal in ${formatCount(ties)}, worse in ${formatCount(losses)}.`

/** How two runs compare by one measure, in a sentence without its full stop. */
export function differenceSentence(
  labels: { run: string; baseline: string },
  { name, info, difference, queries }: Compared,
): string {
  const by = `${name} ${differenceText(info, difference.mean)} ${intervalText(difference, info)}`
  const verdict = verdictOf(difference, info, queries)
  const both = `${labels.run} and ${labels.baseline}`
  if (verdict === 'equal') return `No difference between ${both} by ${name}`
  if (verdict === 'few') return `Too few queries to tell ${both} apart: ${by}`
  if (verdict === 'unclear') return `No clear difference between ${both}: ${by}`
  return `${labels.run} is clearly ${verdict} than ${labels.baseline}: ${by}`
}

/** Two runs compared by one measure. */
interface Compared {
  name: string
  info: MeasureInfo
  difference: Difference
  /** That both were measured on. */
  queries: number
}
