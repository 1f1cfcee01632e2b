import { describe, expect, it } from 'vitest'
import type { Hit, Pooling } from '../../src-main/ports/hit'
import type { VectorDocument, VectorIndex } from '../../src-main/ports/vector-index'

const keysIn = (hits: readonly Hit<string>[] = []): string[] => hits.map(({ key }) => key)
const vector = (...values: number[]): Float32Array => Float32Array.from(values)

const documents: VectorDocument<string>[] = [
  { key: 'mail/send', vector: vector(1, 0) },
  { key: 'mail/find', vector: vector(0.8, 0.6) },
  { key: 'calendar/add', vector: vector(0, 1) },
  { key: 'calendar/remove', vector: vector(0, -1) },
]

/** Builds the index that is tried; it may need a place that it keeps. */
export type OpenForTest = (
  documents: readonly VectorDocument<string>[],
  pooling?: Pooling,
) => Promise<VectorIndex<string>> | VectorIndex<string>

/** What every vector index does, whatever it is made of. */
export function describeVectorIndex(name: string, open: OpenForTest): void {
  const search = async (
    values: number[],
    more: { among?: Set<string>; depth?: number } = {},
    given = documents,
  ) => {
    const index = await open(given)
    const [list] = await index.search([Float32Array.from(values)], { depth: 10, ...more })
    await index.close()
    return list ?? []
  }

  describe(`${name}: cosine`, () => {
    it('ranks by it, negative ones included', async () => {
      const hits = await search([0.6, 0.8])
      const order = ['mail/find', 'calendar/add', 'mail/send', 'calendar/remove']
      expect(keysIn(hits)).toEqual(order)
      hits.forEach(({ score }, at) =>
        expect(score).toBeCloseTo([0.96, 0.8, 0.6, -0.8][at] ?? NaN, 5),
      )
    })

    it('breaks ties by key, also where the depth cuts through a tie', async () => {
      const copies = ['d', 'b', 'a', 'c', 'e'].map((key) => ({ key, vector: vector(1, 0) }))
      expect(keysIn(await search([1, 0], { depth: 2 }, copies))).toEqual(['a', 'b'])
    })

    it('gives no more hits than the depth, none for a depth of 0, all for one without end', async () => {
      expect(await search([1, 0], { depth: 3 })).toHaveLength(3)
      expect(await search([1, 0], { depth: 0 })).toEqual([])
      expect(await search([1, 0], { depth: Infinity })).toHaveLength(4)
    })

    it('searches among some keys only', async () => {
      const among = new Set(['mail/find', 'calendar/add'])
      expect(keysIn(await search([1, 0], { among }))).toEqual(['mail/find', 'calendar/add'])
      expect(await search([1, 0], { among: new Set() })).toEqual([])
      expect(await search([1, 0], { among: new Set(['nobody']) })).toEqual([])
    })

    it('never finds a text of no known word, and finds nothing for such a query', async () => {
      const some = [
        { key: 'zeros', vector: vector(0, 0) },
        { key: 'one', vector: vector(1, 0) },
      ]
      expect(keysIn(await search([0.6, 0.8], {}, some))).toEqual(['one'])
      expect(await search([0, 0], {}, some)).toEqual([])
    })

    it('refuses a query vector of the wrong length or not finite', async () => {
      for (const broken of [[1], [1, 0, 0], [NaN, 0], [Infinity, 0]]) {
        await expect(search(broken)).rejects.toMatchObject({ code: 'bad-input' })
      }
    })

    it('serves an empty catalog', async () => {
      const empty = await open([])
      expect(empty.size).toBe(0)
      expect(await empty.search([vector(1, 0)], { depth: 5 })).toEqual([[]])
      await empty.close()
    })

    it('stops when the search was cancelled', async () => {
      const index = await open(documents)
      const searching = index.search([vector(1, 0)], { depth: 1, signal: AbortSignal.abort() })
      await expect(searching).rejects.toThrow()
      await index.close()
    })
  })

  describe(`${name}: several queries and texts`, () => {
    const examples: VectorDocument<string>[] = [
      { key: 'send', vector: vector(1, 0) },
      { key: 'find', vector: vector(0.8, 0.6) },
      { key: 'send', vector: vector(0, 1) },
      { key: 'blank', vector: vector(0, 0) },
    ]

    it('gives a list for each query, as it would alone', async () => {
      const index = await open(documents)
      const queries = [vector(1, 0), vector(0, 0), vector(0, -1)]
      const together = await index.search(queries, { depth: 2 })
      const alone = []
      for (const query of queries) alone.push((await index.search([query], { depth: 2 }))[0])
      expect(together).toEqual(alone)
      expect(together.map(keysIn)).toEqual([
        ['mail/send', 'mail/find'],
        [],
        ['calendar/remove', 'mail/send'],
      ])
      await index.close()
    })

    it.each([
      ['best', { send: 1, find: 0.6 }],
      ['mean', { find: 0.6, send: 0.5 }],
    ] as const)('scores a key by the %s of its texts', async (pooling, scores) => {
      const index = await open(examples, pooling)
      expect(index.size).toBe(3)
      const [hits = []] = await index.search([vector(0, 1)], { depth: 9 })
      expect(keysIn(hits)).toEqual(Object.keys(scores))
      hits.forEach(({ score }, at) =>
        expect(score).toBeCloseTo(Object.values(scores)[at] ?? NaN, 5),
      )
      await index.close()
    })

    it('finds a text that stands for several keys under each of them', async () => {
      const twins = [...documents, { key: 'mail/copy', vector: vector(1, 0) }]
      expect(keysIn(await search([1, 0], { depth: 2 }, twins))).toEqual(['mail/copy', 'mail/send'])
    })

    it('tells how alike two keys are', async () => {
      const index = await open(examples)
      expect(await index.alike('send', 'find')).toBeCloseTo(0.8, 5)
      expect(await index.alike('find', 'find')).toBeCloseTo(1, 5)
      expect(await index.alike('send', 'blank')).toBeUndefined()
      expect(await index.alike('send', 'nobody')).toBeUndefined()
      await index.close()
      const mean = await open(examples, 'mean')
      expect(await mean.alike('send', 'find')).toBeCloseTo(0.7, 5)
      await mean.close()
    })
  })
}
