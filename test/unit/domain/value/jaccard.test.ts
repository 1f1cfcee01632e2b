import { expect, it } from 'vitest'
import { jaccard } from '../../../../src-main/domain/value/jaccard'

it.each([
  { one: 'abc', other: 'abc', share: 1 },
  { one: 'abc', other: 'bcd', share: 0.5 },
  { one: 'a', other: 'abcd', share: 0.25 },
  { one: 'ab', other: 'cd', share: 0 },
  { one: '', other: 'a', share: 0 },
  { one: '', other: '', share: 0 },
])('“$one” and “$other” have $share in common', ({ one, other, share }) => {
  expect(jaccard(new Set(one), new Set(other))).toBe(share)
  expect(jaccard(new Set(other), new Set(one))).toBe(share)
})
