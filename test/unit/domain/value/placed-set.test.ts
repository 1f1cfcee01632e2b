import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PlacedSet, placedList } from '../../../../src-main/domain/value/placed-set'

it('is the set of the items whose places are marked', () => {
  const items = fc.uniqueArray(fc.string(), { maxLength: 20 })
  fc.assert(
    fc.property(items, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (all, marks) => {
      const isIn = Uint8Array.from(all, (_, at) => (marks[at] ? 1 : 0))
      const wanted = new Set(all.filter((_, at) => marks[at]))
      const placed = new PlacedSet(placedList(all), isIn, wanted.size)
      expect([...placed]).toEqual([...wanted])
      expect([...placed.keys()]).toEqual([...wanted.keys()])
      expect([...placed.entries()]).toEqual([...wanted.entries()])
      expect(placed.size).toBe(wanted.size)
      for (const item of [...all, 'none of them']) expect(placed.has(item)).toBe(wanted.has(item))
      const seen: string[] = []
      placed.forEach((item, same, set) => {
        expect([same, set]).toEqual([item, placed])
        seen.push(item)
      })
      expect(seen).toEqual([...wanted])
    }),
  )
})
