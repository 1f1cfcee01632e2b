import { expect, test } from 'vitest'
import { ageText } from '../../../../src-renderer/words/age-words'

test('how long ago a moment was is said in the largest whole unit', () => {
  const now = Date.parse('2026-06-30T12:00:00Z')
  const ages = ['2026-06-30T01:00:00Z', '2026-06-29T01:00:00Z', '2026-06-01T12:00:00Z']
  const older = ['2026-05-31T01:00:00Z', '2024-01-01T00:00:00Z', undefined]
  expect([...ages, ...older].map((moment) => ageText(moment, now))).toEqual([
    'today',
    'a day ago',
    '29 days ago',
    'a month ago',
    '2 years ago',
    'unknown',
  ])
})
