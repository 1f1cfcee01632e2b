import type { MeasureInfo } from '../domain/measure/measure'
import type { Judged } from './judged'

/** A score of one query, with all that is to be known of it. */
export interface Measure extends MeasureInfo {
  /** Says nothing at a k: the caller decided it. */
  ofAdaptiveKOnly?: true
  /** Says nothing where it is not known which golden tools are main tools. */
  ofMainsOnly?: true
  /** Says nothing where it is not known of which servers tools are. */
  ofServersOnly?: true
  /**
   * Given at five tools more than there are golden ones, beside the cut-offs wanted, or there
   * alone.
   */
  beyondGolden?: 'too' | 'only'
  of(judged: Judged): number
}

const share: Pick<Measure, 'better' | 'range' | 'format'> = {
  better: 'higher',
  range: { least: 0, most: 1 },
  format: { decimals: 3 },
}

export const recall: Measure = {
  ...share,
  name: 'Recall',
  title: 'Recall',
  summary:
    'The share of the golden tools that are among those given. Always below 1 where there are more than k.',
  beyondGolden: 'too',
  of: ({ hits, golden }) => hits / golden,
}

const precision: Measure = {
  ...share,
  name: 'Precision',
  title: 'Precision',
  summary: 'The share of the k places that golden tools hold; places left empty count against it.',
  of({ hits, k, given }) {
    if (k !== Infinity) return hits / k
    return given === 0 ? 0 : hits / given
  },
}

const hit: Measure = {
  ...share,
  name: 'Hit',
  title: 'Hit rate',
  summary: '1 where any golden tool is among those given.',
  beyondGolden: 'too',
  of: ({ hits }) => (hits > 0 ? 1 : 0),
}

const mainHit: Measure = {
  ...share,
  name: 'MainHit',
  title: 'Main tool',
  summary:
    '1 where every main tool is among those given: what the query is about, as against the golden tools that these need.',
  ofMainsOnly: true,
  of: ({ mains, k }) => (mains?.every((place) => place <= k && place !== Infinity) ? 1 : 0),
}

const serverRecall: Measure = {
  ...share,
  name: 'ServerRecall',
  title: 'Servers',
  summary:
    'The share of the golden tools’ servers of which any tool is among those given; at k = 1, whether the first tool is of a right server.',
  ofServersOnly: true,
  of: ({ servers = [], k }) =>
    servers.filter((place) => place <= k && place !== Infinity).length / (servers.length || 1),
}

export const all: Measure = {
  ...share,
  name: 'All',
  title: 'All golden tools',
  summary: '1 where all golden tools are among those given: tool correctness in the strict sense.',
  beyondGolden: 'too',
  of: ({ hits, golden }) => (hits === golden ? 1 : 0),
}

const toolCorrectness: Measure = {
  ...share,
  name: 'ToolCorrectness',
  title: 'ToolSEE’s correctness',
  summary:
    'Tool correctness at k = golden tools + 5: 1 where at least half of the golden tools are among those given, so that of two one is enough. DeepEval’s at its threshold of .5; Vadlapati 2025. Given where the largest k reaches as far.',
  beyondGolden: 'only',
  of: ({ hits, golden }) => (hits / golden >= 0.5 ? 1 : 0),
}

const reciprocalRank: Measure = {
  ...share,
  name: 'MRR',
  title: 'Reciprocal rank',
  summary: '1 / the place of the first golden tool, 0 where none is given. Voorhees 1999.',
  of: ({ hits, places }) => (hits === 0 ? 0 : 1 / (places[0] as number)),
}

export const averagePrecision: Measure = {
  ...share,
  name: 'MAP',
  title: 'Average precision',
  summary:
    'The mean of the precisions at each golden tool given, over min(golden tools, k); trec_eval’s map_cut divides by all golden tools.',
  of({ hits, golden, k, places }) {
    let sum = 0
    for (let at = 0; at < hits; at++) sum += (at + 1) / (places[at] as number)
    return sum / Math.min(golden, k)
  },
}

export const ndcg: Measure = {
  ...share,
  name: 'nDCG',
  title: 'nDCG',
  summary:
    'Discounted cumulative gain over that of the best order of min(golden tools, k); a golden tool gains its grade, or 1 without one. Järvelin & Kekäläinen 2002.',
  of({ hits, golden, k, places, gains }) {
    let gain = 0
    for (let at = 0; at < hits; at++) {
      gain += (gains?.found[at] ?? 1) * discount(places[at] as number)
    }
    let ideal = 0
    for (let at = 0; at < Math.min(golden, k); at++) {
      ideal += (gains?.best[at] ?? 1) * discount(at + 1)
    }
    return ideal === 0 ? 0 : gain / ideal
  },
}

const discount = (place: number): number => 1 / Math.log2(place + 1)

const tracc: Measure = {
  ...share,
  name: 'TRACC',
  title: 'TRACC',
  summary:
    'How well a set fits the golden one in tools and in size, 1 only where they are the same: (1 − | |A| − |B| | / |A ∪ B|) · |A ∩ B| / |A| for golden set A and tool set B. PTR, section 4.2.',
  of({ hits, golden, given }) {
    const union = golden + given - hits
    return (1 - Math.abs(golden - given) / union) * (hits / golden)
  },
}

const lengthDifference: Measure = {
  name: 'LengthDifference',
  title: 'Length difference',
  summary: 'How many tools more or fewer than golden ones are given. PTR, section 4.2.',
  better: 'lower',
  range: { least: 0 },
  format: { decimals: 2, unit: 'tools' },
  of: ({ golden, given }) => Math.abs(golden - given),
}

/**
 * Of an adaptive set as a ranking, cut where a caller would cut who knows how many tools are right.
 */
const atGolden = (judged: Judged): Judged => {
  const k = Math.min(judged.k, judged.golden)
  const hits = judged.places.filter((place) => place <= k).length
  return { ...judged, k, hits, given: Math.min(judged.given, k) }
}

const recallAtGolden: Measure = {
  ...share,
  name: 'Recall@|A|',
  title: 'Recall at the golden count',
  summary:
    'The share of the golden tools among the first |A| of the set, as many as there are golden tools. PTR, section 4.2.',
  ofAdaptiveKOnly: true,
  of: (judged) => recall.of(atGolden(judged)),
}

const ndcgAtGolden: Measure = {
  ...share,
  name: 'nDCG@|A|',
  title: 'nDCG at the golden count',
  summary:
    'nDCG of the first |A| tools of the set, as many as there are golden tools, over the best order of these; PTR’s own script divides by that of the tools given.',
  ofAdaptiveKOnly: true,
  of: (judged) => ndcg.of(atGolden(judged)),
}

const toolsGiven: Measure = {
  name: 'Tools',
  title: 'Tools given',
  summary: 'How many tools the recipe gave, where it decides that itself.',
  better: 'lower',
  range: { least: 0 },
  format: { decimals: 2, unit: 'tools' },
  ofAdaptiveKOnly: true,
  of: ({ given }) => given,
}

export const promptTokens: Measure = {
  name: 'PromptTokens',
  title: 'Prompt tokens',
  summary: 'Tokens of the definitions of the tools given, as they stand in an agent’s prompt.',
  better: 'lower',
  range: { least: 0 },
  format: { decimals: 1, unit: 'tokens' },
  of: (judged) => judged.promptTokens,
}

/** Every measure there is, in the order they are shown. */
export const MEASURES: readonly Measure[] = [
  recall,
  precision,
  hit,
  mainHit,
  serverRecall,
  all,
  toolCorrectness,
  reciprocalRank,
  averagePrecision,
  ndcg,
  tracc,
  lengthDifference,
  recallAtGolden,
  ndcgAtGolden,
  toolsGiven,
  promptTokens,
]

/** What the measures say of themselves. */
export const measureInfos = (): MeasureInfo[] =>
  MEASURES.map(({ name, title, summary, better, range, format }) => ({
    name,
    title,
    summary,
    better,
    range,
    format,
  }))
