import { describe, expect, it } from 'vitest'
import { csvText, withFormula, withoutFormula } from '../../../../src-main/domain/value/csv'

it('a text that would be a formula is made inert, a number below 0 stays a number', () => {
  expect(csvText([['=1+1', -0.25, '-0.25', '＝x']])).toBe("'=1+1,-0.25,'-0.25,'＝x\r\n")
})

it('cells that hold the delimiter, quotes, line ends or white space at an end are quoted', () => {
  expect(csvText([['a;b', 'say "x"', 'two\nlines', ' x', 'plain']], ';')).toBe(
    '"a;b";"say ""x""";"two\nlines";" x";plain\r\n',
  )
})

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1', '＋1', '－1', '＠x']

describe('text that a spreadsheet would run', () => {
  it.each([...FORMULAS, "'=1", "''=1"])(
    'begins with an apostrophe, which is taken away again: %j',
    (text) => {
      expect(withoutFormula(text)).toBe(`'${text}`)
      expect(withFormula(withoutFormula(text))).toBe(text)
    },
  )

  it.each(['a=b', ' =1', "'tis", "'", '', '5-3', 'e-mail'])(
    'is let alone where it is none: %j',
    (text) => {
      expect(withoutFormula(text)).toBe(text)
      expect(withFormula(text)).toBe(text)
    },
  )
})
