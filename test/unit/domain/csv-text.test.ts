import { expect, it } from 'vitest'
import { csvText } from '../../../src-main/domain/csv-text'

it('a text that would be a formula is made inert, a number below 0 stays a number', () => {
  expect(csvText([['=1+1', -0.25, '-0.25', '＝x']])).toBe("'=1+1,-0.25,'-0.25,'＝x\r\n")
})

it('cells that hold the delimiter, quotes, line ends or white space at an end are quoted', () => {
  expect(csvText([['a;b', 'say "x"', 'two\nlines', ' x', 'plain']], ';')).toBe(
    '"a;b";"say ""x""";"two\nlines";" x";plain\r\n',
  )
})
