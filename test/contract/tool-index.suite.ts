import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../src-main/domain/tool'
import type { BuildToolIndex, Hit, IndexedDocument } from '../../src-main/ports/tool-index'

const id = (text: string): ToolId => text as ToolId
const amongst = (...ids: string[]): Set<ToolId> => new Set(ids.map(id))
const names = (hits: Hit[]): string[] => hits.map(({ tool }) => tool)
const lucene = { k1: 1.2, b: 0.75, depth: 10 }

const documents: IndexedDocument[] = [
  { tool: id('mail/send'), terms: ['send', 'mail'], vector: Float32Array.of(1, 0) },
  {
    tool: id('mail/find'),
    terms: ['find', 'mail', 'mail', 'old'],
    vector: Float32Array.of(0.8, 0.6),
  },
  { tool: id('calendar/add'), terms: ['add', 'event'], vector: Float32Array.of(0, 1) },
  { tool: id('calendar/remove'), terms: ['remove', 'event'], vector: Float32Array.of(0, -1) },
]

/** BM25 by hand: `df` of `total` documents hold the term, this one `tf` times among its `length` terms. */
function bm25(
  { tf, length, df }: { tf: number; length: number; df: number },
  { total, average }: { total: number; average: number },
): number {
  const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5))
  return (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average))
}

/** What every tool index does, whatever it is made of. */
export function describeToolIndex(name: string, build: BuildToolIndex): void {
  const lexical = async (terms: string[], more: { among?: Set<ToolId>; depth?: number } = {}) => {
    const index = await build(documents)
    const hits = await index.lexical({ terms, ...lucene, ...more })
    await index.close()
    return hits
  }
  const dense = async (vector: number[], more: { among?: Set<ToolId>; depth?: number } = {}) => {
    const index = await build(documents)
    const hits = await index.dense({ vector: Float32Array.from(vector), depth: 10, ...more })
    await index.close()
    return hits
  }

  describe(`${name}: lexical search`, () => {
    const all = { total: 4, average: 2.5 }

    it('scores a term with BM25 as in Lucene', async () => {
      const [first, second] = await lexical(['mail'])
      expect(first?.tool).toBe('mail/find')
      expect(first?.score).toBeCloseTo(bm25({ tf: 2, length: 4, df: 2 }, all), 5)
      expect(second?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 2 }, all), 5)
    })

    it('adds the scores of terms and counts a repeated term each time', async () => {
      const [once] = await lexical(['send', 'mail'])
      const [twice] = await lexical(['send', 'mail', 'mail'])
      const send = bm25({ tf: 1, length: 2, df: 1 }, all)
      const mail = bm25({ tf: 1, length: 2, df: 2 }, all)
      expect(once?.score).toBeCloseTo(send + mail, 5)
      expect(twice?.score).toBeCloseTo(send + 2 * mail, 5)
    })

    it('leaves out tools that match nothing, and finds nothing for unknown or no terms', async () => {
      expect(names(await lexical(['event']))).not.toContain('mail/send')
      expect(await lexical(['nowhere'])).toEqual([])
      expect(await lexical([])).toEqual([])
    })

    it('breaks ties by tool id, also where the depth cuts through a tie', async () => {
      expect(names(await lexical(['event']))).toEqual(['calendar/add', 'calendar/remove'])
      expect(names(await lexical(['event'], { depth: 1 }))).toEqual(['calendar/add'])
    })

    it('gives no more hits than the depth, and none for a depth of 0', async () => {
      expect(await lexical(['mail', 'event'], { depth: 3 })).toHaveLength(3)
      expect(await lexical(['mail'], { depth: 0 })).toEqual([])
    })

    it('takes its statistics from the subset that is searched', async () => {
      const [hit, ...rest] = await lexical(['mail'], {
        among: amongst('mail/send', 'calendar/add'),
      })
      expect(rest).toEqual([])
      expect(hit?.tool).toBe('mail/send')
      expect(hit?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 1 }, { total: 2, average: 2 }), 5)
    })

    it('scores as if documents without any term were not there, as Lucene does', async () => {
      const index = await build([...documents, { tool: id('blank'), terms: [] }])
      const [hit] = await index.lexical({ terms: ['send'], ...lucene })
      await index.close()
      expect(hit?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 1 }, all), 5)
    })

    it('finds nothing in an empty subset or one of unknown tools', async () => {
      expect(await lexical(['mail'], { among: amongst() })).toEqual([])
      expect(await lexical(['mail'], { among: amongst('nobody') })).toEqual([])
    })

    it('says what each term added, and the parts make the score', async () => {
      const index = await build(documents)
      const search = { terms: ['old', 'mail', 'mail', 'absent'], ...lucene, explain: true }
      const [best] = await index.lexical(search)
      await index.close()
      expect(Object.keys(best?.terms ?? {}).sort()).toEqual(['mail', 'old'])
      const sum = Object.values(best?.terms ?? {}).reduce((total, part) => total + part, 0)
      expect(sum).toBeCloseTo(best?.score ?? NaN, 5)
    })

    it('keeps terms exactly as they are: case, accents, stop words, punctuation', async () => {
      const terms = ['Straße', 'the', "it's", '__proto__', 'a', 'constructor', 'c++']
      const index = await build([{ tool: id('odd'), terms }])
      for (const term of terms) {
        expect(names(await index.lexical({ terms: [term], ...lucene })), term).toEqual(['odd'])
      }
      expect(await index.lexical({ terms: ['strasse'], ...lucene })).toEqual([])
      expect(await index.lexical({ terms: ['THE'], ...lucene })).toEqual([])
      await index.close()
    })

    it('stops when the search was cancelled', async () => {
      const index = await build(documents)
      const search = { terms: ['mail'], ...lucene, signal: AbortSignal.abort() }
      await expect(index.lexical(search)).rejects.toThrow()
      await index.close()
    })
  })

  describe(`${name}: dense search`, () => {
    it('ranks by cosine similarity, negative ones included', async () => {
      const hits = await dense([0.6, 0.8])
      const order = ['mail/find', 'calendar/add', 'mail/send', 'calendar/remove']
      expect(names(hits)).toEqual(order)
      hits.forEach(({ score }, i) => expect(score).toBeCloseTo([0.96, 0.8, 0.6, -0.8][i] ?? NaN, 5))
    })

    it('breaks ties by tool id, also where the depth cuts through a tie', async () => {
      const copies = ['d', 'b', 'a', 'c', 'e'].map((tool): IndexedDocument => ({
        tool: id(tool),
        terms: [],
        vector: Float32Array.of(1, 0),
      }))
      const index = await build(copies)
      const hits = await index.dense({ vector: Float32Array.of(1, 0), depth: 2 })
      await index.close()
      expect(names(hits)).toEqual(['a', 'b'])
    })

    it('searches among some tools only', async () => {
      const hits = await dense([1, 0], { among: amongst('mail/find', 'calendar/add') })
      expect(names(hits)).toEqual(['mail/find', 'calendar/add'])
      expect(await dense([1, 0], { among: amongst() })).toEqual([])
    })

    it('leaves out tools without a vector or with one of zeros, and finds nothing for zeros', async () => {
      const index = await build([
        { tool: id('none'), terms: ['x'] },
        { tool: id('zeros'), terms: [], vector: Float32Array.of(0, 0) },
        { tool: id('one'), terms: [], vector: Float32Array.of(1, 0) },
      ])
      expect(names(await index.dense({ vector: Float32Array.of(0.6, 0.8), depth: 9 }))).toEqual([
        'one',
      ])
      expect(await index.dense({ vector: Float32Array.of(0, 0), depth: 9 })).toEqual([])
      await index.close()
    })

    it('refuses a query vector of the wrong length or not finite', async () => {
      await expect(dense([1])).rejects.toMatchObject({ code: 'bad-input' })
      await expect(dense([1, 0, 0])).rejects.toMatchObject({ code: 'bad-input' })
      await expect(dense([NaN, 0])).rejects.toMatchObject({ code: 'bad-input' })
      await expect(dense([Infinity, 0])).rejects.toMatchObject({ code: 'bad-input' })
    })
  })

  describe(`${name}: building`, () => {
    const one = { tool: id('one'), terms: [], vector: Float32Array.of(1, 0) }

    it('refuses vectors of different lengths, not finite ones, and a tool given twice', async () => {
      const broken: IndexedDocument[] = [
        { tool: id('short'), terms: [], vector: Float32Array.of(1) },
        { tool: id('nan'), terms: [], vector: Float32Array.of(NaN, 1) },
        { tool: id('infinite'), terms: [], vector: Float32Array.of(1, Infinity) },
        { tool: id('one'), terms: [] },
      ]
      for (const document of broken) {
        await expect(build([one, document])).rejects.toMatchObject({ code: 'bad-input' })
      }
    })

    it('serves an empty catalog and documents without terms', async () => {
      const empty = await build([])
      expect(empty.size).toBe(0)
      expect(await empty.lexical({ terms: ['mail'], ...lucene })).toEqual([])
      expect(await empty.dense({ vector: Float32Array.of(1, 0), depth: 5 })).toEqual([])
      await empty.close()
      const blank = await build([one])
      expect(blank.size).toBe(1)
      expect(await blank.lexical({ terms: ['mail'], ...lucene })).toEqual([])
      await blank.close()
    })
  })
}
