import { Problem } from '../domain/problem'
import type { GoldenQuery } from '../domain/query/golden-set'
import { queryOf, type Query, type ToolSet, type PlacedTool } from '../domain/query/query'
import type { ModelUse, QueryOutcome } from '../domain/run/run'
import type { ToolId } from '../domain/tool/tool'
import type { ModelCall } from '../domain/trace/trace'
import { withBudget } from '../pipeline/ask'
import { SCORE_BY_MEANING } from '../pipeline/retrieval/dense'
import { SCORE_BY_WORDS } from '../pipeline/retrieval/lexical'
import { emptyTally, run, sweep, type RunCall, type Tally } from '../pipeline/runner'
import { isNested, type ToolSelection } from '../pipeline/stage'
import { watched } from '../pipeline/watch'
import type { Clock } from '../ports/clock'
import type { FactsOf } from './graph-facts'
import type { FindHeldOut } from './samples/held-out'
import { sharedClock } from './shared-clock'
import { stealWork, eachInOrder } from './work-stealing'
import { yieldToEventLoop } from './yield-to-event-loop'

/** What is measured. */
export interface Subject {
  pipeline: ToolSelection
  /** The cut-offs wanted, rising; none where the recipe decides how many tools there are. */
  k: readonly number[]
  /** The logged queries that a query must not learn from; none where left out. */
  heldOut?: FindHeldOut | undefined
  /** What of each query concerns the tool graph; left out where that is not to be told. */
  factsOf?: FactsOf | undefined
  /** Of which server a tool is, itself where it is of none; left out where all are of one. */
  serverOf?: ((tool: ToolId) => string) | undefined
  /**
   * The catalog that a query is asked of, where each has one of its own, and the same pipeline made
   * for that; left out: one for all.
   */
  ownCatalog?: ((query: GoldenQuery) => OwnCatalog) | undefined
  /** What every run is made with; its `k` counts only where no cut-offs are wanted. */
  runWith: Pick<RunCall, 'admitted' | 'ask' | 'sharing' | 'k'>
}

/** What a query of its own catalog is asked with. */
export interface OwnCatalog {
  pipeline: ToolSelection
  /** The tools that may leave. */
  admitted: ReadonlySet<ToolId> | undefined
}

/** How an evaluation is stopped, timed and followed. */
export interface EvaluateCall {
  signal: AbortSignal
  clock: Clock
  /** Tokens of one tool's model-facing definition. */
  promptTokens(tool: ToolId): number
  /** Queries run at the same time; one where left out. */
  atOnce?: number
  /**
   * Who else asks queries of the same subject; nobody where left out, or where queries run at the
   * same time here.
   */
  elsewhere?: Elsewhere | undefined
  /**
   * What it takes to embed a query alone, in ms, where queries are embedded before they are run: it
   * belongs to a query's own time.
   */
  aheadMs?: number
  /** How long a stage may give nothing, in ms. */
  limitMs?: number
  onProgress?: (done: number, total: number) => void
}

/** Others who ask queries of the same subject, each in a thread or program of its own. */
export interface Elsewhere {
  /** Begins to ask them: one function for each. */
  ask(): ((queries: readonly GoldenQuery[]) => Promise<Pick<Evaluated, 'outcomes' | 'heldOut'>>)[]
  /** How long it takes them to begin, in ms: they are not asked for what is done here by then. */
  readyMs(): number
}

/** What each query gave, and what it cost in model calls. */
interface Evaluated {
  /** `outcomes[i]` belongs to `queries[i]`. */
  outcomes: QueryOutcome[]
  /** Absent where no model was asked. */
  modelUse?: ModelUse
  /** Queries for which logged ones were held out. */
  heldOut: number
}

/**
 * Runs the pipeline on every query and notes what it gave. Nothing is skipped: where one query
 * fails, all of it does, and after several in a row no more are asked.
 * @throws what a stage throws, the signal's reason when stopped, Problem `unavailable` where a
 * stage hangs, or what it asked failed.
 */
export async function evaluate(
  subject: Subject,
  queries: readonly GoldenQuery[],
  call: EvaluateCall,
): Promise<Evaluated> {
  const { clock, onProgress } = call
  const calls: ModelCall[] = []
  let heldOut = 0
  const outcomes = await watched(call, (watch, signal) => {
    const pause = yieldToEventLoop(clock, signal)
    const answer = answerer(
      withCount(subject, () => heldOut++),
      call,
    )
    let done = 0
    let inARow = 0
    onProgress?.(0, queries.length)
    const ask = async (query: GoldenQuery, either: AbortSignal) => {
      const tally = emptyTally()
      const outcome = await answer(query, { signal: either, watch, tally })
      for (const made of tally.calls) calls.push(made)
      done++
      inARow = outcome.failed === undefined ? 0 : inARow + 1
      if (inARow === MOST_FAILURES)
        throw notMeasured([outcome], { asked: done, of: queries.length })
      if (await pause()) onProgress?.(done, queries.length)
      return outcome
    }
    const onAsked = (asked: Pick<Evaluated, 'outcomes' | 'heldOut'>) => {
      heldOut += asked.heldOut
      done += asked.outcomes.length
    }
    return askAll(queries, { ...call, signal, onAsked }, ask)
  })
  const failed = outcomes.filter((outcome) => outcome.failed !== undefined)
  if (failed.length > 0) throw notMeasured(failed, { asked: queries.length, of: queries.length })
  return { outcomes, ...(calls.length > 0 && { modelUse: modelUseOf(calls) }), heldOut }
}

/** After as many failures in a row nobody is asked on. */
const MOST_FAILURES = 3

/**
 * What failed is not a measurement. What a model did answer is kept, so that another time begins
 * where it failed.
 */
function notMeasured(
  failed: readonly QueryOutcome[],
  { asked, of }: { asked: number; of: number },
): Problem {
  const told =
    asked < of
      ? `It was given up after ${asked} of ${of} queries, as ${MOST_FAILURES} in a row failed`
      : `${failed.length} of ${of} queries failed`
  return new Problem(
    'unavailable',
    `${told}, so nothing is measured. ${failed[0]?.failed ?? ''}`,
    'Make sure that the model answers, and evaluate again: it is not asked twice.',
  )
}

type AskAllCall = EvaluateCall & {
  onAsked(asked: Pick<Evaluated, 'outcomes' | 'heldOut'>): void
}

function askAll(
  queries: readonly GoldenQuery[],
  { clock, signal, atOnce = 1, elsewhere, onAsked }: AskAllCall,
  ask: (query: GoldenQuery, either: AbortSignal) => Promise<QueryOutcome>,
): Promise<QueryOutcome[]> {
  if (!elsewhere || atOnce > 1) return eachInOrder(queries, { atOnce, signal }, ask)
  const startedMs = clock.elapsedMs()
  const others = () =>
    elsewhere.ask().map((askThere) => async (piece: readonly GoldenQuery[]) => {
      const asked = await askThere(piece)
      onAsked(asked)
      return asked.outcomes
    })
  const isWorthIt = (done: number, left: number): boolean => {
    const elapsedMs = clock.elapsedMs() - startedMs
    const readyMs = elsewhere.readyMs()
    return elapsedMs > Math.min(SURE_AFTER_MS, readyMs) && (left * elapsedMs) / done > 2 * readyMs
  }
  return stealWork(queries, { others, isWorthIt }, (query) => ask(query, signal))
}

/** How long queries are asked at most before it is judged how long the others will take. */
const SURE_AFTER_MS = 250

/** The subject, with each query counted for which logged ones are held out. */
const withCount = ({ heldOut, ...subject }: Subject, count: () => void): Subject => ({
  ...subject,
  heldOut:
    heldOut &&
    ((text) => {
      const found = heldOut(text)
      if (found.length > 0) count()
      return found
    }),
})

type QueryCall = Pick<RunCall, 'signal' | 'watch' | 'tally'>

function answerer(
  subject: Subject,
  { clock, promptTokens, aheadMs = 0 }: EvaluateCall,
): (query: GoldenQuery, call: QueryCall) => Promise<QueryOutcome> {
  const { k, runWith, heldOut, factsOf, serverOf } = subject
  const giveFor = giving(subject)
  const madeWith = { ...runWith, k: k.at(-1) ?? runWith.k }
  const tokensAt = tokenSums(promptTokens)
  const times = sharedClock(clock)
  return async (query, call) => {
    const { give, admitted } = giveFor(query)
    const ask = runWith.ask && withBudget(runWith.ask)
    const { rewritten, turns } = query
    const asked = {
      ...queryOf(query.text, heldOut?.(query.text)),
      ...(turns && { turns }),
      ...(rewritten && { rewritten }),
    }
    const { end, ...time } = times.begin()
    const runCall = { ...madeWith, admitted, ...call, ...time, ask }
    const given = give(asked, runCall).finally(end)
    const { tools, sets = {}, seeds, bestMatch, tookMs } = await given
    const graph = factsOf?.(query.tools, seeds)
    const whole = tokensAt(tools, k)
    const promptTokensAt = k.map((cutoff, at) => {
      const set = sets[cutoff]
      return (set ? tokensAt(set, [cutoff])[0] : whole[at]) as number
    })
    return {
      id: query.id,
      text: query.text,
      ...(turns && { turns }),
      golden: query.tools,
      ...(query.grades && { grades: query.grades }),
      tools,
      ...(Object.keys(sets).length > 0 && { sets }),
      promptTokens: promptTokensAt.at(-1) ?? (tokensAt(tools, [Infinity])[0] as number),
      ...(k.length > 0 && { promptTokensAt }),
      latencyMs: tookMs + call.tally.sharedMs + aheadMs,
      ...faultsIn(call.tally),
      ...(graph && { graph }),
      ...(serverOf && {
        servers: serversIn([query.tools, tools, ...Object.values(sets)], serverOf),
      }),
      ...(bestMatch !== undefined && { bestMatch }),
    }
  }
}

const serversIn = (
  lists: readonly (readonly ToolId[])[],
  serverOf: (tool: ToolId) => string,
): Record<string, string> =>
  Object.fromEntries([...new Set(lists.flat())].map((tool) => [tool, serverOf(tool)]))

/** What a query could not do, or not with all of it. */
function faultsIn({ degraded, failed, shortened }: Tally) {
  const each = (texts: readonly string[]) => [...new Set(texts)].join(' ')
  return {
    ...(degraded.length > 0 && { degraded: each(degraded) }),
    ...(failed.length > 0 && { failed: each(failed) }),
    ...(shortened.length > 0 && { shortened: shortened.join(' ') }),
  }
}

/** By query, what gives it tools, and which may leave. */
function giving({ pipeline, k, runWith, ownCatalog }: Subject) {
  const isOneRun = k.length === 0 || isNested(pipeline)
  const giveBy = (of: ToolSelection) => (isOneRun ? oneRun(of) : aRunForEach(of, k))
  const forAll = { give: giveBy(pipeline), admitted: runWith.admitted }
  return (query: GoldenQuery) => {
    const own = ownCatalog?.(query)
    return own ? { give: giveBy(own.pipeline), admitted: own.admitted } : forAll
  }
}

/** What a query was given. */
interface Given {
  /** For the largest k. */
  tools: ToolId[]
  /** For smaller k, where they are not the first of `tools`. */
  sets?: Record<number, ToolId[]>
  /** The tools whose dependencies were taken along. */
  seeds?: ToolId[] | undefined
  bestMatch?: number | undefined
  /** How long it worked until `tools` were there, in ms. */
  tookMs: number
}
type Give = (query: Query, call: RunCall) => Promise<Given>

const oneRun =
  (pipeline: ToolSelection): Give =>
  async (query, call) => {
    const set = await run(pipeline, query, call)
    const tookMs = call.clock.elapsedMs()
    return { tools: toolsOf(set), seeds: seedsOf(set), bestMatch: bestMatchOf(set.tools), tookMs }
  }

const aRunForEach =
  (pipeline: ToolSelection, k: readonly number[]): Give =>
  async (query, call) => {
    let tookMs = 0
    const onLargest = () => (tookMs = call.clock.elapsedMs())
    const swept = await sweep(pipeline, query, { ...call, ks: k, onLargest })
    const given = swept.map(toolsOf)
    const tools = given.at(-1) ?? []
    const others = k
      .map((cutoff, at) => [cutoff, given[at] ?? []] as const)
      .filter(([cutoff, set]) => set.join('\n') !== tools.slice(0, cutoff).join('\n'))
    const largest = swept.at(-1)
    const seeds = largest && seedsOf(largest)
    const bestMatch = largest && bestMatchOf(largest.tools)
    return { tools, sets: Object.fromEntries(others), seeds, bestMatch, tookMs }
  }

const seedsOf = ({ seeds }: ToolSet): ToolId[] | undefined => seeds?.map(({ tool }) => tool)

const toolsOf = ({ tools }: ToolSet): ToolId[] => tools.map(({ tool }) => tool)

/** Tokens of the first tools of a list, for each of some cut-offs that rise. */
const tokenSums =
  (promptTokens: (tool: ToolId) => number) =>
  (tools: readonly ToolId[], k: readonly number[]): number[] => {
    let sum = 0
    let at = 0
    return k.map((cutoff) => {
      for (; at < tools.length && at < cutoff; at++) sum += promptTokens(tools[at] as ToolId)
      return sum
    })
  }

function modelUseOf(calls: readonly ModelCall[]): ModelUse {
  const sum = (value: (call: ModelCall) => number) =>
    calls.reduce((total, call) => total + value(call), 0)
  return {
    calls: calls.length,
    cached: calls.filter(({ cached }) => cached).length,
    promptTokens: sum((call) => call.promptTokens),
    answerTokens: sum((call) => call.answerTokens),
  }
}

/**
 * How well the best of the tools given matches its query: BM25 score times cosine where a recipe
 * searches by both, else the one that there is, else the recipe's own score; undefined where no
 * tool has any. Scores that fusion made are relative to the query's own list and cannot be held
 * against those of other queries, see `README.md`.
 */
export function bestMatchOf(tools: readonly PlacedTool[]): number | undefined {
  const words = tools.map((placed) => partOf(placed, SCORE_BY_WORDS))
  const meaning = tools.map((placed) => partOf(placed, SCORE_BY_MEANING))
  const both = words.map((score = 0, at) => score * (meaning[at] ?? 0))
  if (words.some(isThere) && meaning.some(isThere)) return highest(both)
  return highest(words) ?? highest(meaning) ?? highest(tools.map(({ score }) => score))
}

function partOf({ witnesses }: PlacedTool, source: string): number | undefined {
  let best: number | undefined
  for (const witness of witnesses) {
    if (witness.kind !== 'score' || witness.source !== source) continue
    if (best === undefined || witness.score > best) best = witness.score
  }
  return best
}

const isThere = (score: number | undefined): score is number => score !== undefined

function highest(scores: readonly (number | undefined)[]): number | undefined {
  const known = scores.filter(isThere)
  return known.length > 0 ? Math.max(...known) : undefined
}
