import type { PlacedTool, QueryPlan } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { NEAREST_PAST, scorePartsOf } from '../../domain/trace/score'
import type { Settings } from '../../domain/trace/trace'
import type { FusedRanking, FusionMethod } from '../combine'
import { sumParts } from './fusion-methods'

/** What the lesser of two scores counts beside the greater; see `README.md`. */
const LESSER = 0.5
/**
 * What meaning counts of a request for several things beside its clauses: a mixture of them is near
 * to nothing in particular.
 */
const MEANING_OF_SEVERAL = 0.7

interface CalibratedOptions {
  /**
   * Whether a plan searches a request for several things as a whole; left out where its clauses are
   * not searched beside it.
   */
  isWholeOfSeveral?: ((plan: QueryPlan) => boolean) | undefined
  /** What meaning counts beside what was measured for the embedder; left out: 1. */
  meaning?: number
}

/**
 * What clauses of a request score counts from here on, which is less than one rare word says: see
 * `README.md`.
 */
export const CLAUSES_FROM = 0.8

const settingsOf = ({ isWholeOfSeveral, meaning = 1 }: CalibratedOptions): Settings => ({
  'the lesser counts': LESSER,
  ...(isWholeOfSeveral && { 'meaning of several': MEANING_OF_SEVERAL }),
  ...(meaning !== 1 && { 'meaning counts': meaning }),
})

/**
 * The greater of two scores and half of the lesser, both on one scale: BM25 as a share of the
 * greatest idf of one word, a cosine by how far it lies above the mean of all tools. Neither is
 * divided by how this query's scores spread, so that a search that says little counts little.
 * Lists are completed; a tool that a search does not score gets 0 of it. Pegboard's own, see
 * `README.md`.
 * @param others what further lists count, beside the sum of the two
 */
export function calibratedScores(
  options: CalibratedOptions = {},
  others: readonly number[] = [],
): FusionMethod {
  return {
    name: 'calibrated scores',
    settings: {
      ...settingsOf(options),
      ...(others.length > 0 && { 'others count': others.join() }),
    },
    completes: true,
    fuse([words, meaning, ...more]) {
      if (!words || !meaning) throw new Error('Two lists are fused.')
      const { notes, factor } = meaningOf(meaning, options)
      const byWords = onScale(words)
      const byMeaning = onScale(meaning, factor)
      const counts = weighBoth(byWords, byMeaning)
      const shares = [
        words.tools.map(({ tool }) => (byWords.get(tool) ?? 0) * counts(tool).words),
        meaning.tools.map(({ tool }) => (byMeaning.get(tool) ?? 0) * counts(tool).meaning),
        ...more.map((list, at) => [...onScale(list, others[at]).values()]),
      ]
      return { notes, tools: sumParts('calibrated', shares, [words, meaning, ...more]) }
    },
  }
}

/** What nearness to a past query counts beside the words and meaning of tools; see `README.md`. */
const PAST = 0.75
/**
 * The most that words of past queries add, about what two rare words do: a tool that was logged
 * often has seen most words that requests are made of.
 */
const MOST_TAUGHT = 2
/**
 * From where on past queries are trusted, and where wholly: in deviations from the nearness of
 * other tools' past queries.
 */
const TRUSTED = { from: -2, wholly: -1 }

/**
 * {@link calibratedScores} of four lists: words of the documents, words of the documents with past
 * queries, meaning, and the nearest past query. Where no past query is near, it is the fusion of
 * words and meaning alone; the nearer one is, the more a tool gets of what words of its past
 * queries add to its own, and of how near they are. Pegboard's own.
 */
export function calibratedWithPast(options: CalibratedOptions): FusionMethod {
  return {
    name: 'calibrated scores',
    settings: {
      ...settingsOf(options),
      'words of past queries add at most': MOST_TAUGHT,
      'nearest past query': PAST,
      'trusted from': TRUSTED.from,
    },
    completes: true,
    fuse([words, taught, meaning, past]) {
      if (!words || !taught || !meaning || !past) throw new Error('Four lists are fused.')
      const { notes, factor } = meaningOf(meaning, options)
      const trust = trustIn(past)
      const own = onScale(words)
      const learned = onScale(taught)
      const gain = new Map(
        taught.tools.map(({ tool }) => [
          tool,
          trust * taughtGain(learned.get(tool), own.get(tool)),
        ]),
      )
      const sums = [...new Set([...own.keys(), ...gain.keys()])].map(
        (tool) => [tool, (own.get(tool) ?? 0) + (gain.get(tool) ?? 0)] as const,
      )
      const byMeaning = onScale(meaning, factor)
      const counts = weighBoth(new Map(sums), byMeaning)
      const shares = [
        words.tools.map(({ tool }) => (own.get(tool) ?? 0) * counts(tool).words),
        taught.tools.map(({ tool }) => (gain.get(tool) ?? 0) * counts(tool).words),
        meaning.tools.map(({ tool }) => (byMeaning.get(tool) ?? 0) * counts(tool).meaning),
        [...onScale(past, factor * trust * PAST).values()],
      ]
      return {
        notes: { ...notes, 'trust in past queries': Number(trust.toFixed(2)) },
        tools: sumParts('calibrated', shares, [words, taught, meaning, past]),
      }
    },
  }
}

/** What words of past queries add to those of a tool's own document. */
const taughtGain = (learned = 0, own = 0): number =>
  Math.min(MOST_TAUGHT, Math.max(0, learned - own))

/** What meaning counts of itself for this plan, and what the trace tells of it. */
function meaningOf(
  { plan, scale }: FusedRanking,
  { isWholeOfSeveral, meaning = 1 }: CalibratedOptions,
): { factor: number; notes: Settings } {
  const factor = meaning * (isWholeOfSeveral?.(plan) ? MEANING_OF_SEVERAL : 1)
  return {
    factor,
    notes: { 'a cosine counts': Number(((scale?.unit ?? 0) * factor).toFixed(2)) },
  }
}

/** What each tool of a list scores on the scale of all searches, in the list's order. */
function onScale({ tools, scale }: FusedRanking, factor = 1): Map<ToolId, number> {
  if (!scale) throw new Error('The list does not tell how its scores are read.')
  const { from, unit } = scale
  return new Map(tools.map(({ tool, score = 0 }) => [tool, (score - from) * unit * factor]))
}

/** What each of two scores of a tool counts: the greater whole, the lesser by half. */
const weighBoth =
  (words: ReadonlyMap<ToolId, number>, meaning: ReadonlyMap<ToolId, number>) => (tool: ToolId) =>
    (words.get(tool) ?? 0) >= (meaning.get(tool) ?? 0)
      ? { words: 1, meaning: LESSER }
      : { words: LESSER, meaning: 1 }

/** From 0 to 1: how far past queries are to be believed, by how near the nearest of all is. */
function trustIn({ tools }: { tools: readonly PlacedTool[] }): number {
  let nearest = -Infinity
  for (const { witnesses } of tools) {
    for (const { source, score } of scorePartsOf(witnesses)) {
      if (source === NEAREST_PAST) nearest = Math.max(nearest, score)
    }
  }
  return Math.min(1, Math.max(0, (nearest - TRUSTED.from) / (TRUSTED.wholly - TRUSTED.from)))
}
