import { expect, test } from 'vitest'
import {
  formatCount,
  formatLatency,
  formatMeasure,
  formatScore,
  formatShare,
  formatTokens,
  plural,
} from '../../../../src-renderer/words/number-words'

test('measures have three decimals and counts thousands separators', () => {
  expect(formatMeasure(0.5)).toBe('0.500')
  expect(formatCount(14952)).toBe('14,952')
})

test('a small score keeps three significant digits, where two decimals would read as nothing', () => {
  expect([17.4123, 0.016393, 0].map(formatScore)).toEqual(['17.41', '0.0164', '0'])
})

test('a latency too short to write is not written as none', () => {
  expect([0.01, 3.24, 1204.4].map(formatLatency)).toEqual(['< 0.1', '3.2', '1,204'])
})

test('shares are percent, and one of a thing is singular', () => {
  expect(formatShare(0.951)).toBe('95.1 %')
  expect([plural(1, 'query', 'queries'), plural(2, 'query', 'queries')]).toEqual([
    '1 query',
    '2 queries',
  ])
})

test('tokens that were estimated are about as many', () => {
  expect([formatTokens(1234), formatTokens(1234, true)]).toEqual(['1,234', 'about 1,234'])
})
