import type { ActionAnswer } from '../../../src-main/features/actions'
import { formatCount, plural } from '../../words/number-words'

/** What came of asking about tools, in a sentence. */
export function doneText(done: ActionAnswer<'fields.standardise'>): string {
  const { asked, written, refusals, withData, passedOver, gone, left } = done
  const others = [
    [withData, 'came with fields of their own'],
    [passedOver, 'passed over'],
    [gone, 'no longer in the catalog'],
    [left, 'left: standardise again to go on'],
  ] as const
  return [
    `${plural(asked, 'tool')} asked about: ${formatCount(written)} standardised, ${formatCount(refusals)} refused.`,
    ...others.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}.`] : [])),
  ].join(' ')
}
