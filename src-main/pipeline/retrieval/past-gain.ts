import type { Bundle } from '../../domain/query/bundle'
import { queryOf, type QueryPlan, type Ranking } from '../../domain/query/query'
import type { Clock } from '../../ports/clock'
import { NoVector } from '../../ports/embedder'
import { when } from '../combine'
import type { Kit } from '../kit'
import { emptyTally, prepare, run } from '../runner'
import { stageKey } from '../sharing'
import {
  embeds,
  pipe,
  stagesOf,
  type AnyStage,
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
/** As many are asked at once, so that they are embedded together. */
const AT_ONCE = 20
/** Places that are looked at; agents are mostly given as many tools. */
const PLACES = 5

type Way = Pipeline<QueryPlan, Ranking>

/** A search without what logged queries teach, and with it. */
interface Ways<Of = Retriever> {
  plain: Of
  learned: Of
}

/** What logged queries teach about each other. */
interface PastGain {
  logged: number
  /** How many were asked; 0 where they are too few. */
  asked: number
  /** What the others add to their nDCG of the first {@link PLACES}, on the average. */
  gain: number
}

/**
 * Searches with what logged queries teach only where that gains: where logged queries themselves,
 * each asked with all but its like learned from, find the tools that they took sooner. Pegboard's
 * own: a search that does worse on its own log is not trusted with what is asked next.
 * @param judged the searches by which that is told of a catalog, however deep these ones search
 */
export function learnedWhereItGains(
  kit: Kit,
  { plain, learned }: Ways,
  judged: (kit: Kit) => Ways,
): Retriever {
  // What is told of a catalog is told of it as it is, not of each draft or part of it.
  const whole = kit.draft?.base ?? kit.whole ?? kit
  const { plain: before, learned: after } = judged(whole)
  const gain = gainOfPast(whole, { plain: pipe(before), learned: pipe(after) })
  const comparing = stagesOf(pipe(learned)).find(embeds)
  return when<QueryPlan, Ranking>(
    {
      name: 'logged queries that help',
      settings: { 'fewest logged queries': FEWEST, 'asked at most': MOST_ASKED },
      sources: [gain],
      test: (_, step) => helps(gain, step, comparing),
    },
    { gives: 'ranking', then: learned, otherwise: plain },
  )
}

/** Where meaning is not compared this time. */
const UNTOLD: PastGain = { logged: 0, asked: 0, gain: 0 }

/**
 * @param comparing a stage that compares meaning: where that is left out, nothing is learned from
 * what is near in meaning
 */
async function helps(
  gain: Source<PastGain>,
  step: Step,
  comparing: AnyStage | undefined,
): Promise<boolean> {
  const telling = () => gain.prepare({ signal: step.signal })
  const known = comparing ? await step.workOf(comparing, telling, UNTOLD) : await telling()
  if (known === UNTOLD) return false
  step.note({ 'logged queries asked': known.asked, 'gain in nDCG': Number(known.gain.toFixed(3)) })
  return known.gain > 0
}

/** One for all searches of a request that are judged alike, so that what it learns is told. */
const gains = new WeakMap<Kit, Map<string, Source<PastGain>>>()

function gainOfPast(kit: Kit, ways: Ways<Way>): Source<PastGain> {
  const key = `what logged queries gain in ${ways.learned.stages.map(stageKey).join()}`
  const known = gains.get(kit) ?? new Map<string, Source<PastGain>>()
  const source = known.get(key) ?? newGain(key, kit, ways)
  gains.set(kit, known.set(key, source))
  return source
}

function newGain(key: string, kit: Kit, ways: Ways<Way>): Source<PastGain> {
  let known: PastGain | undefined
  return {
    key,
    prepare: async (call) => (known = await kit.once(key, () => measured(kit, ways, call))),
    remark: () => Promise.resolve(known && remarkOn(known)),
  }
}

function remarkOn({ logged, asked, gain }: PastGain): string | undefined {
  if (logged === 0) return 'There are no logged queries: words and meaning were used alone.'
  if (asked === 0) {
    return `Logged queries were not used: ${logged} are too few to tell whether they help, which takes ${FEWEST}.`
  }
  if (gain > 0) return undefined
  return `Logged queries were not used: of ${asked} that were asked again, what the others teach helped to find no tools sooner.`
}

async function measured(kit: Kit, ways: Ways<Way>, call: PrepareCall = {}): Promise<PastGain> {
  const bundles = await kit.history.prepare()
  const logged = bundles.length
  if (logged < FEWEST) return { logged, asked: 0, gain: 0 }
  for (const way of [ways.plain, ways.learned]) await prepare(way, call)
  const stride = Math.max(1, logged / MOST_ASKED)
  const asked = Array.from(
    { length: Math.min(logged, MOST_ASKED) },
    (_, at) => bundles[Math.floor(at * stride)] as Bundle,
  )
  const alike = Map.groupBy(bundles, ({ query }) => plainText(query))
  const { signal = new AbortController().signal, onLearned } = call
  const gains: number[] = []
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE)
    const found = some.map((bundle) =>
      gainFor(bundle, { ways, without: alike.get(plainText(bundle.query)) ?? [], signal }),
    )
    gains.push(...(await Promise.all(found)).flatMap((gain) => gain ?? []))
    onLearned?.(at + some.length, asked.length)
  }
  const sum = gains.reduce((total, gain) => total + gain, 0)
  return { logged, asked: gains.length, gain: gains.length === 0 ? 0 : sum / gains.length }
}

const plainText = (query: string): string => query.trim().toLowerCase()

interface Asking {
  ways: Ways<Way>
  /** The logged queries from which nothing is learned. */
  without: readonly Bundle[]
  signal: AbortSignal
}

/** What logged queries add for one of them; nothing for one of which there is no vector. */
async function gainFor(
  bundle: Bundle,
  { ways, without, signal }: Asking,
): Promise<number | undefined> {
  const steps = [{ text: bundle.query, variations: [bundle.query] }]
  const query = queryOf(
    bundle.query,
    without.map(({ id }) => id),
  )
  const plan: QueryPlan = { shape: 'plan', query, steps, kept: [] }
  const worthBy = async (way: Way) => {
    const call = { signal, clock: UNTIMED, k: PLACES, tally: emptyTally() }
    return ndcgOf(await run(way, plan, call), bundle)
  }
  try {
    const [before, after] = await Promise.all([worthBy(ways.plain), worthBy(ways.learned)])
    return after - before
  } catch (error) {
    if (error instanceof NoVector) return undefined
    throw error
  }
}

/** Of the first places, for the tools that a logged query took. */
function ndcgOf({ tools: ranked }: Ranking, { tools }: Bundle): number {
  const found = ranked
    .slice(0, PLACES)
    .map(({ tool }, at) => (tools.includes(tool) ? discount(at) : 0))
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
