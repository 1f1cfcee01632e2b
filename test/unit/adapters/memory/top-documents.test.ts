import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topDocuments } from '../../../../src-main/adapters/memory/top-documents'

describe('the top documents', () => {
  it('are the first of all candidates sorted by score, ties by number', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 })
    fc.assert(
      fc.property(scores, fc.nat(70), fc.infiniteStream(fc.boolean()), (values, depth, picks) => {
        const candidates = [...values.keys()].filter(() => picks.next().value)
        const sorted = [...candidates].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
        const shuffled = Uint32Array.from(candidates).reverse()
        const top = topDocuments(shuffled, Float64Array.from(values), depth)
        expect(top).toEqual(sorted.slice(0, depth))
      }),
    )
  })

  it('leave the candidates as they were', () => {
    const candidates = Uint32Array.of(2, 0, 1)
    topDocuments(candidates, Float64Array.of(1, 2, 3), 2)
    expect(candidates).toEqual(Uint32Array.of(2, 0, 1))
  })
})
