import type { MeasureInfo } from '../../../src-main/domain/measure/measure'
import type { Difference } from '../../../src-main/domain/run/comparison'
import { formatCount, plural } from '../../words/number-words'
import { differenceText } from './measure-words'

/** `[+0.009, +0.026]` */
export const intervalText = ({ ci95 }: Difference, info: MeasureInfo): string =>
  `[${ci95.map((end) => differenceText(info, end)).join(', ')}]`

/** `Better in 46 queries, equal in 638, worse in 16.` */
export const winsText = ({ wins, ties, losses }: Difference): string =>
  `Better in ${plural(wins, 'query', 'queries')}, equal in ${formatCount(ties)}, worse in ${formatCount(losses)}.`
