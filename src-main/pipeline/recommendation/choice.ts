import { oddsOf, type Logistic } from './logistic'
import type { Past } from './past'
import { FEATURES, type Signals } from './signals'

/** A query with what is learned of its candidates: log odds that it needs them, `[i]` for the i-th candidate. */
export interface Reading {
  signals: Signals
  /** As where no past query took just the tools that are needed. */
  asNew: Float32Array
  /** As for past queries all together. */
  asAny: Float32Array
}

export const oddsOfAll = (model: Logistic, { candidates, rows }: Signals): Float32Array =>
  Float32Array.from(candidates, (_, at) =>
    oddsOf(model, rows.subarray(at * FEATURES.length, (at + 1) * FEATURES.length)),
  )

/** The candidates whose log odds reach the least, and the likeliest where none does. */
export function setFrom({ signals, asNew }: Reading, least: number): number[] {
  const set = signals.candidates.filter((_, at) => (asNew[at] as number) >= least)
  if (set.length > 0 || signals.candidates.length === 0) return set
  let likeliest = 0
  for (let at = 1; at < asNew.length; at++) {
    if ((asNew[at] as number) > (asNew[likeliest] as number)) likeliest = at
  }
  return [signals.candidates[likeliest] as number]
}

/** A past bundle as an answer to a query. */
export interface LikelyBundle {
  /** Place in {@link Past.bundles}. */
  bundle: number
  /** The log odds of its tools, added up. */
  odds: number
  /** The most alike of its queries. */
  nearest: number
  near: number
  score: number
}

/** The log odds of a tool that is no candidate. */
const UNLIKELY = -9

/** For each weight of nearness, the two past bundles that most likely are what the query needs, the likelier first. */
export function likelyBundles(
  past: Past,
  { signals, asAny }: Reading,
  weights: readonly number[],
): LikelyBundle[][] {
  const byTool = new Float32Array(past.tools.length).fill(UNLIKELY)
  signals.candidates.forEach((tool, at) => {
    byTool[tool] = Math.max(UNLIKELY, asAny[at] as number)
  })
  const { alike, leftOut } = signals.past
  const best: LikelyBundle[][] = weights.map(() => [])
  for (const [bundle, { tools, queries }] of past.bundles.entries()) {
    let nearest = -1
    for (const place of queries) {
      if (nearest >= 0 && (alike[place] as number) <= (alike[nearest] as number)) continue
      if (!leftOut.has(place)) nearest = place
    }
    if (nearest < 0) continue
    let odds = 0
    for (const tool of tools) odds += byTool[tool] as number
    const near = alike[nearest] as number
    for (const [at, weight] of weights.entries()) {
      const score = odds + weight * near
      const [first, second] = best[at] as LikelyBundle[]
      const found = { bundle, odds, nearest, near, score }
      if (!first || score > first.score) best[at] = first ? [found, first] : [found]
      else if (!second || score > second.score) best[at] = [first, found]
    }
  }
  return best
}

/** Both answers to a query: tools chosen one by one, and the likeliest past bundle as a whole; and by what to choose between them. */
export interface Choice {
  set: readonly number[]
  bundle: readonly number[]
  /** Absent where there is no past bundle: `bundle` is then the set. */
  likeliest: LikelyBundle | undefined
  /** {@link GATE_FEATURES} numbers. */
  features: readonly number[]
}

/** What tells whether a past bundle or the set is the better answer. */
export const GATE_FEATURES = 8
/** From where on a lead over the second bundle tells no more. */
const FAR_AHEAD = 20

export function choiceFrom(
  past: Past,
  reading: Reading,
  { least, nearness }: { least: number; nearness: number },
): Choice {
  const { signals, asNew, asAny } = reading
  const set = setFrom(reading, least)
  const [[first, second] = []] = likelyBundles(past, reading, [nearness])
  const bundle = first ? (past.bundles[first.bundle]?.tools ?? []) : set
  const place = new Map(signals.candidates.map((tool, at) => [tool, at]))
  const oddsOfSet = set.reduce((sum, tool) => sum + (asAny[place.get(tool) ?? 0] as number), 0)
  const inBundle = new Set(bundle)
  const both = set.filter((tool) => inBundle.has(tool)).length
  const likeness = signals.nearest === undefined ? 0 : (signals.past.alike[signals.nearest] ?? 0)
  const chances = new Map(
    signals.candidates.map((tool, at) => [tool, chanceOf(asNew[at] as number)]),
  )
  const features = [
    first?.near ?? 0,
    likeness,
    first ? likeness - first.near : 0,
    first ? oddsOfSet - first.odds : 0,
    first && second ? Math.min(FAR_AHEAD, first.score - second.score) : 0,
    both / (set.length + bundle.length - both || 1),
    set.length - bundle.length,
    expectedAccuracy(bundle, chances) - expectedAccuracy(set, chances),
  ]
  return { set, bundle, likeliest: first, features }
}

const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** About what accuracy a set has, by the chances that its tools and the others are needed. */
function expectedAccuracy(set: readonly number[], chances: ReadonlyMap<number, number>): number {
  let wanted = 0
  for (const chance of chances.values()) wanted += chance
  const hits = set.reduce((sum, tool) => sum + (chances.get(tool) ?? 0), 0)
  return accuracy({ wanted, given: set.length, hits })
}

/** TRACC (PTR, section 4.2), which sets are chosen for. */
export function accuracy({ wanted, given, hits }: Record<'wanted' | 'given' | 'hits', number>) {
  const union = wanted + given - hits
  return union === 0 || wanted === 0 ? 0 : (1 - Math.abs(wanted - given) / union) * (hits / wanted)
}
