import type { FieldOrigin, FieldState } from '../../../../src-main/contract/field'
import type { ActionAnswer } from '../../../../src-main/app/actions'
import { formatCount, plural } from '../../../words/number-words'

/** In the order in which they are told. */
export const STATES: readonly FieldState[] = ['data', 'written', 'stale', 'refused', 'none']

const STATE_TEXTS: Readonly<Record<FieldState, string>> = {
  data: 'came with fields of their own',
  written: 'described by a model',
  stale: 'changed since a model described them',
  refused: 'refused',
  none: 'not standardised',
}

export const stateText = (state: FieldState, count: number): string =>
  `${formatCount(count)} ${STATE_TEXTS[state]}`

/** Whose words a field is in. */
export const ORIGIN_TEXTS: Readonly<Record<FieldOrigin, string>> = {
  author: 'corrected by you',
  data: 'came with the data',
  model: 'written by a model',
  definition: 'as defined',
}

/** What came of asking about tools, in a sentence. */
export function doneText(done: ActionAnswer<'fields.standardise'>): string {
  const { asked, written, refusals, withData, passedOver, gone, left } = done
  const others = [
    [withData, 'came with fields of their own'],
    [passedOver, 'passed over'],
    [gone, 'in the catalog no more'],
    [left, 'left: standardise again to go on'],
  ] as const
  return [
    `${plural(asked, 'tool')} asked about: ${formatCount(written)} standardised, ${formatCount(refusals)} refused.`,
    ...others.flatMap(([count, what]) => (count > 0 ? [`${formatCount(count)} ${what}.`] : [])),
  ].join(' ')
}
