import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitLength } from '../../src-main/domain/model/vector'
import type { Hit, Pooling } from '../../src-main/ports/hit'
import type { VectorDocument, VectorIndex, VectorSearch } from '../../src-main/ports/vector-index'

type Document = VectorDocument<string>
export type OpenVectorIndex = (
  documents: readonly Document[],
  pooling?: Pooling,
) => Promise<VectorIndex<string>>

const document = (key: string, ...values: number[]): Document => ({
  key,
  vector: Float32Array.from(values),
})

const documents = [
  document('mail/send', 1, 0),
  document('mail/find', 0.8, 0.6),
  document('calendar/add', 0, 1),
  document('calendar/remove', 0, -1),
]

const keys = (hits: Hit<string>[] | undefined): string[] => (hits ?? []).map(({ key }) => key)
const scores = (hits: Hit<string>[] | undefined): number[] => (hits ?? []).map(({ score }) => score)

/** What every vector index does, whatever it is made of. `runs` is how often a law is tried. */
export function describeVectorIndex(
  name: string,
  open: OpenVectorIndex,
  { runs }: { runs: number },
): void {
  const search = async (
    vector: number[],
    {
      among,
      depth = 10,
      of = documents,
    }: { among?: Set<string>; depth?: number; of?: Document[] } = {},
  ) => (await (await open(of)).search([Float32Array.from(vector)], { depth, among }))[0] ?? []

  describe(`${name}: one text a key`, () => {
    it('ranks by cosine similarity, negative ones included', async () => {
      const hits = await search([0.6, 0.8])
      expect(keys(hits)).toEqual(['mail/find', 'calendar/add', 'mail/send', 'calendar/remove'])
      const expected = [0.96, 0.8, 0.6, -0.8]
      scores(hits).forEach((score, at) => expect(score).toBeCloseTo(expected[at] ?? NaN, 6))
    })

    it('breaks ties by key, also where the depth cuts through a tie', async () => {
      const of = ['d', 'b', 'a', 'c', 'e'].map((key) => document(key, 1, 0))
      expect(keys(await search([1, 0], { of, depth: 2 }))).toEqual(['a', 'b'])
      expect(keys(await search([1, 0], { of }))).toEqual(['a', 'b', 'c', 'd', 'e'])
    })

    it('gives no more hits than the depth, and none for a depth of 0', async () => {
      expect(await search([1, 0], { depth: 3 })).toHaveLength(3)
      expect(await search([1, 0], { depth: 0 })).toEqual([])
    })

    it('leaves out keys with a vector of zeros, and finds nothing for zeros', async () => {
      const of = [document('zeros', 0, 0), document('one', 1, 0), document('two', -1, 0)]
      expect(keys(await search([0.6, 0.8], { of }))).toEqual(['one', 'two'])
      expect(await search([0, 0], { of })).toEqual([])
      expect((await open(of)).size).toBe(3)
    })

    it('refuses a query vector of the wrong length or not finite', async () => {
      for (const vector of [[1], [1, 0, 0], [NaN, 0], [Infinity, 0]]) {
        await expect(search(vector), vector.join()).rejects.toMatchObject({ code: 'bad-input' })
      }
    })

    it('refuses documents with vectors of different lengths or not finite', async () => {
      for (const values of [[1], [1, 0, 0], [NaN, 1], [1, Infinity]]) {
        const opening = async () => open([document('one', 1, 0), document('broken', ...values)])
        await expect(opening(), values.join()).rejects.toMatchObject({ code: 'bad-input' })
      }
    })

    it('serves no documents at all', async () => {
      const index = await open([])
      expect(index.size).toBe(0)
      expect(await index.search([Float32Array.of(1, 0)], { depth: 5 })).toEqual([[]])
      expect(await index.alike('a', 'b')).toBeUndefined()
    })
  })

  describe(`${name}: among some keys`, () => {
    it('finds no others', async () => {
      const among = new Set(['mail/find', 'calendar/add', 'nobody'])
      expect(keys(await search([1, 0], { among }))).toEqual(['mail/find', 'calendar/add'])
      expect(await search([1, 0], { among: new Set() })).toEqual([])
    })

    it('fills the depth also where most keys are excluded', async () => {
      const of = Array.from({ length: 600 }, (_, at) =>
        document(`k${`${at}`.padStart(3, '0')}`, Math.cos(at / 400), Math.sin(at / 400)),
      )
      const among = new Set(of.filter((_, at) => at % 100 === 99).map(({ key }) => key))
      const hits = await search([1, 0], { of, among, depth: 5 })
      expect(keys(hits)).toEqual(['k099', 'k199', 'k299', 'k399', 'k499'])
      hits.forEach(({ score }, at) => expect(score).toBeCloseTo(Math.cos((at * 100 + 99) / 400), 6))
    })
  })

  describe(`${name}: several queries`, () => {
    it('gives each query its list, in their order, as if it had come alone', async () => {
      const vectors = [
        [1, 0],
        [0, 0],
        [0, -1],
        [1, 0],
      ]
      const index = await open(documents)
      const asked = vectors.map((values) => Float32Array.from(values))
      const lists = await index.search(asked, { depth: 3 })
      expect(lists).toEqual(await Promise.all(vectors.map((one) => search(one, { depth: 3 }))))
      expect(await index.search([], { depth: 3 })).toEqual([])
    })

    it('stops when the search was cancelled', async () => {
      const index = await open(documents)
      const signal = AbortSignal.abort()
      const searching = index.search([Float32Array.of(1, 0)], { depth: 1, signal })
      await expect(searching).rejects.toThrow()
    })

    it('stops in the middle of a batch', async () => {
      const index = await open(documents)
      const stop = new AbortController()
      const queries = Array.from({ length: 50_000 }, () => Float32Array.of(1, 0))
      const searching = index.search(queries, { depth: 2, signal: stop.signal })
      setImmediate(() => stop.abort())
      await expect(searching).rejects.toThrow()
    })
  })

  describe(`${name}: several texts a key`, () => {
    const several = [
      document('b', 0.6, 0.8),
      document('a', 1, 0),
      document('a', 0, 1),
      document('a', 0, 0),
      document('c', 0, 0),
    ]
    const found = async (pooling: Pooling | undefined) =>
      (await (await open(several, pooling)).search([Float32Array.of(1, 0)], { depth: 5 }))[0]

    it('counts keys, not texts', async () => {
      expect((await open(several)).size).toBe(3)
    })

    it('gives a key the score of its best text', async () => {
      const hits = await found('best')
      expect(keys(hits)).toEqual(['a', 'b'])
      expect(hits?.[1]?.score).toBeCloseTo(0.6, 6)
      expect(await found(undefined)).toEqual(hits)
    })

    it('gives a key the mean of its texts, in which one of zeros counts 0', async () => {
      const hits = await found('mean')
      expect(keys(hits)).toEqual(['b', 'a'])
      expect(hits?.[0]?.score).toBeCloseTo(0.6, 6)
      expect(hits?.[1]?.score).toBeCloseTo(1 / 3, 6)
    })

    it('counts a text that a key has twice twice in its mean', async () => {
      const twice = [document('a', 1, 0), document('a', 1, 0), document('a', 0, 1)]
      const index = await open(twice, 'mean')
      const [hits] = await index.search([Float32Array.of(1, 0)], { depth: 1 })
      expect(hits?.[0]?.score).toBeCloseTo(2 / 3, 6)
    })

    it('finds all keys that share a text', async () => {
      const of = [document('b', 1, 0), document('a', 1, 0), document('c', 0, 1)]
      expect(keys(await search([1, 0], { of, depth: 2 }))).toEqual(['a', 'b'])
    })
  })

  describe(`${name}: how alike two keys are`, () => {
    it('is the cosine of their vectors', async () => {
      const index = await open(documents)
      expect(await index.alike('mail/send', 'mail/find')).toBeCloseTo(0.8, 6)
      expect(await index.alike('calendar/add', 'calendar/remove')).toBeCloseTo(-1, 6)
      expect(await index.alike('mail/find', 'mail/find')).toBeCloseTo(1, 6)
    })

    it('is that of the most similar pair of their texts, or the mean of all pairs', async () => {
      const of = [
        document('a', 1, 0),
        document('a', 0, 1),
        document('a', 0, 0),
        document('b', 0.6, 0.8),
        document('b', -1, 0),
      ]
      expect(await (await open(of, 'best')).alike('a', 'b')).toBeCloseTo(0.8, 6)
      const mean = (0.6 + 0.8 - 1 + 0 + 0 + 0) / 6
      expect(await (await open(of, 'mean')).alike('a', 'b')).toBeCloseTo(mean, 6)
    })

    it('is nothing where one of them has no vector but zeros, or is not there', async () => {
      const index = await open([document('a', 1, 0), document('zeros', 0, 0)])
      expect(await index.alike('a', 'zeros')).toBeUndefined()
      expect(await index.alike('zeros', 'a')).toBeUndefined()
      expect(await index.alike('a', 'nobody')).toBeUndefined()
    })

    it('is the same before and after a search', async () => {
      const index = await open(documents)
      const before = await index.alike('mail/send', 'mail/find')
      await index.search([Float32Array.of(1, 0)], { depth: 4 })
      expect(await index.alike('mail/send', 'mail/find')).toBe(before)
    })
  })

  describe(`${name}: what some keys score`, () => {
    it('is what a search gives them, without those that have no vector or are not there', async () => {
      const index = await open([...documents, document('zeros', 0, 0)])
      const asked = [Float32Array.of(0.6, 0.8), Float32Array.of(0, 0)]
      const [list] = await index.search(asked, { depth: 10 })
      const wanted = ['mail/send', 'zeros', 'nobody', 'calendar/add']
      const [rated, ofZeros] = await index.rate(asked, wanted, {})
      expect(rated?.hits).toEqual(list?.filter(({ key }) => wanted.includes(key)))
      expect(ofZeros).toEqual({ hits: [], spread: { mean: 0, deviation: 0 } })
    })

    it('comes with the spread of all scores', async () => {
      const index = await open([...documents, document('zeros', 0, 0)])
      const [{ spread } = { spread: undefined }] = await index.rate([Float32Array.of(1, 0)], [], {})
      // 1, 0.8, 0, 0: mean 0.45, mean square 0.41
      expect(spread?.mean).toBeCloseTo(0.45, 6)
      expect(spread?.deviation).toBeCloseTo(Math.sqrt(0.41 - 0.45 ** 2), 6)
    })

    it('takes the spread of many from five hundred, spread evenly', async () => {
      const of = Array.from({ length: 2_500 }, (_, at) =>
        document(`k${`${at}`.padStart(4, '0')}`, at % 5 === 0 ? 1 : 0, at % 5 === 0 ? 0 : 1),
      )
      const index = await open(of)
      const [rated] = await index.rate([Float32Array.of(1, 0)], ['k0005', 'k0004'], {})
      expect(rated?.spread).toEqual({ mean: 1, deviation: 0 })
      expect(scores(rated?.hits)).toEqual([1, 0])
    })

    it('knows no keys but those searched', async () => {
      const index = await open(documents)
      const among = new Set(['mail/find', 'calendar/add'])
      const wanted = ['mail/find', 'mail/send']
      const [rated] = await index.rate([Float32Array.of(1, 0)], wanted, { among })
      expect(keys(rated?.hits)).toEqual(['mail/find'])
      expect(rated?.spread.mean).toBeCloseTo(0.4, 6)
      expect(rated?.spread.deviation).toBeCloseTo(0.4, 6)
    })

    it('is the same whatever was searched before, and among whichever keys', async () => {
      const index = await open(documents)
      const wanted = documents.map(({ key }) => key)
      const one = Float32Array.of(0.6, 0.8)
      const other = Float32Array.of(1, 0)
      const among = new Set(['mail/send', 'calendar/add'])
      const fresh = async (query: Float32Array, keys?: Set<string>) =>
        (await open(documents)).rate([query], wanted, { among: keys })
      for (const [searched, keys] of [[one], [other], [one, among]] as const) {
        await index.search([searched], { depth: 1, among: keys })
        expect(await index.rate([one], wanted, {})).toEqual(await fresh(one))
        await index.search([searched], { depth: 1, among: keys })
        expect(await index.rate([one], wanted, { among })).toEqual(await fresh(one, among))
      }
    })

    it('is refused to a vector of the wrong length, and stops when cancelled', async () => {
      const index = await open(documents)
      const rating = index.rate([Float32Array.of(1)], [], {})
      await expect(rating).rejects.toMatchObject({ code: 'bad-input' })
      const stopped = index.rate([Float32Array.of(1, 0)], [], { signal: AbortSignal.abort() })
      await expect(stopped).rejects.toThrow()
    })

    it('is nothing where there are no documents', async () => {
      const [rated] = await (await open([])).rate([Float32Array.of(1, 0)], ['a'], {})
      expect(rated).toEqual({ hits: [], spread: { mean: 0, deviation: 0 } })
    })
  })

  describeLaws(name, open, runs)
}

const DIMENSIONS = 8
const vector = fc
  .array(fc.integer({ min: -3, max: 3 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => unitLength(Float32Array.from(values)))
const question = fc.record({
  documents: fc.array(
    fc.record({ key: fc.integer({ min: 0, max: 150 }).map((key) => `k${key}`), vector }),
    { minLength: 1, maxLength: 400, size: 'max' },
  ),
  queries: fc.array(vector, { minLength: 1, maxLength: 3 }),
  depth: fc.integer({ min: 1, max: 12 }),
  keep: fc.integer({ min: 1, max: 4 }),
  pooling: fc.constantFrom<Pooling>('best', 'mean'),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? NaN), 0)

/** What a search should give, worked out text by text. */
function expectedHits({ documents, depth, pooling }: Question, query: Float32Array): Hit<string>[] {
  const byKey = Map.groupBy(documents, ({ key }) => key)
  const hits = [...byKey].flatMap(([key, own]) => {
    const filled = own.filter(({ vector }) => vector.some((value) => value !== 0))
    if (filled.length === 0 || query.every((value) => value === 0)) return []
    const each = filled.map(({ vector }) => cosine(query, vector))
    const mean = each.reduce((sum, one) => sum + one, 0) / own.length
    return [{ key, score: pooling === 'best' ? Math.max(...each) : mean }]
  })
  return hits.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1)).slice(0, depth)
}

function describeLaws(name: string, open: OpenVectorIndex, runs: number): void {
  const law = (check: (question: Question, search: VectorSearch<string>) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(question, (asked) => check(asked, { depth: asked.depth })),
      { numRuns: runs },
    )

  describe(`${name}: always`, () => {
    it('gives what comparing every text gives', () =>
      law(async (asked, search) => {
        const index = await open(asked.documents, asked.pooling)
        const lists = await index.search(asked.queries, search)
        lists.forEach((hits, at) => {
          const expected = expectedHits(asked, asked.queries[at] as Float32Array)
          expect(hits).toHaveLength(expected.length)
          hits.forEach(({ score }, place) => {
            expect(score).toBeCloseTo(expected[place]?.score ?? NaN, 6)
          })
          if (asked.pooling === 'best') expect(hits).toEqual(expected)
        })
      }))

    it('rates keys as it finds them', () =>
      law(async (asked) => {
        const index = await open(asked.documents, asked.pooling)
        const keys = [...new Set(asked.documents.map(({ key }) => key))]
        const ratings = await index.rate(asked.queries, keys, {})
        ratings.forEach(({ hits, spread }, at) => {
          const query = asked.queries[at] as Float32Array
          const expected = expectedHits({ ...asked, depth: Infinity }, query)
          expect(hits).toHaveLength(expected.length)
          if (asked.pooling === 'best') expect(hits).toEqual(expected)
          const sum = expected.reduce((total, { score }) => total + score, 0)
          expect(spread.mean).toBeCloseTo(sum / Math.max(1, expected.length), 6)
        })
      }))

    it('gives a subset what an index of that subset alone gives', () =>
      law(async (asked, search) => {
        const among = new Set(
          asked.documents
            .map(({ key }) => key)
            .filter((key) => Number(key.slice(1)) % asked.keep === 0),
        )
        const documents = asked.documents.filter(({ key }) => among.has(key))
        const index = await open(asked.documents, asked.pooling)
        const alone = await open(documents, asked.pooling)
        const lists = await index.search(asked.queries, { ...search, among })
        const other = await alone.search(asked.queries, search)
        lists.forEach((hits, at) => {
          expect(hits).toHaveLength(other[at]?.length ?? NaN)
          scores(hits).forEach((score, place) => {
            expect(score).toBeCloseTo(other[at]?.[place]?.score ?? NaN, 6)
          })
        })
      }))

    it('gives a shorter list as the beginning of a longer one', () =>
      law(async (asked, search) => {
        const index = await open(asked.documents, asked.pooling)
        const shorter = await index.search(asked.queries, search)
        const longer = await index.search(asked.queries, { depth: search.depth + 1 })
        expect(longer.map((hits) => hits.slice(0, search.depth))).toEqual(shorter)
      }))
  })
}
