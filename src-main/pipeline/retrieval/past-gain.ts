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
const MOST_ASKED = 300
/** As many are asked at once, so that they are embedded together and others have their turn. */
const AT_ONCE = 5
/**
 * A gain counts that is more than so many of its standard errors: chance makes one so large of
 * nothing one time in twenty.
 */
const SURE_FROM = 1.645
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
  /** How many were asked again. */
  asked: number
  /** What the others add to their nDCG of the first {@link PLACES}, on the average. */
  gain: number
  helps: boolean
}

/**
 * Searches with what logged queries teach only where that gains: where logged queries themselves,
 * each asked with all but its like learned from, surely find the tools that they took sooner.
 * Pegboard's own: a search that does worse on its own log is not trusted with what is asked next.
 * @param waysToAsk the searches by which that is told of a catalog, however deep these ones search
 */
export function learnedWhereItGains(
  kit: Kit,
  { plain, learned }: Ways,
  waysToAsk: (kit: Kit) => Ways,
): Retriever {
  // What is told of a catalog is told of it as it is, not of each draft or part of it.
  const whole = kit.draft?.base ?? kit.whole ?? kit
  const { plain: before, learned: after } = waysToAsk(whole)
  const gain = gainOfPast(whole, { plain: pipe(before), learned: pipe(after) })
  const byMeaning = stagesOf(pipe(learned)).find(embeds)
  return when<QueryPlan, Ranking>(
    {
      name: 'logged queries that help',
      settings: { 'fewest logged queries': FEWEST, 'asked at most': MOST_ASKED },
      sources: [gain],
      test: (_, step) => isHelpful(gain, step, byMeaning),
    },
    { gives: 'ranking', then: learned, otherwise: plain },
  )
}

/** Where meaning is not compared this time. */
const UNKNOWN: PastGain = { logged: 0, asked: 0, gain: 0, helps: false }

/**
 * @param byMeaning a stage that compares meaning: where that is left out, nothing is learned from
 * what is near in meaning
 */
async function isHelpful(
  gain: Source<PastGain>,
  step: Step,
  byMeaning: AnyStage | undefined,
): Promise<boolean> {
  const ask = () => gain.prepare({ signal: step.signal })
  const answer = byMeaning ? await step.workOf(byMeaning, ask, UNKNOWN) : await ask()
  if (answer.asked > 0) {
    step.note({
      'logged queries asked': answer.asked,
      'gain in nDCG': Number(answer.gain.toFixed(3)),
    })
  }
  return answer.helps
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
    prepare: async (call) => (known = await kit.once(key, () => measureGain(kit, ways, call))),
    remark: () => Promise.resolve(known && remarkOn(known)),
  }
}

function remarkOn({ logged, asked, helps }: PastGain): string | undefined {
  if (helps) return undefined
  if (logged === 0) return 'There are no logged queries: words and meaning were used alone.'
  const most = Math.min(logged, asked || logged)
  if (most < FEWEST) {
    return `Logged queries were not used: to tell whether they help takes ${FEWEST} that can be asked again, and there are ${most}.`
  }
  return `Logged queries were not used: of ${asked} that were asked again, what the others teach did not surely help to find tools sooner.`
}

async function measureGain(kit: Kit, ways: Ways<Way>, call: PrepareCall = {}): Promise<PastGain> {
  const bundles = await kit.history.prepare()
  const logged = bundles.length
  if (logged < FEWEST) return { logged, asked: 0, gain: 0, helps: false }
  for (const way of [ways.plain, ways.learned]) await prepare(way, call)
  const stride = Math.max(1, logged / MOST_ASKED)
  const sample = Array.from(
    { length: Math.min(logged, MOST_ASKED) },
    (_, at) => bundles[Math.floor(at * stride)] as Bundle,
  )
  const alike = Map.groupBy(bundles, ({ query }) => plainText(query))
  const { signal = new AbortController().signal, onLearned } = call
  const adds: number[] = []
  for (let at = 0; at < sample.length; at += AT_ONCE) {
    const some = sample.slice(at, at + AT_ONCE)
    const worth = some.map((bundle) =>
      gainFor(bundle, { ways, without: alike.get(plainText(bundle.query)) ?? [], signal }),
    )
    adds.push(...(await Promise.all(worth)).flatMap((each) => each ?? []))
    onLearned?.(at + some.length, sample.length)
    await new Promise(setImmediate)
  }
  const gain = meanOf(adds)
  const isSure = gain > SURE_FROM * standardError(adds)
  return { logged, asked: adds.length, gain, helps: adds.length >= FEWEST && isSure }
}

const meanOf = (values: readonly number[]): number => sumOf(values) / Math.max(1, values.length)

/** Of their mean; 0 where all are alike. */
function standardError(values: readonly number[]): number {
  const mean = meanOf(values)
  const squares = sumOf(values.map((value) => (value - mean) ** 2))
  return Math.sqrt(squares / Math.max(1, values.length - 1) / Math.max(1, values.length))
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
