import { chanceOf, oddsOf, type Logistic } from '../logistic'
import type { Past } from './past'
import { FEATURES, type Signals } from './signals'

/**
 * A query with what is learned of its candidates: log odds that it needs them, `[i]` for the i-th
 * candidate.
 */
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
interface LikelyBundle {
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

/**
 * For each weight of nearness, the two past bundles that most likely are what the query needs, the
 * likelier first.
 */
export function likelyBundles(
  past: Past,
  { signals, asAny }: Reading,
  weights: readonly number[],
): LikelyBundle[][] {
  const byTool = new Float32Array(past.tools.length).fill(UNLIKELY)
  signals.candidates.forEach((tool, at) => {
    byTool[tool] = Math.max(UNLIKELY, asAny[at] as number)
  })
  const all = bundleScores(past, byTool, signals)
  return weights.map((weight) =>
    twoBest(all, weight).map((bundle) => {
      const odds = all.odds[bundle] as number
      const near = all.near[bundle] as number
      const nearest = all.nearest[bundle] as number
      return { bundle, odds, nearest, near, score: odds + weight * near }
    }),
  )
}

/**
 * By bundle, what its score is made of. In arrays: there may be ten thousand, and each example asks
 * for seven weights.
 */
interface BundleScores {
  odds: Float64Array
  near: Float64Array
  /** Place of the query, or -1 where all of its queries are left out. */
  nearest: Int32Array
}

function bundleScores(
  { bundles, columns: { ofQuery, tools, starts } }: Past,
  byTool: Float32Array,
  { past: { alike, leftOut } }: Signals,
): BundleScores {
  const odds = new Float64Array(bundles.length)
  const near = new Float64Array(bundles.length)
  const nearest = new Int32Array(bundles.length).fill(-1)
  for (let place = 0; place < ofQuery.length; place++) {
    const bundle = ofQuery[place] as number
    const likeness = alike[place] as number
    if ((nearest[bundle] as number) >= 0 && likeness <= (near[bundle] as number)) continue
    if (leftOut.has(place)) continue
    near[bundle] = likeness
    nearest[bundle] = place
  }
  for (let bundle = 0; bundle < bundles.length; bundle++) {
    let sum = 0
    const end = starts[bundle + 1] as number
    for (let at = starts[bundle] as number; at < end; at++) {
      sum += byTool[tools[at] as number] as number
    }
    odds[bundle] = sum
  }
  return { odds, near, nearest }
}

/** The places of the two best, the better first; of equal ones the earlier. */
function twoBest({ odds, near, nearest }: BundleScores, weight: number): number[] {
  let first = -1
  let second = -1
  let most = -Infinity
  let next = -Infinity
  for (let bundle = 0; bundle < odds.length; bundle++) {
    if ((nearest[bundle] as number) < 0) continue
    const score = (odds[bundle] as number) + weight * (near[bundle] as number)
    if (first < 0 || score > most) {
      ;[second, next] = [first, most]
      ;[first, most] = [bundle, score]
    } else if (second < 0 || score > next) {
      ;[second, next] = [bundle, score]
    }
  }
  return [first, second].filter((bundle) => bundle >= 0)
}

/**
 * Both answers to a query: tools chosen one by one, and the likeliest past bundle as a whole; and
 * by what to choose between them.
 */
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
