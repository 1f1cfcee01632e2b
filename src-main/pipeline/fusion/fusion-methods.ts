import {
  byScore,
  type PlacedTool,
  type Ranking,
  type ScorePart,
  type Witness,
} from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { NEAREST_PAST, scorePartsOf } from '../../domain/trace/score'
import type { FusionMethod, FusedRanking } from '../combine'
import { weightOf, type Weigh } from './weights'

/**
 * One ranking whose scores are the sums of `shares`, where `shares[list][place]` is what list
 * `list` gives the tool at that place. Every share stays visible as a part beside the witnesses the
 * tool came with.
 */
export function sumParts(method: string, shares: number[][], rankings: Ranking[]): PlacedTool[] {
  const fused = new Map<ToolId, { tool: ToolId; score: number; witnesses: Witness[] }>()
  for (const [list, { tools }] of rankings.entries()) {
    const namedOf = shareNames(method)
    const scores = shares[list] ?? []
    let place = 0
    for (const { tool, witnesses } of tools) {
      const score = scores[place++] ?? 0
      const part = namedOf(witnesses, score)
      const entry = fused.get(tool)
      if (entry) {
        entry.score += score
        for (const witness of witnesses) entry.witnesses.push(witness)
        entry.witnesses.push(part)
      } else {
        fused.set(tool, { tool, score, witnesses: [...witnesses, part] })
      }
    }
  }
  return [...fused.values()].sort(byScore)
}

/**
 * Names shares after the score that a tool came with. As a list's tools mostly have the same, its
 * name is made once.
 */
function shareNames(method: string): (witnesses: readonly Witness[], score: number) => ScorePart {
  let last: string | undefined
  let named: Pick<ScorePart, 'source' | 'origin'> = { source: '' }
  return (witnesses, score) => {
    const part = witnesses.findLast((witness) => witness.kind === 'score')
    const source = part?.source ?? 'list'
    if (source !== last) {
      named = { source: `${method} ${source}`, ...(part?.origin && { origin: part.origin }) }
    }
    last = source
    const share: ScorePart = { kind: 'score', source: named.source, score }
    if (named.origin) share.origin = named.origin
    return share
  }
}

/** Cormack, Clarke & Büttcher 2009, who found 60 to work across collections. */
export const RANK_CONSTANT = 60

/**
 * Reciprocal rank fusion: a tool's score is Σ 1 / (constant + rank) over the lists that hold it,
 * ranks from 1.
 */
export function reciprocalRank(constant = RANK_CONSTANT): FusionMethod {
  return {
    name: 'rrf',
    settings: { constant },
    fuse: (rankings) => ({
      tools: sumParts(
        'rrf',
        rankings.map(({ tools }) => tools.map((_, at) => 1 / (constant + at + 1))),
        rankings,
      ),
    }),
  }
}

/** The tools of the first list, then those of the next that are in none before it. */
export const oneAfterTheOther: FusionMethod = {
  name: 'one list after the other',
  settings: {},
  fuse: (rankings) => {
    const fused = new Map<ToolId, PlacedTool>()
    for (const { tool, witnesses } of rankings.flatMap(({ tools }) => tools)) {
      const before = fused.get(tool)?.witnesses ?? []
      fused.set(tool, { tool, witnesses: [...before, ...witnesses] })
    }
    return { tools: [...fused.values()], order: 'given' }
  },
}

/**
 * Weighted sum of scores, each list scaled to 0…1 by its own best and worst score (a list of equal
 * scores counts 1).
 */
export function weighted(weigh: Weigh): FusionMethod {
  return {
    name: 'weighted sum',
    settings: weigh.settings,
    fuse(rankings) {
      const weighing = weigh.of(rankings)
      const shares = rankings.map((ranking, list) =>
        scaled(ranking).map((score) => score * weightOf(weighing, list)),
      )
      return { notes: weighing.notes, tools: sumParts('weighted', shares, rankings) }
    },
  }
}

/** In an order that no score gave, neither the first need be best nor the last worst. */
function scaled({ tools }: Ranking): number[] {
  const scores = tools.map(({ score = 0 }) => score)
  const best = Math.max(...scores)
  const spread = best - Math.min(...scores)
  return scores.map((score) => (spread === 0 ? 1 : 1 - (best - score) / spread))
}

/**
 * From where a list's scores are counted: from nothing, as in BM25, or from the mean of all tools.
 */
type CountedFrom = 'zero' | 'mean'

interface StandardScoreOptions {
  /** `from[i]` belongs to the i-th retriever; a tool that it does not score at all gets 0. */
  from: readonly CountedFrom[]
  weigh: Weigh
}

/**
 * Weighted sum of standard scores (Montague & Aslam 2001): a score counts in deviations of that
 * retriever's scores of all tools. As every list is completed, it matters neither how deep a
 * retriever searched nor how many tools there are.
 */
export function standardScore({ from, weigh }: StandardScoreOptions): FusionMethod {
  return {
    name: 'standard scores',
    settings: { 'scores count from': from.join(', '), ...weigh.settings },
    completes: true,
    fuse(rankings) {
      const weighing = weigh.of(rankings)
      const shares = rankings.map((ranking, list) =>
        inDeviations(ranking, from[list] ?? 'zero').map(
          (score) => score * weightOf(weighing, list),
        ),
      )
      return { notes: weighing.notes, tools: sumParts('standard', shares, rankings) }
    },
  }
}

/**
 * Scores that are all one count 1 for each tool.
 * @throws Error where the list was not completed.
 */
function inDeviations({ tools, spread }: FusedRanking, from: CountedFrom): number[] {
  if (!spread) throw new Error('The list does not tell how the scores of all tools spread.')
  const { mean, deviation } = spread
  const origin = from === 'mean' ? mean : 0
  return tools.map(({ score = 0 }) => (deviation === 0 ? 1 : (score - origin) / deviation))
}

/** Chosen on development rows, see `README.md`. */
const NEAREST = 0.5
/**
 * From where on past queries are trusted, and where wholly: in deviations from the nearness of
 * other tools' past queries.
 */
const TRUSTED = { from: -2, wholly: -1 }

/**
 * Standard scores of four lists: words of the documents, words of the documents with past queries,
 * meaning, and the nearest past query. Where no past query is near, it is the fusion of words and
 * meaning alone. A tool without past queries keeps the words of its document in place of those.
 * Pegboard's own.
 * @param weigh what words count for, beside meaning
 */
export function standardScoreWithPast(weigh: Weigh): FusionMethod {
  return {
    name: 'standard scores',
    settings: { ...weigh.settings, 'nearest past query': NEAREST, 'trusted from': TRUSTED.from },
    completes: true,
    fuse([words, taught, meaning, past]) {
      if (!words || !taught || !meaning || !past) throw new Error('Four lists are fused.')
      const trust = trustIn(past)
      const plain = weigh.of([words, meaning])
      const learned = trust > 0 ? weigh.of([taught, meaning]) : plain
      const known = new Set<string>(taught.tools.map(({ tool }) => tool))
      const weightOfWords = (1 - trust) * weightOf(plain, 0)
      const weightOfTaught = trust * weightOf(learned, 0)
      const weightOfMeaning = (1 - trust) * weightOf(plain, 1) + trust * weightOf(learned, 1)
      const shares = [
        inDeviations(words, 'zero').map((score, place) => {
          const isTaught = known.has(words.tools[place]?.tool ?? '')
          return score * (weightOfWords + (isTaught ? 0 : weightOfTaught))
        }),
        inDeviations(taught, 'zero').map((score) => score * weightOfTaught),
        inDeviations(meaning, 'mean').map((score) => score * weightOfMeaning),
        past.tools.map(({ score = 0 }) => score * trust * NEAREST),
      ]
      const notes = { ...learned.notes, 'trust in past queries': Number(trust.toFixed(2)) }
      return { notes, tools: sumParts('standard', shares, [words, taught, meaning, past]) }
    },
  }
}

/** From 0 to 1: how far past queries are to be believed, by how near the nearest of all is. */
function trustIn({ tools }: FusedRanking): number {
  let nearest = -Infinity
  for (const { witnesses } of tools) {
    for (const { source, score } of scorePartsOf(witnesses)) {
      if (source === NEAREST_PAST) nearest = Math.max(nearest, score)
    }
  }
  return Math.min(1, Math.max(0, (nearest - TRUSTED.from) / (TRUSTED.wholly - TRUSTED.from)))
}
