import { describe, expect, it } from 'vitest'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import { requireVector, unitLength } from '../../../../src-main/domain/model/vector'

describe('a required vector', () => {
  it('passes with the right length and finite values', () => {
    expect(() => requireVector(Float32Array.of(0, -1), 2, 'the query')).not.toThrow()
  })

  it.each([
    ['too short', [1], 'The vector of the query has 1 dimensions instead of 2.'],
    ['too long', [1, 2, 3], 'has 3 dimensions instead of 2'],
    ['with NaN', [1, NaN], 'no finite number'],
    ['with an infinity', [1, Infinity], 'no finite number'],
  ])('is refused %s', (_, values, said) => {
    expect(() => requireVector(Float32Array.from(values), 2, 'the query')).toThrow(
      expect.objectContaining({
        code: 'bad-input',
        message: expect.stringContaining(said),
        fix: expect.stringContaining('index the catalog again'),
      }),
    )
  })
})

describe('unit length', () => {
  it('keeps a vector’s direction', () => {
    expect(unitLength(Float32Array.of(3, 4))).toEqual(Float32Array.of(0.6, 0.8))
    expect(unitLength(Float32Array.of(0, -2))).toEqual(Float32Array.of(0, -1))
  })

  it('is what it was with Math.hypot, to the last bit', () => {
    const random = randomNumbers(1)
    for (let trial = 0; trial < 200; trial++) {
      const vector = Float32Array.from({ length: 256 }, () => (random() - 0.5) * 10 ** (trial % 9))
      const length = Math.hypot(...vector)
      expect(unitLength(vector)).toEqual(vector.map((value) => value / length))
    }
  })

  it('leaves zeros as they are', () => {
    expect(unitLength(Float32Array.of(0, 0))).toEqual(Float32Array.of(0, 0))
  })
})
