import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Hit, Pooling } from '../../src-main/ports/hit'
import type {
  BuildLexicalIndex,
  LexicalDocument,
  LexicalSearch,
} from '../../src-main/ports/lexical-index'

const lucene = { k1: 1.2, b: 0.75, depth: 10 }

const documents: LexicalDocument<string>[] = [
  { key: 'mail/send', terms: ['send', 'mail'] },
  { key: 'mail/find', terms: ['find', 'mail', 'mail', 'old'] },
  { key: 'calendar/add', terms: ['add', 'event'] },
  { key: 'calendar/remove', terms: ['remove', 'event'] },
]
const all = { total: 4, average: 2.5 }

/**
 * BM25 by hand: `df` of `total` texts hold the term, this one `tf` times among its `length` terms.
 */
function bm25(
  { tf, length, df }: { tf: number; length: number; df: number },
  { total, average }: { total: number; average: number },
): number {
  const idf = Math.log(1 + (total - df + 0.5) / (df + 0.5))
  return (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average))
}

const keys = (hits: Hit<string>[] | undefined): string[] => (hits ?? []).map(({ key }) => key)
const sumOf = (parts: Record<string, number> | undefined): number =>
  Object.values(parts ?? {}).reduce((sum, part) => sum + part, 0)

/** What every lexical index does, whatever it is made of. */
export function describeLexicalIndex(name: string, build: BuildLexicalIndex): void {
  const search = async (terms: string[], more: Partial<LexicalSearch<string>> = {}) => {
    const [hits] = await build(documents).search([terms], { ...lucene, ...more })
    return hits ?? []
  }

  describe(`${name}: one text a key`, () => {
    it('scores a term with BM25 as in Lucene', async () => {
      const [first, second] = await search(['mail'])
      expect(first?.key).toBe('mail/find')
      expect(first?.score).toBeCloseTo(bm25({ tf: 2, length: 4, df: 2 }, all), 12)
      expect(second?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 2 }, all), 12)
    })

    it('adds the scores of terms and counts a repeated term each time', async () => {
      const [once] = await search(['send', 'mail'])
      const [twice] = await search(['send', 'mail', 'mail'])
      const send = bm25({ tf: 1, length: 2, df: 1 }, all)
      const mail = bm25({ tf: 1, length: 2, df: 2 }, all)
      expect(once?.score).toBeCloseTo(send + mail, 12)
      expect(twice?.score).toBeCloseTo(send + 2 * mail, 12)
    })

    it('counts a term of weight 2 as one said twice, in the text’s length as well', async () => {
      const weighed = build([
        { key: 'mail/send', terms: ['send', 'mail'], weights: [1, 1] },
        { key: 'mail/find', terms: ['find', 'mail', 'old'], weights: [1, 2, 1] },
        ...documents.slice(2),
      ])
      for (const terms of [['mail'], ['old', 'mail', 'event']]) {
        const asked = { ...lucene, explain: Infinity }
        expect(await weighed.search([terms], asked)).toEqual(
          await build(documents).search([terms], asked),
        )
      }
    })

    it('knows and replaces texts by what their terms count', async () => {
      const half = { key: 'mail/send', terms: ['send', 'mail'], weights: [1, 0.3] }
      const index = build([half, ...documents.slice(1)])
      expect(index.holds({ ...half, terms: ['mail', 'send'], weights: [0.3, 1] })).toBe(true)
      expect(index.holds({ key: 'mail/send', terms: ['send', 'mail'] })).toBe(false)
      const asked = { ...lucene, explain: Infinity }
      const replaced = build(documents).withTexts(new Map([[half.key, [half]]]))
      expect(await replaced.search([['mail']], asked)).toEqual(
        await index.search([['mail']], asked),
      )
    })

    it('scores other texts in place of those of some keys, this time alone', async () => {
      const index = build(documents)
      const asked = { ...lucene, explain: Infinity }
      const before = await index.search([['mail']], asked)
      const instead = [
        { key: 'mail/find', terms: ['find', 'old'] },
        { key: 'calendar/add', terms: ['mail', 'event', 'add', 'event'] },
        { key: 'nowhere', terms: ['mail'] },
      ]
      const [hits] = await index.search([['mail']], { ...asked, instead })
      expect(keys(hits)).toEqual(['mail/send', 'calendar/add'])
      const score = bm25({ tf: 1, length: 4, df: 2 }, all)
      expect(hits?.[1]?.score).toBeCloseTo(score, 12)
      expect(sumOf(hits?.[1]?.terms)).toBeCloseTo(score, 12)
      const [rated] = await index.rate([['mail']], ['mail/find', 'calendar/add'], {
        ...asked,
        instead,
      })
      expect(keys(rated?.hits)).toEqual(['calendar/add'])
      expect(await index.search([['mail']], asked)).toEqual(before)
    })

    it('puts no text in place of a key that is not searched', async () => {
      const instead = [{ key: 'calendar/add', terms: ['mail'] }]
      const among = new Set(['mail/send', 'mail/find'])
      expect(keys(await search(['mail'], { among, instead }))).not.toContain('calendar/add')
    })

    it('counts the texts that hold any term, of all keys or of some', async () => {
      const index = build([...documents, { key: 'empty', terms: [] }])
      expect(await index.textsWithTerms()).toBe(4)
      expect(await index.textsWithTerms(new Set(['mail/send', 'empty', 'nowhere']))).toBe(1)
    })

    it('leaves out keys that match nothing, and finds nothing for unknown or no terms', async () => {
      expect(keys(await search(['event']))).not.toContain('mail/send')
      expect(await search(['nowhere'])).toEqual([])
      expect(await search([])).toEqual([])
    })

    it('breaks ties by key, also where the depth cuts through a tie', async () => {
      expect(keys(await search(['event']))).toEqual(['calendar/add', 'calendar/remove'])
      expect(keys(await search(['event'], { depth: 1 }))).toEqual(['calendar/add'])
    })

    it('gives no more hits than the depth, and none for a depth of 0', async () => {
      expect(await search(['mail', 'event'], { depth: 3 })).toHaveLength(3)
      expect(await search(['mail'], { depth: 0 })).toEqual([])
    })

    it('follows k1 and b: without length a repetition wins, with it the short text', async () => {
      const index = build([
        { key: 'long', terms: ['mail', 'mail', 'mail', 'a', 'b', 'c'] },
        { key: 'short', terms: ['mail'] },
      ])
      const best = async (more: { k1: number; b: number }) =>
        keys((await index.search([['mail']], { ...lucene, ...more }))[0])
      expect(await best({ k1: 1.2, b: 0 })).toEqual(['long', 'short'])
      expect(await best({ k1: 1.2, b: 1 })).toEqual(['short', 'long'])
    })

    it('takes a k1 of 0 as presence alone, so that all that hold a term are a tie', async () => {
      const [first, second] = await search(['mail'], { k1: 0, explain: Infinity })
      expect(first?.score).toBe(second?.score)
      expect(first?.terms).toEqual({ mail: first?.score })
    })

    it('scores as if texts without any term were not there, as Lucene does', async () => {
      const index = build([...documents, { key: 'blank', terms: [] }])
      const [[hit] = []] = await index.search([['send']], lucene)
      expect(index.size).toBe(5)
      expect(hit?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 1 }, all), 12)
    })

    it('says what each term added, and the parts make the score', async () => {
      const [best] = await search(['old', 'mail', 'mail', 'absent'], { explain: Infinity })
      expect(Object.keys(best?.terms ?? {}).sort()).toEqual(['mail', 'old'])
      expect(sumOf(best?.terms)).toBeCloseTo(best?.score ?? NaN, 12)
      const [silent] = await search(['old'])
      expect(silent).not.toHaveProperty('terms')
    })

    it('keeps terms exactly as they are: case, accents, stop words, punctuation, length', async () => {
      const long = 'x'.repeat(5_000)
      const terms = ['Straße', 'the', "it's", '__proto__', 'a', 'constructor', 'c++', 'x y', long]
      const index = build([{ key: 'odd', terms }])
      const lists = await index.search(
        [...terms, 'strasse', 'THE', 'x'].map((term) => [term]),
        {
          ...lucene,
          explain: Infinity,
        },
      )
      expect(lists.map(keys)).toEqual([...terms.map(() => ['odd']), [], [], []])
      lists.flat().forEach(({ terms: parts }, at) => {
        expect(Object.keys(parts ?? {})).toEqual([terms[at]])
      })
    })

    it('serves no documents at all and documents without terms', async () => {
      const empty = build([])
      expect(empty.size).toBe(0)
      expect(await empty.search([['mail'], []], lucene)).toEqual([[], []])
      const blank = build([{ key: 'one', terms: [] }])
      expect(blank.size).toBe(1)
      expect(await blank.search([['mail']], lucene)).toEqual([[]])
    })
  })

  describe(`${name}: among some keys`, () => {
    it('takes its statistics from the subset that is searched', async () => {
      const among = new Set(['mail/send', 'calendar/add'])
      const [hit, ...rest] = await search(['mail'], { among })
      expect(rest).toEqual([])
      expect(hit?.key).toBe('mail/send')
      expect(hit?.score).toBeCloseTo(
        bm25({ tf: 1, length: 2, df: 1 }, { total: 2, average: 2 }),
        12,
      )
    })

    it('finds nothing in an empty subset or one of unknown keys', async () => {
      expect(await search(['mail'], { among: new Set() })).toEqual([])
      expect(await search(['mail'], { among: new Set(['nobody']) })).toEqual([])
    })

    it('gives each search its own parameters and subset, whatever came before', async () => {
      const index = build(documents)
      const first = await index.search([['mail']], lucene)
      await index.search([['mail']], { ...lucene, among: new Set(['mail/send']) })
      await index.search([['mail']], { ...lucene, k1: 2, b: 0 })
      expect(await index.search([['mail']], lucene)).toEqual(first)
    })
  })

  describe(`${name}: several queries`, () => {
    it('gives each query its list, in their order, as if it had come alone', async () => {
      const queries = [['mail'], [], ['event', 'old'], ['mail']]
      const lists = await build(documents).search(queries, { ...lucene, explain: Infinity })
      const alone = await Promise.all(queries.map((terms) => search(terms, { explain: Infinity })))
      expect(lists).toEqual(alone)
      expect(await build(documents).search([], lucene)).toEqual([])
    })

    it('keeps searches that run at the same time apart', async () => {
      const index = build(documents)
      const queries = Array.from({ length: 50 }, (_, at) => [at % 2 ? 'mail' : 'event'])
      const [mail, both] = await Promise.all([
        index.search([['mail']], lucene),
        index.search(queries, { ...lucene, among: new Set(['mail/send', 'calendar/add']) }),
      ])
      expect(mail).toEqual([await search(['mail'])])
      expect(both.map(keys)).toEqual(
        queries.map(([term]) => [term === 'mail' ? 'mail/send' : 'calendar/add']),
      )
    })

    it('stops when the search was cancelled', async () => {
      const searching = build(documents).search([['mail']], {
        ...lucene,
        signal: AbortSignal.abort(),
      })
      await expect(searching).rejects.toThrow()
    })

    it('stops in the middle of a batch', async () => {
      const stop = new AbortController()
      const queries = Array.from({ length: 200_000 }, () => ['mail', 'event'])
      const searching = build(documents).search(queries, { ...lucene, signal: stop.signal })
      setImmediate(() => stop.abort())
      await expect(searching).rejects.toThrow()
    })
  })

  describePooling(name, build)
  describeRating(name, build)
  describeLaws(name, build)
}

function describeRating(name: string, build: BuildLexicalIndex): void {
  const scoring = { k1: lucene.k1, b: lucene.b }
  const rate = async (terms: string[], wanted: string[], among?: Set<string>) =>
    (await build(documents).rate([terms], wanted, { ...scoring, among, explain: Infinity }))[0]

  describe(`${name}: what some keys score`, () => {
    it('is what a search gives them, without those that match nothing or are not there', async () => {
      const [list] = await build(documents).search([['mail', 'event']], {
        ...lucene,
        explain: Infinity,
      })
      const rated = await rate(['mail', 'event'], ['calendar/add', 'nobody', 'mail/find'])
      const wanted = list?.filter(({ key }) => key === 'calendar/add' || key === 'mail/find')
      expect(rated?.hits).toEqual(wanted)
      expect((await rate(['mail'], ['calendar/add']))?.hits).toEqual([])
    })

    it('comes with the spread of all scores, 0 for keys that match nothing', async () => {
      const send = bm25({ tf: 1, length: 2, df: 1 }, all)
      // One score of four: its mean is a quarter, its deviation √(s²/4 − s²/16) = s √3 / 4.
      const { mean = NaN, deviation = NaN } = (await rate(['send'], []))?.spread ?? {}
      expect(mean).toBeCloseTo(send / 4, 12)
      expect(deviation).toBeCloseTo((send * Math.sqrt(3)) / 4, 12)
      expect((await rate(['nowhere'], []))?.spread).toEqual({ mean: 0, deviation: 0 })
      expect(await build([]).rate([['mail']], ['a'], scoring)).toEqual([
        { hits: [], spread: { mean: 0, deviation: 0 } },
      ])
    })

    it('knows no keys but those searched, nor their statistics', async () => {
      const among = new Set(['mail/send', 'calendar/add'])
      const rated = await rate(['mail'], ['mail/send', 'mail/find'], among)
      const score = bm25({ tf: 1, length: 2, df: 1 }, { total: 2, average: 2 })
      expect(keys(rated?.hits)).toEqual(['mail/send'])
      expect(rated?.hits[0]?.score).toBeCloseTo(score, 12)
      expect(rated?.spread.mean).toBeCloseTo(score / 2, 12)
      expect(rated?.spread.deviation).toBeCloseTo(score / 2, 12)
    })

    it('counts keys, not texts', async () => {
      for (const pooling of ['best', 'mean'] as const) {
        const index = build(several, pooling)
        const [list] = await index.search([['mail']], lucene)
        const [rated] = await index.rate([['mail']], ['a', 'b'], scoring)
        expect(rated?.hits).toEqual(list)
        const sum = list?.reduce((total, { score }) => total + score, 0) ?? NaN
        expect(rated?.spread.mean).toBeCloseTo(sum / 2, 12)
      }
    })
  })
}

/** Two texts of `a`, one of `b`. By hand, N = 3 texts of 2, 4 and 2 terms. */
const several: LexicalDocument<string>[] = [
  { key: 'b', terms: ['mail', 'find'] },
  { key: 'a', terms: ['mail', 'mail', 'old', 'x'] },
  { key: 'a', terms: ['event', 'y'] },
]

function describePooling(name: string, build: BuildLexicalIndex): void {
  const counts = { total: 3, average: 8 / 3 }
  const mailOfA = bm25({ tf: 2, length: 4, df: 2 }, counts)
  const mailOfB = bm25({ tf: 1, length: 2, df: 2 }, counts)
  const eventOfA = bm25({ tf: 1, length: 2, df: 1 }, counts)
  const search = async (pooling: Pooling | undefined, terms: string[]) =>
    (await build(several, pooling).search([terms], { ...lucene, explain: Infinity }))[0] ?? []

  describe(`${name}: several texts a key`, () => {
    it('counts keys, not texts', () => {
      expect(build(several).size).toBe(2)
    })

    it('gives a key the score of its best text, and that text’s terms', async () => {
      const [first, second] = await search('best', ['mail', 'event'])
      expect(first).toEqual({
        key: 'a',
        score: expect.closeTo(Math.max(mailOfA, eventOfA), 12) as number,
        terms: mailOfA > eventOfA ? { mail: first?.score } : { event: first?.score },
      })
      expect(second?.score).toBeCloseTo(mailOfB, 12)
      expect(await search(undefined, ['mail', 'event'])).toEqual([first, second])
    })

    it('gives a key the mean of its texts, in which one that matches nothing counts 0', async () => {
      const [first, second] = await search('mean', ['mail'])
      expect(first).toEqual({
        key: 'b',
        score: expect.closeTo(mailOfB, 12) as number,
        terms: { mail: first?.score },
      })
      expect(second?.score).toBeCloseTo(mailOfA / 2, 12)
      expect(second?.terms).toEqual({ mail: second?.score })
    })

    it('explains a mean by the means of its terms’ parts', async () => {
      const hit = (await search('mean', ['mail', 'event'])).find(({ key }) => key === 'a')
      expect(hit?.terms?.['mail']).toBeCloseTo(mailOfA / 2, 12)
      expect(hit?.terms?.['event']).toBeCloseTo(eventOfA / 2, 12)
    })

    it('counts a text without any term in the mean, though not in the statistics', async () => {
      const index = build([...several, { key: 'b', terms: [] }], 'mean')
      const [hits] = await index.search([['find']], lucene)
      expect(hits?.[0]?.score).toBeCloseTo(bm25({ tf: 1, length: 2, df: 1 }, counts) / 2, 12)
    })

    it('searches all texts of the keys that are asked for', async () => {
      const [hits] = await build(several).search([['mail', 'event']], {
        ...lucene,
        among: new Set(['a']),
      })
      expect(keys(hits)).toEqual(['a'])
      expect(hits?.[0]?.score).toBeCloseTo(
        Math.max(
          bm25({ tf: 2, length: 4, df: 1 }, { total: 2, average: 3 }),
          bm25({ tf: 1, length: 2, df: 1 }, { total: 2, average: 3 }),
        ),
        12,
      )
    })
  })
}

const term = fc.constantFrom('send', 'mail', 'Mail', 'the', 'straße', 'a%b', 'x y', 'find', 'ürl')
const catalog = fc.array(
  fc.record({ key: fc.stringMatching(/^[a-f]{1,2}$/), terms: fc.array(term, { maxLength: 12 }) }),
  { minLength: 1, maxLength: 60 },
)
const question = fc.record({
  documents: catalog,
  terms: fc.array(term, { minLength: 1, maxLength: 6 }),
  depth: fc.integer({ min: 1, max: 12 }),
  keep: fc.integer({ min: 1, max: 4 }),
  pooling: fc.constantFrom<Pooling>('best', 'mean'),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

function describeLaws(name: string, build: BuildLexicalIndex): void {
  const answer = async (
    { documents, terms, depth, pooling }: Question,
    among?: ReadonlySet<string>,
  ) => {
    const search = { ...lucene, depth, among, explain: Infinity }
    return (await build(documents, pooling).search([terms], search))[0] ?? []
  }
  const law = (check: (question: Question) => Promise<void>) =>
    fc.assert(fc.asyncProperty(question, check), { numRuns: 200 })

  describe(`${name}: always`, () => {
    it('pools what an index of the texts by themselves scores', () =>
      law(async (asked) => {
        const apart = asked.documents.map(({ terms }, at) => ({ key: `${at}`, terms }))
        const texts = await answer({ ...asked, documents: apart, depth: apart.length })
        const scores = new Map(texts.map(({ key, score }) => [key, score]))
        for (const { key, score, terms } of await answer(asked)) {
          const own = asked.documents.flatMap((one, at) =>
            one.key === key ? [scores.get(`${at}`) ?? 0] : [],
          )
          const mean = own.reduce((sum, one) => sum + one, 0) / own.length
          expect(score).toBeCloseTo(asked.pooling === 'best' ? Math.max(...own) : mean, 10)
          expect(sumOf(terms)).toBeCloseTo(score, 10)
        }
      }))

    it('gives hits by falling score, ties by key, each key once', () =>
      law(async (asked) => {
        const hits = await answer(asked)
        const sorted = [...hits].sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
        expect(hits).toEqual(sorted)
        expect(new Set(keys(hits)).size).toBe(hits.length)
      }))

    it('gives a shorter list as the beginning of a longer one', () =>
      law(async (asked) => {
        const longer = await answer({ ...asked, depth: asked.depth + 1 })
        expect(longer.slice(0, asked.depth)).toEqual(await answer(asked))
      }))

    it('gives a subset what an index of that subset alone gives', () =>
      law(async (asked) => {
        const every = [...new Set(asked.documents.map(({ key }) => key))]
        const among = new Set(every.filter((_, at) => at % asked.keep === 0))
        const documents = asked.documents.filter(({ key }) => among.has(key))
        expect(await answer(asked, among)).toEqual(await answer({ ...asked, documents }))
      }))
  })
}
