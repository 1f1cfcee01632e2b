import { accuracy, choiceFrom, GATE_FEATURES, likelyBundles, oddsOfAll, setFrom } from './choice'
import type { Choice, Reading } from './choice'
import { logisticOf, oddsOf, type Logistic } from '../logistic'
import { vectorAt, type Past, type PastQuery, type Pause } from './past'
import { joined, predicted, predictedWithout, ridgeOf, sumsOf, type Ridge } from './ridge'
import { FEATURES, signalsOf, type DocumentScores } from './signals'
import {
  comparedQueryAt,
  similarityTo,
  type ComparedQuery,
  type Similarity,
} from './similar-queries'

/**
 * Parts of the past that are left out in turn, to see what is told of queries whose bundle is new.
 */
const FOLDS = 5
/**
 * Past queries from which it is learned how far to believe what is told: more hardly move a dozen
 * numbers.
 */
const MOST_EXAMPLES = 1_000
/**
 * Queries whose documents are read at the same time, as their texts are embedded together; of a
 * thousand tools some 30 ms.
 */
const AT_ONCE = 4
/** On the squared coefficients; rows are thousands, and questions of the gate hundreds. */
const PENALTY = { tools: 1, gate: 0.3 }
/** Chances from which a tool is chosen, and weights of nearness beside tools, that are tried. */
const LEAST_CHANCES = Array.from({ length: 36 }, (_, at) => 0.1 + 0.02 * at)
const NEARNESS_WEIGHTS = [0, 2, 5, 10, 20, 40, 80]

/** What was learned from past queries. */
export interface Learned {
  past: Past
  ridge: Ridge
  similarity: Similarity
  /** How many past queries each tool solved. */
  used: Float32Array
  /**
   * Of a tool, whether a query needs it: learned with all queries of its bundle hidden, and with
   * both.
   */
  asNew: Logistic
  asAny: Logistic
  /** The log odds from which a tool is chosen. */
  least: number
  /** How much the nearness of its nearest query counts for a bundle. */
  nearness: number
  /** Whether the likeliest past bundle is a better answer than the tools chosen one by one. */
  gate: Logistic
}

export interface LearnCall {
  documentsOf(text: string): Promise<DocumentScores>
  /** Lets others have their turn; throws when stopped. */
  pause: Pause
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** A past query asked again, without itself or without all of its bundle. */
interface Example extends Reading {
  query: PastQuery
  isNew: boolean
}

/**
 * Learns what past queries tell of new ones. Nothing is drawn: folds and examples go by place, so
 * that the same history always teaches the same. What it costs is bounded by {@link MOST_EXAMPLES},
 * but for sums over all queries.
 */
export async function learn(past: Past, call: LearnCall): Promise<Learned> {
  const { pause } = call
  const ridges = await ridgesOf(past, pause)
  const used = usedOf(past)
  const teaching = { past, used, similarity: await similarityTo(past, pause), ...ridges }
  const examples = await examplesOf(teaching, call)
  const news = examples.filter(({ isNew }) => isNew)
  const asNew = await toolModel(news, pause)
  const asAny = await toolModel(examples, pause)
  for (const example of examples) {
    await pause()
    example.asNew = oddsOfAll(asNew, example.signals)
    example.asAny = oddsOfAll(asAny, example.signals)
  }
  const least = await leastOdds(news, pause)
  const nearness = await nearnessWeight(past, examples, pause)
  const gate = await gateOf(past, examples, { least, nearness, pause })
  const { ridge, similarity } = teaching
  return { past, ridge, similarity, used, asNew, asAny, least, nearness, gate }
}

/** How many past queries each tool solved. */
export function usedOf({ tools, queries }: Past): Float32Array {
  const used = new Float32Array(tools.length)
  for (const query of queries) {
    for (const tool of query.tools) used[tool] = (used[tool] as number) + 1
  }
  return used
}

interface Teaching extends Pick<Learned, 'past' | 'used' | 'similarity' | 'ridge'> {
  /** Without the bundles of each fold in turn. */
  without: readonly Ridge[]
}

/** Queries of one bundle are in one fold. */
const foldOf = ({ bundle }: PastQuery): number => bundle % FOLDS

async function ridgesOf(past: Past, pause: Pause): Promise<Pick<Teaching, 'ridge' | 'without'>> {
  const sums = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const places = [...past.queries.keys()].filter(
      (place) => foldOf(past.queries[place] as PastQuery) === fold,
    )
    sums.push(await sumsOf(past, places, pause))
  }
  const all = sums.reduce((one, other) => joined(one, other, 1))
  const without = []
  for (const fold of sums) without.push(await ridgeOf(joined(all, fold, -1), pause))
  return { ridge: await ridgeOf(all, pause), without }
}

async function examplesOf(
  teaching: Teaching,
  { documentsOf, pause, onProgress }: LearnCall,
): Promise<Example[]> {
  const { queries } = teaching.past
  const stride = Math.max(1, queries.length / MOST_EXAMPLES)
  const count = Math.min(queries.length, MOST_EXAMPLES)
  const places = Array.from({ length: count }, (_, at) => Math.floor(at * stride))
  const ofBundle = new Map<number, ReadonlySet<number>>()
  const examples: Example[] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE)
    const texts = some.map((place) => (queries[place] as PastQuery).text)
    const documents = await Promise.all(texts.map(documentsOf))
    for (const [at, place] of some.entries()) {
      await pause()
      const found = examplesAt(teaching, place, {
        documents: documents[at] as DocumentScores,
        ofBundle,
      })
      examples.push(...found)
    }
    onProgress?.(from + some.length, places.length)
  }
  return examples
}

function examplesAt(
  { past, used, similarity, ridge, without }: Teaching,
  place: number,
  {
    documents,
    ofBundle,
  }: { documents: DocumentScores; ofBundle: Map<number, ReadonlySet<number>> },
): Example[] {
  const query = past.queries[place] as PastQuery
  const siblings = ofBundle.get(query.bundle) ?? new Set(past.bundles[query.bundle]?.queries)
  ofBundle.set(query.bundle, siblings)
  const vector = vectorAt(past, place)
  const alike = similarity(comparedQueryAt(past, place))
  const example = (isNew: boolean, leftOut: ReadonlySet<number>, scores: Float64Array): Example => {
    const signals = signalsOf(past, used, { scores: { ridge: scores, alike, leftOut }, documents })
    const none = new Float32Array()
    return { query, isNew, signals, asNew: none, asAny: none }
  }
  const fresh = example(true, siblings, predicted(without[foldOf(query)] as Ridge, vector))
  if (siblings.size === 1) return [fresh]
  const known = predictedWithout(ridge, vector, { past, places: [place] })
  return [fresh, example(false, new Set([place]), known)]
}

/** Whether a query needs a tool, by what is known of it. */
async function toolModel(examples: readonly Example[], pause: Pause): Promise<Logistic> {
  const count = examples.reduce((sum, { signals }) => sum + signals.candidates.length, 0)
  const rows = new Float32Array(count * FEATURES.length)
  const answers = new Float32Array(count)
  let at = 0
  for (const { signals, query } of examples) {
    rows.set(signals.rows, at * FEATURES.length)
    const wanted = new Set(query.tools)
    for (const tool of signals.candidates) answers[at++] = wanted.has(tool) ? 1 : 0
  }
  return logisticOf({ features: FEATURES.length, rows, answers }, PENALTY.tools, pause)
}

const accuracyOf = ({ query: { tools: wanted } }: Example, set: readonly number[]): number =>
  accuracy({
    wanted: wanted.length,
    given: set.length,
    hits: set.filter((tool) => wanted.includes(tool)).length,
  })

/** The log odds from which on tools are chosen with the best accuracy. */
async function leastOdds(examples: readonly Example[], pause: Pause): Promise<number> {
  const tried = LEAST_CHANCES.map((chance) => ({ least: Math.log(chance / (1 - chance)), sum: 0 }))
  for (const example of examples) {
    await pause()
    for (const each of tried) each.sum += accuracyOf(example, setFrom(example, each.least))
  }
  return tried.reduce((best, each) => (each.sum > best.sum ? each : best)).least
}

/**
 * How much nearness is to count for a bundle that queries were solved by before; of no bundle
 * twice, whatever they are.
 */
async function nearnessWeight(
  past: Past,
  examples: readonly Example[],
  pause: Pause,
): Promise<number> {
  const known = examples.filter(({ isNew }) => !isNew)
  const tried = NEARNESS_WEIGHTS.map((weight) => ({ weight, sum: 0 }))
  for (const example of known.length > 0 ? known : examples) {
    await pause()
    for (const [at, [best]] of likelyBundles(past, example, NEARNESS_WEIGHTS).entries()) {
      const each = tried[at]
      if (each && best) each.sum += accuracyOf(example, past.bundles[best.bundle]?.tools ?? [])
    }
  }
  return tried.reduce((best, each) => (each.sum > best.sum ? each : best)).weight
}

/**
 * Half of its questions are about queries whose bundle is hidden: else it would always trust in
 * bundles.
 */
async function gateOf(
  past: Past,
  examples: readonly Example[],
  { least, nearness, pause }: { least: number; nearness: number; pause: Pause },
): Promise<Logistic> {
  const rows = new Float32Array(examples.length * GATE_FEATURES)
  const answers = new Float32Array(examples.length)
  const weights = new Float32Array(examples.length)
  for (const [at, example] of examples.entries()) {
    await pause()
    const { set, bundle, features } = choiceFrom(past, example, { least, nearness })
    const gain = accuracyOf(example, bundle) - accuracyOf(example, set)
    rows.set(features, at * GATE_FEATURES)
    answers[at] = gain > 0 ? 1 : 0
    weights[at] = Math.abs(gain)
  }
  return logisticOf({ features: GATE_FEATURES, rows, answers, weights }, PENALTY.gate, pause)
}

/** What is recommended for a query. */
export interface Recommended extends Choice {
  reading: Reading
  takesBundle: boolean
}

/** @param leftOut past queries from which nothing is learned this time */
export function recommended(
  learned: Learned,
  asked: ComparedQuery,
  { documents, leftOut }: { documents: DocumentScores; leftOut: ReadonlySet<number> },
): Recommended {
  const { past, ridge, used, least, nearness } = learned
  const alike = learned.similarity(asked)
  const places = [...leftOut]
  const own = predictedWithout(ridge, asked.vector, { past, places })
  const signals = signalsOf(past, used, { scores: { ridge: own, alike, leftOut }, documents })
  const reading = {
    signals,
    asNew: oddsOfAll(learned.asNew, signals),
    asAny: oddsOfAll(learned.asAny, signals),
  }
  const choice = choiceFrom(past, reading, { least, nearness })
  const takesBundle = choice.likeliest !== undefined && oddsOf(learned.gate, choice.features) > 0
  return { ...choice, reading, takesBundle }
}
