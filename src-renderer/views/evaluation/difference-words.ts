import type { Difference } from '../../../src-main/domain/comparison'
import type { MeasureInfo } from '../../../src-main/domain/measure'
import { formatCount, plural } from '../../words/number-words'
import { differenceText } from './measure-words'

/** Whether a run is better or worse than the baseline; `unclear` where the interval of the difference holds 0. */
export type Verdict = 'better' | 'worse' | 'unclear'

export function verdictOf(
  { ci95: [low, high] }: Difference,
  { better }: Pick<MeasureInfo, 'better'>,
): Verdict {
  if (low <= 0 && high >= 0) return 'unclear'
  return low > 0 === (better === 'higher') ? 'better' : 'worse'
}

export const verdictWords: Readonly<Record<Verdict, string>> = {
  better: 'clearly better',
  worse: 'clearly worse',
  unclear: 'not clear',
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
  { name, info, difference }: { name: string; info: MeasureInfo; difference: Difference },
): string {
  const by = `${name} ${differenceText(info, difference.mean)} ${intervalText(difference, info)}`
  const verdict = verdictOf(difference, info)
  if (verdict === 'unclear')
    return `No clear difference between ${labels.run} and ${labels.baseline}: ${by}`
  const verb = verdict === 'better' ? 'is clearly better' : 'is clearly worse'
  return `${labels.run} ${verb} than ${labels.baseline}: ${by}`
}
