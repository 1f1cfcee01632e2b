import { expect, test } from 'vitest'
import { duration } from '../../../src-main/domain/duration'

test('durations read as a person says them', () => {
  expect([850, 4200, 42_000, 185_000, 7_800_000].map(duration)).toEqual([
    '850 ms',
    '4.2 s',
    '42 s',
    '3 min 5 s',
    '2 h 10 min',
  ])
})

test('a duration just short of the next unit is not written as sixty of the smaller one', () => {
  expect([999.7, 9960, 59_700, 239_700, 3_599_700].map(duration)).toEqual([
    '999 ms',
    '10 s',
    '1 min 0 s',
    '4 min 0 s',
    '1 h 0 min',
  ])
})
