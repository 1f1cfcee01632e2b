import { describe, expect, it } from 'vitest'
import { withFormula, withoutFormula } from '../../../src-main/domain/formula-cell'

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
