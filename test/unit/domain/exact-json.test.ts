import { expect, it } from 'vitest'
import { canonical } from '../../../src-main/domain/value/canonical'
import { parseExact } from '../../../src-main/domain/value/exact-json'

it.each([
  '{"id":1234567890123456789}',
  '{"maximum":9223372036854775807,"enum":[-9223372036854775808,1,0.5]}',
  '[9007199254740993,9007199254740991,"1234567890123456789"]',
])('reads and writes %s as it is', (text) => {
  expect(JSON.stringify(parseExact(text))).toBe(text)
})

it('makes a bigint only of an integer that a number would round', () => {
  expect(parseExact('[9007199254740991,9007199254740993,1e300,0.1234567890123456]')).toEqual([
    9007199254740991,
    9007199254740993n,
    1e300,
    0.1234567890123456,
  ])
})

it('keeps all digits where keys are put in order', () => {
  expect(canonical(parseExact('{"b":1234567890123456789,"a":1}'))).toBe(
    '{"a":1,"b":1234567890123456789}',
  )
})

it('makes no bigint of what was a number when it was written', () => {
  const numbers = [1e20, 2 ** 53, 2 ** 60, 1.2345678901234568e20, -1e18, 1e21, Number.MAX_VALUE]
  expect(parseExact(JSON.stringify(numbers))).toEqual(numbers)
})

it.each(['"1234567890123456789"', '{"1234567890123456789":1}', '[0.12345678901234567890]'])(
  'makes no bigint of the digits in %s',
  (text) => {
    expect(parseExact(text)).toEqual(JSON.parse(text))
  },
)

it.each(['-1234567890123456789', ' [ 1234567890123456789 ] ', '{"a" :\n1234567890123456789\n}'])(
  'finds the integer in %j',
  (text) => {
    expect(JSON.stringify(parseExact(text))).toBe(text.replaceAll(/\s/g, ''))
  },
)
