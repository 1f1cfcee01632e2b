import { describe, expect, it } from 'vitest'
import type { Hit, Pooling } from '../../src-main/ports/hit'
import type { BuildLexicalIndex, LexicalDocument } from '../../src-main/ports/lexical-index'

const keysIn = (hits: readonly Hit<string>[] = []): string[] => hits.map(({ key }) => key)
const lucene = { k1: 1.2, b: 0.75, depth: 10 }

const documents: LexicalDocument<string>[] = [
  { key: 'mail/send', terms: ['send', 'mail'] },
  { key: 'mail/find', terms: ['find', 'mail', 'mail', 'old'] },
  { key: 'calendar/add', terms: ['add', 'event'] },
  { key: 'calendar/remove', terms: ['remove', 'event'] },
]

/** BM25 by hand: `df` of `total` texts hold the term, this one `tf` times among its `length` terms. */
function bm25(
  { tf, length, df }: { tf: number; length: number; df: number },
  { total, average }: { total: number; average: number },
): number {
  const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5))
  return (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average))
}

/** What every lexical index does, whatever it is made of. */
export function describeLexicalIndex(name: string, build: BuildLexicalIndex): void {
  const search = async (
    terms: readonly string[],
    more: { among?: Set<string>; depth?: number; explain?: boolean } = {},
  ) => (await build(documents).search([terms], { ...lucene, ...more }))[0] ?? []

  describe(`${name}: BM25`, () => {
    const all = { total: 4, average: 2.5 }

    it('scores a term as Lucene does', async () => {
      const [first, second] = await search(['mail'])
      expect(first?.key).toBe('mail/find')
      expect(first?.score).toBeCloseTo(bm25({ tf: 2, length: 4, df: 2 }, all), 5)
      expect(second?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 2 }, all), 5)
    })

    it('adds the scores of terms and counts a repeated term each time', async () => {
      const [once] = await search(['send', 'mail'])
      const [twice] = await search(['send', 'mail', 'mail'])
      const send = bm25({ tf: 1, length: 2, df: 1 }, all)
      const mail = bm25({ tf: 1, length: 2, df: 2 }, all)
      expect(once?.score).toBeCloseTo(send + mail, 5)
      expect(twice?.score).toBeCloseTo(send + 2 * mail, 5)
    })

    it('leaves out keys that match nothing, and finds nothing for unknown or no terms', async () => {
      expect(keysIn(await search(['event']))).not.toContain('mail/send')
      expect(await search(['nowhere'])).toEqual([])
      expect(await search([])).toEqual([])
    })

    it('breaks ties by key, also where the depth cuts through a tie', async () => {
      expect(keysIn(await search(['event']))).toEqual(['calendar/add', 'calendar/remove'])
      expect(keysIn(await search(['event'], { depth: 1 }))).toEqual(['calendar/add'])
    })

    it('gives no more hits than the depth, none for a depth of 0, all for one without end', async () => {
      expect(await search(['mail', 'event'], { depth: 3 })).toHaveLength(3)
      expect(await search(['mail'], { depth: 0 })).toEqual([])
      expect(await search(['mail', 'event'], { depth: Infinity })).toHaveLength(4)
    })

    it('takes its statistics from the subset that is searched', async () => {
      const hits = await search(['mail'], { among: new Set(['mail/send', 'calendar/add']) })
      expect(keysIn(hits)).toEqual(['mail/send'])
      const alone = { total: 2, average: 2 }
      expect(hits[0]?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 1 }, alone), 5)
    })

    it('scores as if texts without any term were not there, as Lucene does', async () => {
      const index = build([...documents, { key: 'blank', terms: [] }])
      const [[hit] = []] = await index.search([['send']], lucene)
      expect(hit?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 1 }, all), 5)
    })

    it('finds nothing in an empty subset, one of unknown keys, or an empty index', async () => {
      expect(await search(['mail'], { among: new Set() })).toEqual([])
      expect(await search(['mail'], { among: new Set(['nobody']) })).toEqual([])
      const empty = build([])
      expect(empty.size).toBe(0)
      expect(await empty.search([['mail']], lucene)).toEqual([[]])
    })

    it('says what each term added, and the parts make the score', async () => {
      const [best] = await search(['old', 'mail', 'mail', 'absent'], { explain: true })
      expect(Object.keys(best?.terms ?? {}).sort()).toEqual(['mail', 'old'])
      const sum = Object.values(best?.terms ?? {}).reduce((total, part) => total + part, 0)
      expect(sum).toBeCloseTo(best?.score ?? NaN, 5)
    })

    it('keeps terms exactly as they are: case, accents, stop words, punctuation', async () => {
      const terms = ['Straße', 'the', "it's", '__proto__', 'a', 'constructor', 'c++']
      const index = build([{ key: 'odd', terms }])
      const lists = await index.search(
        [...terms.map((term) => [term]), ['strasse'], ['THE']],
        lucene,
      )
      expect(lists.map(keysIn)).toEqual([...terms.map(() => ['odd']), [], []])
    })

    it('follows each search its own parameters and subset, whatever came before', async () => {
      const index = build(documents)
      const first = await index.search([['mail']], lucene)
      await index.search([['mail']], { ...lucene, among: new Set(['mail/send']) })
      await index.search([['mail']], { ...lucene, k1: 2, b: 0 })
      expect(await index.search([['mail']], lucene)).toEqual(first)
    })

    it('weighs length by b, and takes a k1 of 0 as presence alone', async () => {
      const index = build([
        { key: 'long', terms: ['mail', 'mail', 'mail', 'a', 'b', 'c'] },
        { key: 'short', terms: ['mail'] },
      ])
      const best = async (k1: number, b: number) =>
        (await index.search([['mail']], { k1, b, depth: 2 }))[0] ?? []
      expect(keysIn(await best(1.2, 0))).toEqual(['long', 'short'])
      expect(keysIn(await best(1.2, 1))).toEqual(['short', 'long'])
      const [one, other] = await best(0, 0.75)
      expect(one?.score).toBe(other?.score)
    })

    it('stops when the search was cancelled', async () => {
      const searching = build(documents).search([['mail']], {
        ...lucene,
        signal: AbortSignal.abort(),
      })
      await expect(searching).rejects.toThrow()
    })
  })

  describe(`${name}: several queries and texts`, () => {
    it('gives a list for each query, as it would alone', async () => {
      const index = build(documents)
      const together = await index.search([['mail'], [], ['event']], lucene)
      const alone = await Promise.all(
        [['mail'], [], ['event']].map(async (terms) => (await index.search([terms], lucene))[0]),
      )
      expect(together).toEqual(alone)
    })

    const examples: LexicalDocument<string>[] = [
      { key: 'send', terms: ['write', 'letter'] },
      { key: 'find', terms: ['look', 'up'] },
      { key: 'send', terms: ['mail', 'letter', 'letter'] },
      { key: 'send', terms: ['dispatch'] },
    ]
    const pooled = async (pooling: Pooling, terms: string[]) =>
      (await build(examples, pooling).search([terms], { ...lucene, explain: true }))[0] ?? []

    it('scores a key by the best of its texts', async () => {
      const all = { total: 4, average: 2 }
      const hits = await pooled('best', ['letter', 'dispatch'])
      expect(keysIn(hits)).toEqual(['send'])
      const candidates = [
        bm25({ tf: 2, length: 3, df: 2 }, all),
        bm25({ tf: 1, length: 1, df: 1 }, all),
      ]
      expect(hits[0]?.score).toBeCloseTo(Math.max(...candidates), 5)
    })

    it('scores a key by the mean of its texts, those that match nothing included', async () => {
      const all = { total: 4, average: 2 }
      const [hit] = await pooled('mean', ['letter'])
      const sum = bm25({ tf: 1, length: 2, df: 2 }, all) + bm25({ tf: 2, length: 3, df: 2 }, all)
      expect(hit?.score).toBeCloseTo(sum / 3, 5)
      expect(hit?.terms?.['letter']).toBeCloseTo(sum / 3, 5)
    })

    it('counts keys, not texts, for size and depth', async () => {
      const index = build(examples)
      expect(index.size).toBe(2)
      const [list] = await index.search([['letter', 'up']], { ...lucene, depth: 2 })
      expect(keysIn(list).toSorted()).toEqual(['find', 'send'])
    })
  })
}
