import { expect, it, test } from 'vitest'
import { bytesText, duration } from '../../../../src-main/domain/value/quantity'

it.each([
  [0, '0 bytes'],
  [640, '640 bytes'],
  [999.6, '1.0 kB'],
  [1_310_720, '1.3 MB'],
  [45_949_216, '45.9 MB'],
  [99_950_000, '100 MB'],
  [274_302_450, '274 MB'],
  [999_600_000, '1.0 GB'],
  [4_683_087_332, '4.7 GB'],
  [5e17, '500000 TB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

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
