import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { goldenThirds } from '../improve/golden-thirds'

const query = (id: string, text: string) =>
  ({ id, text, tools: ['a'], origin: 'human' }) as GoldenQuery
const MANY = Array.from({ length: 3000 }, (_, at) => query(`q${at}`, `find hotel number ${at}`))

describe('thirds of golden queries', () => {
  it('hold each query once, and about as many each', () => {
    const { choosing, judging, reporting } = goldenThirds(MANY)
    expect(new Set([...choosing, ...judging, ...reporting]).size).toBe(MANY.length)
    for (const third of [choosing, judging, reporting]) {
      expect(third.length).toBeGreaterThan(900)
      expect(third.length).toBeLessThan(1100)
    }
  })

  it('keep a query where it was, whatever is added, and the same text in one', () => {
    const before = goldenThirds(MANY.slice(0, 100))
    const after = goldenThirds([
      ...MANY,
      ...MANY.map(({ text }) => query(`again ${text}`, text.toUpperCase())),
    ])
    expect(after.reporting).toEqual(expect.arrayContaining(before.reporting))
    const texts = (some: readonly GoldenQuery[]): Set<string> =>
      new Set(some.map(({ text }) => text.toLowerCase()))
    const reporting = texts(after.reporting)
    expect([...texts(after.judging)].filter((text) => reporting.has(text))).toEqual([])
  })
})
