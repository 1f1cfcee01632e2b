import type { Bundle } from '../../domain/query/bundle'
import { queryOf, type QueryPlan, type Ranking } from '../../domain/query/query'
import type { Clock } from '../../ports/clock'
import { when } from '../combine'
import type { Kit } from '../kit'
import { mayLeaveOut } from '../leaving-out'
import { emptyTally, run } from '../runner'
import {
  pipe,
  shapeOf,
  type Pipeline,
  type PrepareCall,
  type Retriever,
  type Source,
  type Step,
} from '../stage'

/** Of fewer logged queries none can tell whether the others help. */
const FEWEST = 10
/** Logged queries that are asked again, spread evenly over all. */
const MOST_ASKED = 100
/** Places that are looked at; agents are mostly given as many tools. */
const PLACES = 5

/** A search without what logged queries teach, and with it. */
interface Ways {
  plain: Retriever
  learned: Retriever
}

/** What logged queries teach about each other. */
interface PastGain {
  logged: number
  /** How many were asked. */
  asked: number
  /** What the others add to their nDCG of the first {@link PLACES}, on the average. */
  gain: number
}

/**
 * Searches with what logged queries teach only where that gains: where logged queries themselves,
 * each asked with all but itself learned from, find the tools that they took sooner. Pegboard's
 * own: a search that does worse on its own log is not trusted with what is asked next.
 */
export function learnedWhereItGains(kit: Kit, waysOf: (kit: Kit) => Ways): Retriever {
  const { plain, learned } = waysOf(kit)
  // What is told of a catalog is told of it as it is, not of each draft or part of it.
  const whole = kit.draft?.base ?? kit.whole ?? kit
  const gain = gainOfPast(whole, waysOf(whole))
  return when<QueryPlan, Ranking>(
    {
      name: 'logged queries that help',
      settings: { 'fewest logged queries': FEWEST, 'asked at most': MOST_ASKED },
      sources: [gain],
      test: (_, step) => helps(gain, step),
    },
    { gives: 'ranking', then: learned, otherwise: plain },
  )
}

async function helps(gain: Source<PastGain>, step: Step): Promise<boolean> {
  const known = await gain.prepare({ signal: step.signal }).catch((error: unknown) => {
    // Where meaning cannot be searched, nothing is learned from what is near in meaning.
    if (mayLeaveOut(error)) return undefined
    throw error
  })
  if (!known) return false
  const { logged, asked, gain: points } = known
  if (asked === 0) {
    const why = `${logged} logged queries are too few to tell whether they help (${FEWEST}): used words and meaning`
    return step.degrade(logged === 0 ? 'no logged queries: used words and meaning' : why, false)
  }
  step.note({ 'logged queries asked': asked, 'gain in nDCG': Number(points.toFixed(3)) })
  const why = `logged queries do not help to find the tools of ${asked} of them: used words and meaning`
  return points > 0 || step.degrade(why, false)
}

function gainOfPast(kit: Kit, ways: Ways): Source<PastGain> {
  const plain = pipe(ways.plain)
  const learned = pipe(ways.learned)
  const key = `what logged queries gain in ${shapeOf(learned)}`
  return {
    key,
    embeds: true,
    prepare: (call) => kit.once(key, () => measured(kit, { plain, learned }, call)),
  }
}

type Way = Pipeline<QueryPlan, Ranking>

async function measured(
  kit: Kit,
  { plain, learned }: { plain: Way; learned: Way },
  { signal = new AbortController().signal, onLearned }: PrepareCall = {},
): Promise<PastGain> {
  const bundles = await kit.history.prepare()
  const logged = bundles.length
  if (logged < FEWEST) return { logged, asked: 0, gain: 0 }
  const stride = Math.max(1, logged / MOST_ASKED)
  const asked = Array.from(
    { length: Math.min(logged, MOST_ASKED) },
    (_, at) => bundles[Math.floor(at * stride)] as Bundle,
  )
  let gain = 0
  for (const [at, bundle] of asked.entries()) {
    const before = await gainIn(plain, bundle, signal)
    gain += ((await gainIn(learned, bundle, signal)) - before) / asked.length
    onLearned?.(at + 1, asked.length)
  }
  return { logged, asked: asked.length, gain }
}

/** The nDCG of the tools that a logged query took. */
async function gainIn(
  way: Way,
  { id, query, tools }: Bundle,
  signal: AbortSignal,
): Promise<number> {
  const call = { signal, clock: UNTIMED, k: PLACES, tally: emptyTally() }
  const steps = [{ text: query, variations: [query] }]
  const plan: QueryPlan = { shape: 'plan', query: queryOf(query, [id]), steps, kept: [] }
  const ranking = await run(way, plan, call)
  const first = ranking.tools.slice(0, PLACES)
  const found = first.map(({ tool }, at) => (tools.includes(tool) ? discount(at) : 0))
  return sumOf(found) / sumOf(tools.slice(0, PLACES).map((_, at) => discount(at)))
}

const discount = (place: number): number => 1 / Math.log2(place + 2)
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Of searches that nobody waits for one by one. */
const UNTIMED: Clock = {
  elapsedMs: () => 0,
  timestamp: () => '',
  every: () => () => undefined,
}
