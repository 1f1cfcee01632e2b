import type { Hit } from '../../../ports/hit'
import type { LexicalIndex, LexicalScoring } from '../../../ports/lexical-index'
import { byScoreThenKey } from '../../memory/keyed-texts'
import { textsOf } from '../tables/arrow-tables'
import { lancedb } from '../tables/database'
import { rowsFor } from '../vectors/stored-vectors'
import { firstHits, placesIn, someAtOnce } from './first-hits'
import { once } from './once'
import { unpackTerms } from './packed-terms'
import { atPlaces, type SearchedTable } from './searched-table'
import {
  estimatedSpread,
  partsOf,
  sharedPart,
  weighQuery,
  type CountedText,
  type TermStatistics,
} from './term-statistics'
import type { columnsOf } from './write'

interface WordsInPlace<Key extends string> {
  /** Rising. */
  keys: readonly Key[]
  searched: SearchedTable
  columns: Pick<ReturnType<typeof columnsOf>, 'text' | 'terms'>
  statistics(): Promise<TermStatistics>
}

/**
 * Texts by which it is told how terms come together: as many as a search of the usual depth looks
 * at.
 */
const FIRST_TEXTS = rowsFor(100)

/** Texts that stand for all. */
const SAMPLED = 2_048

type Scoring = Pick<LexicalScoring<string>, 'k1' | 'b'>

/**
 * Finds by LanceDB’s full-text search, which counts each term as often as it weighs, in whole
 * numbers; what it finds is scored by its own terms, as in memory.
 */
export function wordsInPlace<Key extends string>({
  keys,
  searched,
  columns,
  statistics,
}: WordsInPlace<Key>): LexicalIndex<Key> {
  const termsAt = searched.rowsOf(columns.terms, textsOf)
  const look = async (terms: readonly string[], limit: number, among?: readonly number[]) => {
    const { MatchQuery } = await lancedb()
    const query = new MatchQuery(terms.join(' '), columns.text)
    return searched.placesOf((table) => {
      const search = table.query().fullTextSearch(query).select(['_score']).withRowId().limit(limit)
      return (among ? search.where(atPlaces(among)) : search).toArrow()
    })
  }
  const find = remembered(look)
  const stride = Math.ceil(keys.length / SAMPLED)
  const sample = once(async () => {
    const texts = await termsAt([...keys.keys()].filter((place) => place % stride === 0))
    return new Map([...texts].map(([place, packed]) => [place, unpackTerms(packed)]))
  })
  const scoring = async (terms: readonly string[], { k1, b }: Scoring) => {
    const known = await statistics()
    const weights = weighQuery(terms, known, k1)
    const { averageLength } = known
    const partsIn = (text: CountedText) => partsOf(weights, text, { averageLength, k1, b })
    const partsAt = async (places: readonly number[]) =>
      [...(await termsAt(places))].map(
        ([place, packed]) => [place, partsIn(unpackTerms(packed))] as const,
      )
    const score = async (places: readonly number[]): Promise<Hit<Key>[]> =>
      (await partsAt(places)).flatMap(([place, parts]) => {
        const score = parts.reduce((sum, [, part]) => sum + part, 0)
        const hit = { key: keys[place] as Key, score, terms: Object.fromEntries(parts) }
        return score > 0 ? [hit] : []
      })
    // Terms come together in the texts that are found first, and elsewhere as in some that stand
    // for all.
    const spread = async () => {
      const texts = keys.length
      if (weights.size < 2) return estimatedSpread(weights, known, { texts, shared: 0 })
      const first = new Map(await partsAt(await find(terms, FIRST_TEXTS)))
      const others = [...(await sample())].filter(([place]) => !first.has(place))
      const rest = meanOf(others.map(([, text]) => sharedPart(partsIn(text))))
      const found = meanOf([...first.values()].map(sharedPart))
      const shared = (found * first.size + rest * (texts - first.size)) / texts
      return estimatedSpread(weights, known, { texts, shared })
    }
    return { score, spread }
  }
  return {
    size: keys.length,
    isInPlace: true,
    async search(queries, { depth, among, explain = 0, signal, onMost, ...parameters }) {
      return someAtOnce(queries, signal, async (terms) => {
        if (terms.length === 0 || depth <= 0) return []
        const { score } = await scoring(terms, parameters)
        const findIn = (limit: number, places?: readonly number[]) =>
          places ? look(terms, limit, places) : find(terms, limit)
        const hits = await firstHits({ keys, among, depth, onMost, score, find: findIn })
        return explained(hits, explain)
      })
    },
    async rate(queries, wanted, { among, signal, explain = 0, ...parameters }) {
      const places = placesIn(keys, among ? wanted.filter((key) => among.has(key)) : wanted)
      return someAtOnce(queries, signal, async (terms) => {
        const { score, spread } = await scoring(terms, parameters)
        const hits = (await score(places)).sort(byScoreThenKey)
        return { hits: explained(hits, explain), spread: await spread() }
      })
    },
    // Statistics are those of all texts, whichever are searched.
    textsWithTerms: async () => (await statistics()).withTerms,
    holds: () => false,
    withTexts: () => {
      throw new Error('An index that is searched in place takes no other texts.')
    },
    pack: () => {
      throw new Error('An index that is searched in place is not packed.')
    },
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The first hits with their terms, the others without. */
const explained = <Key extends string>(hits: readonly Hit<Key>[], first: number): Hit<Key>[] =>
  hits.map((hit, at) => (at < first ? hit : { key: hit.key, score: hit.score }))

/** Answers kept: what was searched is rated next. */
const MOST_REMEMBERED = 64

type Find = (terms: readonly string[], limit: number) => Promise<number[]>

function remembered(find: Find): Find {
  const known = new Map<string, Promise<number[]>>()
  return (terms, limit) => {
    const name = `${limit} ${terms.join(' ')}`
    const found = known.get(name) ?? find(terms, limit)
    known.set(name, found)
    found.catch(() => known.delete(name))
    for (const oldest of known.keys()) if (known.size > MOST_REMEMBERED) known.delete(oldest)
    return found
  }
}
