import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byScore, Shape, queryOf } from '../../../src-main/domain/query'
import { id } from '../../fakes/catalog-tool'

const scored = (tool: string, score: number) => ({ tool: id(tool), score })

describe('the order of rankings', () => {
  it('is by falling score, equals by tool id', () => {
    const sorted = [scored('b', 1), scored('c', 2), scored('a', 1), scored('B', 1)].sort(byScore)
    expect(sorted.map(({ tool }) => tool)).toEqual(['c', 'B', 'a', 'b'])
  })

  it('does not depend on the order before, nor on the language of the machine', () => {
    const tools = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(tools, fc.nat(3), (names, scores) => {
        const ranked = names.map((name, at) => scored(name, at % (scores + 1)))
        const sorted = ranked.toSorted(byScore)
        expect(ranked.toReversed().sort(byScore)).toEqual(sorted)
      }),
    )
  })
})

describe('shapes', () => {
  it('are told apart by their name', () => {
    const query = queryOf('mail')
    expect(Shape.parse(query)).toEqual({ shape: 'query', text: 'mail' })
    const set = { shape: 'tool-set', query, tools: [] }
    expect(Shape.parse(set)).toEqual(set)
    expect(Shape.safeParse({ ...set, shape: 'bag' }).success).toBe(false)
    expect(Shape.safeParse({ shape: 'plan', query, steps: [] }).success).toBe(false)
  })
})
