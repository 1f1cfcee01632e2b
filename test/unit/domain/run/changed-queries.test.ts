import { expect, it } from 'vitest'
import {
  CHANGED_SHOWS,
  isChanged,
  isChangedShow,
} from '../../../../src-main/domain/run/changed-queries'

const kindsOf = (before: number, after: number) =>
  CHANGED_SHOWS.filter((show) => isChanged[show]({ before, after }))

it.each([
  [0.5, 1, ['fixed', 'differing']],
  [1, 0, ['broken', 'differing']],
  [0, 0.5, ['partly-better', 'differing']],
  [0.5, 0, ['partly-worse', 'differing']],
  [0.5, 0.5, ['equal']],
  [1, 1, ['equal']],
])('a query of recall %f and then %f is of the kinds %j', (before, after, kinds) => {
  expect(kindsOf(before, after)).toEqual(kinds)
})

it('kinds beside a baseline are told from others', () => {
  expect(['fixed', 'equal', 'all', 'failed'].map(isChangedShow)).toEqual([true, true, false, false])
})
