import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { GoldenQuery } from '../../domain/query/golden-set'
import { CHANGE_KINDS, type Robustness } from './shared/robustness'
import type { QueryOutcome } from '../../domain/run/run'
import { JsonObject } from '../../domain/tool/tool'
import { changeable, changedCatalog, type Changeable, type Round } from './changes/changed-catalog'
import { judgeRound, robustnessOf, type RoundResult } from './changes/robustness'
import { evaluate } from '../../evaluation/evaluate'
import { sampleOf } from '../../evaluation/statistics/random'
import { stealWork } from '../../evaluation/work-stealing'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { HISTORY_KEY } from '../../pipeline/kit'
import { packJson, unpackJson } from '../../pipeline/knowledge-base/derived'
import { FilterOptions } from '../../pipeline/recipes/options'
import { promptsOf, sourcesOf, textsAhead } from '../../pipeline/stage'
import { queryOf } from '../../domain/query/query'
import type { WorkspaceState } from '../../ports/workspace-store'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import { cachedOfCatalog } from '../../app/workspaces/cached-data'
import type { AppContext } from '../../app/context'
import { judgedOn, requireDevelopment } from '../../app/golden/set-uses'
import { developmentSets } from '../../app/workspaces/used-sets'
import { moveFirst } from '../../app/knowledge/move-first'
import { workspaceSettings } from '../../app/models/workspace-models'
import type { OtherThread } from '../../app/other-threads'
import { prepareRecipe, type Prepared } from '../../app/query/answering'
import { askingPlace, refuseUnasked, type AskingPlace } from '../../app/query/ask-recipe'
import { counting } from '../../app/requests/call-progress'
import { stampOfQueries } from '../../app/golden/query-stamp'
import type { Session } from '../../app/workspaces/session'
import { canAskElsewhere } from '../../app/evaluation/elsewhere'
import { AT_ONCE } from '../../app/evaluation/measure'
import { heldOutWhenRunAgain } from '../../app/evaluation/past-queries'
import { searchStamp } from '../../app/evaluation/search-now'
import { measuredPart } from '../../app/evaluation/split-catalog'

const Share = z.number().gt(0).max(1)

export const EvaluationRobustnessInput = z.object({
  dir: Dir,
  goldenSet: z.string().optional().meta({
    title: 'name',
    description:
      'the golden set, one of development; default: the one that the workspace is judged on, else the largest',
  }),
  ...RecipeFields,
  embedder: z.string().optional().describe('the embedder; default: the workspace’s'),
  queries: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(200)
    .describe('how many golden queries are asked at most, drawn from all'),
  seeds: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe('how often tools are drawn: other ones each time'),
  share: Share.default(0.2).describe('the share of all tools that changes each time'),
})
type Input = z.output<typeof EvaluationRobustnessInput>

export const EvaluationAskChangedInput = z.object({
  dir: Dir,
  /** As the state of the workspace names it. */
  catalog: z.string(),
  recipe: z.string(),
  options: JsonObject,
  embedder: z.string(),
  k: z.number().int().min(1),
  /** What each round asks. */
  queries: z.array(GoldenQuery).max(10_000),
  rounds: z
    .array(
      z.object({
        kind: z.enum(CHANGE_KINDS).optional(),
        seed: z.number().int().min(1),
        share: Share,
      }),
    )
    .max(1000),
})

/** How a catalog is asked, as it is or changed. */
interface Asking extends Pick<AskingPlace, 'context' | 'session' | 'dir' | 'call'> {
  catalog: Catalog
  choice: { recipe: string; options: JsonObject; k: number; embedder: string }
  queries: readonly GoldenQuery[]
  /** Lets others have their turn, also between rounds so short that none of them would. */
  pause: () => Promise<unknown>
}

/**
 * Changes tools of a catalog in the ways in which living ones change, asks golden queries before
 * and after, and keeps what came of it beside the catalog. Writes nothing else: changed tools are
 * drafts, of which alone anything is indexed anew.
 * @throws Problem `asks-model` where a model would be asked and may not.
 */
export async function measureRobustness(
  context: AppContext,
  { goldenSet, embedder: wanted, queries: most, seeds, share, ...asked }: Input,
  call: Call,
): Promise<Robustness> {
  if (wanted === undefined) await moveFirst(context, asked.dir, call)
  const place = await askingPlace(context, asked, call)
  const { session, dir, mayAsk } = place
  const embedder = wanted ?? (await workspaceSettings(context, dir)).embedder
  return session.withCatalog(async (catalog, state) => {
    const set = await setAsked(session, goldenSet)
    const golden = await session.goldenQueries(set)
    const { measured } = measuredPart(golden, { catalog, goldenSet: set })
    const queries = sampleOf(measured, most, 1)
    const { recipe, options, k } = place.choice
    const choice = { recipe, options, k, embedder }
    const pause = yieldToEventLoop(context.clock, call.signal)
    const asking: Asking = { context, session, dir, call, catalog, choice, queries, pause }
    const rounds = roundsOf({ seeds, share })
    const today = await preparedOn(asking, catalog)
    refuseHidden(today)
    refuseUnasked(today, { answers: queries.length * (rounds.length + 1), mayAsk })
    const now = { dir, session, catalog, signal: call.signal }
    const answeredBy = await searchStamp(context, now, choice)
    const { before, after } = await askAll(asking, { rounds, today, state })
    const told = await robustnessOf(
      { queries, before: judgeRound(queries, before), rounds: after },
      (tool) => (catalog.has(tool) ? catalog.tool(tool).tool : { name: tool }),
      pause,
    )
    const robustness: Robustness = {
      recipe,
      options: today.options,
      askedOf: today.recipe.title,
      ...(today.size === 'k' && { k }),
      ...(today.embedder !== undefined && { embedder }),
      goldenSet: set,
      queries: queries.length,
      of: measured.length,
      seeds,
      share,
      measuredAt: context.clock.timestamp(),
      ...told,
    }
    const kept: Kept = { robustness, golden: stampOfQueries(golden), answeredBy }
    await session.store.keepDerived(KEPT, state, packJson(kept))
    for (const action of TOLD_IN) context.outdate(dir, action)
    return robustness
  })
}

/** Every kind by itself and all of them together, with each seed. */
const roundsOf = ({ seeds, share }: Pick<Input, 'seeds' | 'share'>): Round[] =>
  [undefined, ...CHANGE_KINDS].flatMap((kind) =>
    Array.from({ length: seeds }, (_, at) => ({ ...(kind && { kind }), seed: at + 1, share })),
  )

async function setAsked(session: Session, named: string | undefined): Promise<string> {
  const set =
    named ?? (await judgedOn(session, (sets) => sets.toSorted((a, b) => b.queries - a.queries)))
  if (set === undefined) {
    const fix = 'Import one, or write queries under Improve.'
    throw new Problem('bad-input', 'There is no golden set of development to ask.', fix)
  }
  await requireDevelopment(session, set)
  return set
}

/** A tool that is gone is tried as a hidden one. */
function refuseHidden({ options }: Prepared): void {
  if (!FilterOptions.parse(options).visibilities.includes('hidden')) return
  throw new Problem(
    'bad-input',
    'With these options hidden tools are given as well, so that none can be tried as gone.',
    'Leave “hidden” out of the option “Visibility”.',
  )
}

const preparedOn = (
  { context, session, dir, choice, call }: Asking,
  catalog: Catalog,
): Promise<Prepared> =>
  prepareRecipe(
    context,
    { dir, ...choice, catalog, promptOverrides: session.promptOverrides },
    call,
  )

/** Asks all queries of one catalog. */
async function askOn(
  { context, queries, call, choice, pause, catalog: asItIs }: Asking,
  { pipeline, runWith, size }: Prepared,
  onProgress?: (done: number) => void,
): Promise<QueryOutcome[]> {
  const { signal } = call
  const { clock } = context
  const heldOut = await heldOutWhenRunAgain({ pipeline, catalog: asItIs }, pause)
  const subject = {
    pipeline,
    k: size === 'k' ? [choice.k] : [],
    heldOut,
    runWith: { ...runWith, sharing: undefined },
  }
  const atOnce = promptsOf(pipeline).length > 0 ? AT_ONCE : 1
  const asking = { signal, clock, atOnce, promptTokens: () => 0, ...(onProgress && { onProgress }) }
  return (await evaluate(subject, queries, asking)).outcomes
}

/**
 * Asks the catalog as it is, then each round; other threads take rounds off the end where that
 * takes seconds.
 */
async function askAll(
  asking: Asking,
  { rounds, today, state }: { rounds: readonly Round[]; today: Prepared; state: WorkspaceState },
): Promise<{ before: QueryOutcome[]; after: RoundResult[] }> {
  const { context, queries, call, catalog, choice, dir, pause } = asking
  const { clock, startOtherThreads = () => [] } = context
  const emit = counting(call.emit, 'Asking as tools change', 'queries')
  const total = queries.length * (rounds.length + 1)
  let done = 0
  const within = (part: number) => emit(done + part, total)
  const doneWith = (count: number) => emit((done += count * queries.length), total)
  const threads: OtherThread[] = []
  const held = catalog.kit(choice.embedder).holdQueries()
  try {
    if (today.embedder !== undefined) {
      const texts = queries.flatMap(({ text, turns }) =>
        textsAhead(today.pipeline, { ...queryOf(text), ...(turns && { turns }) }),
      )
      await held.embed(texts, { signal: call.signal })
    }
    const before = await askOn(asking, today, within)
    doneWith(1)
    const beganMs = clock.elapsedMs()
    const cell = { ...today, embeds: today.embedder !== undefined, embedder: choice.embedder }
    // What was logged may be something else there by now.
    const learns = sourcesOf(today.pipeline).some(({ key }) => key === HISTORY_KEY)
    const canHelp = !learns && canAskElsewhere(cell, catalog)
    const askThere = (thread: OtherThread) => async (piece: readonly Round[]) => {
      const input = { dir, catalog: state.catalog, ...choice, queries, rounds: piece }
      const given = await thread.request<RoundResult[]>('evaluation.askChanged', input, call.signal)
      doneWith(piece.length)
      return given
    }
    const help = {
      others() {
        threads.push(...startOtherThreads())
        return threads.map(askThere)
      },
      isWorthIt: (asked: number, left: number) =>
        canHelp && ((clock.elapsedMs() - beganMs) * left) / asked > WORTH_IT_MS,
    }
    const from = await changeable(catalog.tools, pause)
    const after = await stealWork(rounds, help, async (round) => {
      const result = await askRound(asking, { from, round }, within)
      doneWith(1)
      return result
    })
    return { before, after }
  } finally {
    held.release()
    await Promise.all(threads.map((thread) => thread.close()))
  }
}

/**
 * What is left must take so long for threads to be started: each takes some two seconds to begin.
 */
const WORTH_IT_MS = 6_000

async function askRound(
  asking: Asking,
  { from, round }: { from: Changeable; round: Round },
  onProgress?: (done: number) => void,
): Promise<RoundResult> {
  const { catalog, queries, pause, call } = asking
  call.signal.throwIfAborted()
  const { drafts, right, changed, undone } = await changedCatalog(from, round, pause)
  const prepared = await preparedOn(asking, catalog.drafted(drafts))
  const given = await askOn(asking, prepared, onProgress)
  return { round, changed, undone, answers: judgeRound(queries, given, right) }
}

/** Of a thread that is asked for one piece of the rounds after another. */
const known = new WeakMap<Catalog, Changeable>()

/**
 * Asks some rounds for another thread, on the very catalog that it measures.
 * @throws Problem `conflict` where the workspace holds another by now.
 */
export async function askChanged(
  context: AppContext,
  { dir, catalog: named, queries, rounds, ...choice }: z.output<typeof EvaluationAskChangedInput>,
  call: Call,
): Promise<RoundResult[]> {
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (catalog, state) => {
    if (state.catalog !== named) {
      const why = 'The workspace was changed after these rounds began to be measured.'
      throw new Problem('conflict', why, 'Measure again.')
    }
    const pause = yieldToEventLoop(context.clock, call.signal)
    const asking: Asking = { context, session, dir, call, catalog, choice, queries, pause }
    const from = known.get(catalog) ?? (await changeable(catalog.tools, pause))
    known.set(catalog, from)
    const results: RoundResult[] = []
    for (const round of rounds) results.push(await askRound(asking, { from, round }))
    return results
  })
}

/**
 * What was measured last, as it is kept beside the catalog; to be counted up whenever a rule of
 * change is another.
 */
const KEPT = 'robustness 2'
interface Kept {
  robustness: Robustness
  /** Names what the golden queries said. */
  golden: string
  /** See {@link searchStamp}. Absent where an earlier Pegboard measured. */
  answeredBy?: string
}

/** Actions that tell what was measured. */
const TOLD_IN = ['evaluation.keptRobustness', 'queue.list', 'queue.tool']

/**
 * What was measured last, as long as catalog and golden queries say the same; measured by any
 * program.
 */
export const storedRobustness = async (session: Session): Promise<Robustness | undefined> =>
  (await storedMeasurement(session))?.robustness

/** That, with what the recipe answered by. */
export async function storedMeasurement(session: Session): Promise<Kept | undefined> {
  const { store } = session
  const bytes = await cachedOfCatalog(store, await store.state()).read(KEPT)
  const kept = bytes && unpackJson<Kept>(bytes)
  if (!kept) return undefined
  const { goldenSet } = kept.robustness
  const sets = await developmentSets(session)
  if (!sets.some(({ name }) => name === goldenSet)) return undefined
  const isSame = stampOfQueries(await session.goldenQueries(goldenSet)) === kept.golden
  return isSame ? kept : undefined
}
