import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../../src-main/domain/query/golden-set'
import { SplitBy } from '../../../src-main/domain/query/split'
import { bundleOf } from '../../../src-main/domain/query/logged-queries'
import { partsOf } from '../../../src-main/evaluation/samples/split'
import { id } from '../../fakes/catalog-tool'

/** Queries of 40 bundles, five siblings each; the order of their tools differs. */
const QUERIES = Array.from({ length: 200 }, (_, at): GoldenQuery => {
  const bundle = Math.floor(at / 5)
  const tools = [id(`t${bundle}`), id(`t${(bundle + 1) % 40}`)]
  const ordered = at % 2 ? tools : tools.toReversed()
  return { id: `${at}`, text: `query ${at}`, tools: ordered, origin: 'published' }
})
const idsOf = (queries: readonly GoldenQuery[]) => queries.map((query) => query.id)
const hasSibling = (queries: readonly GoldenQuery[], learned: readonly GoldenQuery[]) => {
  const bundles = new Set(learned.map(bundleOf))
  return queries.filter((query) => bundles.has(bundleOf(query))).length
}

describe('splitting a golden set', () => {
  it.each(SplitBy.options)('by %s puts every query into one part, in their order', (by) => {
    const { measured, learned } = partsOf(QUERIES, { by, seed: 3 })
    const places = [...idsOf(measured), ...idsOf(learned)].map(Number)
    expect(places.toSorted((a, b) => a - b)).toEqual([...QUERIES.keys()])
    expect(idsOf(measured).map(Number)).toEqual(
      idsOf(measured)
        .map(Number)
        .toSorted((a, b) => a - b),
    )
  })

  it('at random measures a fifth, whose siblings may be learned from', () => {
    const { measured, learned } = partsOf(QUERIES, { by: 'random', seed: 3 })
    expect(measured).toHaveLength(40)
    expect(hasSibling(measured, learned)).toBeGreaterThan(30)
  })

  it('by bundle learns from no query with the tools of a measured one, in whatever order', () => {
    const { measured, learned } = partsOf(QUERIES, { by: 'bundle', seed: 3 })
    expect(measured).toHaveLength(40)
    expect(hasSibling(measured, learned)).toBe(0)
  })

  it('mixed measures as many of new bundles as of others', () => {
    const { measured, learned } = partsOf(QUERIES, { by: 'mixed', seed: 3 })
    expect(measured).toHaveLength(40)
    expect(hasSibling(measured, learned)).toBe(20)
  })

  it('as published measures the first hundred', () => {
    const { measured } = partsOf(QUERIES, { by: 'first100', seed: 3 })
    expect(idsOf(measured)).toEqual(idsOf(QUERIES.slice(0, 100)))
  })

  it('is the same for a seed, and another for another', () => {
    const of = (seed: number) => idsOf(partsOf(QUERIES, { by: 'random', seed }).measured)
    expect(of(1)).toEqual(of(1))
    expect(of(1)).not.toEqual(of(2))
  })

  it.each([
    ['first100', QUERIES.slice(0, 80), 'learn from'],
    ['bundle', QUERIES.slice(0, 5), 'learn from'],
    ['random', QUERIES.slice(0, 1), 'measure'],
  ] as const)('by %s is refused where a part would be empty', (by, queries, part) => {
    expect(() => partsOf(queries, { by, seed: 1 })).toThrow(`nothing would be left to ${part}`)
  })
})
