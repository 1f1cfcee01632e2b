import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedInTurns } from '../../../../src-main/domain/value/sorted-in-turns'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'

const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank

test('sorts few as toSorted does, and leaves the items as they were', async () => {
  const ranked = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 5 }), id: fc.nat() }))
  await fc.assert(
    fc.asyncProperty(ranked, async (items) => {
      const before = [...items]
      const sorted = await sortedInTurns(items, byRank, () => Promise.resolve())
      expect(sorted).toEqual(items.toSorted(byRank))
      expect(items).toEqual(before)
    }),
  )
})

test.each([16_384, 16_385, 60_000])('sorts %i as toSorted does, in turns', async (count) => {
  const random = randomNumbers(1)
  const items = Array.from({ length: count }, (_, id) => ({ id, rank: Math.floor(random() * 99) }))
  let turns = 0
  const sorted = await sortedInTurns(items, byRank, async () => void turns++)
  expect(sorted).toEqual(items.toSorted(byRank))
  expect(turns).toBeGreaterThanOrEqual(count / 16_384)
})
