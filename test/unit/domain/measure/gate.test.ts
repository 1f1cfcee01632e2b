import { describe, expect, it } from 'vitest'
import { gateResult, gateText, parseGate } from '../../../../src-main/domain/measure/gate'

const measures = { 'Recall@5': { mean: 0.85, ci95: [0.8, 0.9] as [number, number] } }

describe('a gate', () => {
  it('is a measure, a sign and a bound', () => {
    expect(parseGate('Recall@5>=0.85')).toEqual({ measure: 'Recall@5', sign: '>=', bound: 0.85 })
    expect(gateText(parseGate(' LengthDifference < 1 '))).toBe('LengthDifference < 1')
  })

  for (const text of ['', 'Recall@5', '>=0.5', 'Recall@5=0.5', 'Recall@5>=high', 'a b>=1']) {
    it(`is not ${JSON.stringify(text)}`, () => {
      expect(() => parseGate(text)).toThrow(expect.objectContaining({ code: 'bad-input' }))
    })
  }

  it('is passed at its bound where the sign says so, and never by a measure that is not there', () => {
    const passes = (text: string) => gateResult({ measures }, parseGate(text)).isPassed
    expect(['>=', '<=', '>', '<'].map((sign) => passes(`Recall@5${sign}0.85`))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([passes('Recall@5>=0.9'), passes('Recall@7>=0')]).toEqual([false, false])
  })
})
