import { Problem } from '../../domain/problem'
import { toolsIn } from '../../domain/query/query'
import type { FailureReason, LostBy, MissingTool } from '../../domain/run/failure'
import type { QueryOutcome, Run } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { scorePartsOf } from '../../domain/trace/score'
import { toolsAt } from '../../evaluation/judged'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { LABELLED_KEY, type Kit } from '../../pipeline/kit'
import { flatSteps, type PathStep } from '../../pipeline/record'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { answerQuery, prepareRecipe, type Prepared } from '../query/answering'
import { counting } from '../requests/call-progress'
import type { Session } from '../workspaces/session'
import type { MeasuredRuns, OpenRun } from './measured-runs'
import { cutoffOf } from './outcomes'
import { preparedAsThen } from './own-catalogs'
import { heldOutWhenRunAgain } from './past-queries'
import { catalogOfRun } from './split-catalog'
import { choiceOf, saidIn } from './trace'

/** Why a query failed. */
export interface Failure {
  /** Every golden tool that it was not given. */
  missing: MissingTool[]
  /**
   * Whether it was asked again, and if so, whether it is given another set today than the run
   * stored.
   */
  askedAgain: boolean
  differs: boolean
}

/**
 * Why the queries of a run fail at one k, as far as it is looked up; in memory, for as long as the
 * catalog is.
 */
export interface Failures {
  open: OpenRun
  k: number | undefined
  /** Places in `outcomes` of the queries that fail, the worst recall first. */
  failed: readonly number[]
  /** By place in `outcomes`. */
  known: Map<number, Failure>
  asksModel: boolean
  sameCatalog: boolean
}

/** Looks at failures with what it takes to look up more of them. */
export interface FailureLook {
  failures: Failures
  prepared: Prepared
  /**
   * Looks up why the queries at these places fail, those that are not known yet.
   * @throws Problem `cancelled` when stopped; what is known stays.
   */
  lookUp(places: readonly number[]): Promise<void>
}

type Context = AppContext & { measured: MeasuredRuns }

/** Queries that stay looked up, all runs and cut-offs of a catalog together: about 20 MB. */
const MOST_KNOWN = 60_000

/**
 * By the kit that searches, which is another where catalog or embedder are: the looked up last
 * stands last.
 */
const kept = new WeakMap<Kit, Map<string, Failures>>()

/** Works with the failures of one run at one k. */
export async function withFailures<Result>(
  context: Context,
  { dir, run: id, k: wanted }: { dir: string; run: string; k?: number | undefined },
  { call, work }: { call: Call; work: (look: FailureLook, session: Session) => Promise<Result> },
): Promise<Result> {
  const open = await context.measured.of(dir, id)
  const { run } = open
  const k = cutoffOf(run, wanted)
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (whole, state) => {
    const catalog = await catalogOfRun(session, { catalog: whole, run })
    const choice = {
      catalog,
      dir,
      k,
      promptOverrides: session.promptOverrides,
      ...choiceOf(context.recipes, run),
    }
    const prepared = await prepareRecipe(context, choice, call)
    // Golden queries teach some recipes, and no catalog is another for having other ones.
    const learns = sourcesOf(prepared.pipeline).some(({ key }) => key === LABELLED_KEY)
    const key = JSON.stringify([id, k, learns && state.commit])
    const failures = cachedFailures(prepared, key, () => ({
      open,
      k,
      failed: failedAt(open, k),
      known: new Map(),
      asksModel: asksModel(run, prepared),
      sameCatalog: run.catalog.content === state.catalog,
    }))
    const lookUp = (places: readonly number[]) =>
      lookUpEach(context, { failures, prepared, places }, call)
    return work({ failures, prepared, lookUp }, session)
  })
}

function cachedFailures({ kit }: Prepared, key: string, make: () => Failures): Failures {
  const ofKit = kept.get(kit) ?? new Map<string, Failures>()
  kept.set(kit, ofKit)
  const failures = ofKit.get(key) ?? make()
  ofKit.delete(key)
  ofKit.set(key, failures)
  let total = 0
  for (const [held, { known }] of [...ofKit].reverse()) {
    total += known.size
    if (total > MOST_KNOWN && held !== key) ofKit.delete(held)
  }
  return failures
}

function failedAt(open: OpenRun, k: number | undefined): number[] {
  const { recall, order } = open.judged(k)
  return [...order].filter((at) => (recall[at] as number) < 1)
}

/**
 * Without the model that answered the run, a query asked again would go another way than it went.
 */
const asksModel = ({ modelUse }: Run, { pipeline, runWith }: Prepared): boolean =>
  promptsOf(pipeline).length > 0 && (modelUse !== undefined || runWith.ask !== undefined)

interface LookUp {
  failures: Failures
  prepared: Prepared
  places: readonly number[]
}

async function lookUpEach(
  context: Context,
  { failures, prepared, places }: LookUp,
  call: Call,
): Promise<void> {
  const { open, known, failed } = failures
  const left = places.filter((at) => !known.has(at))
  const pause = yieldToEventLoop(context.clock, call.signal)
  const onProgress = counting(call.emit, 'Looking up why queries failed', 'queries')
  try {
    const heldOut = await heldOutWhenRunAgain(prepared, pause)
    for (const [done, at] of left.entries()) {
      if (await pause()) onProgress(done, left.length)
      const outcome = open.outcomes[at] as QueryOutcome
      const without = heldOut(outcome.text)
      const asked = preparedAsThen(prepared, open.run, outcome)
      const asking = { prepared: asked, without, signal: call.signal }
      known.set(at, await failureOf(failures, outcome, asking))
    }
  } catch (error) {
    if (!call.signal.aborted) throw error
    const looked = failed.filter((at) => known.has(at)).length
    throw new Problem(
      'cancelled',
      `Stopped. Of ${failed.length} failed queries ${looked} are looked up.`,
      'Look up the rest: nothing is looked up twice.',
    )
  }
}

interface Asking {
  prepared: Prepared
  /** Logged queries that it must not learn from. */
  without: readonly string[]
  signal: AbortSignal
}

/** Why one query of a run fails: as far as the run stored it, and else by asking it again. */
export async function failureOf(
  { open, k, asksModel }: Pick<Failures, 'open' | 'k' | 'asksModel'>,
  outcome: QueryOutcome,
  { prepared, without, signal }: Asking,
): Promise<Failure> {
  const given = toolsAt(outcome, k)
  const missing = [...new Set(outcome.golden)].filter((tool) => !given.includes(tool))
  const stored = missing.flatMap((tool) => knownOf(outcome, tool, prepared) ?? [])
  if (stored.length === missing.length || asksModel) {
    const known = new Map(stored.map((place) => [place.tool, place]))
    return {
      missing: missing.map((tool) => known.get(tool) ?? { tool, reason: 'not-given' }),
      askedAgain: false,
      differs: false,
    }
  }
  const golden = { goldenSet: open.run.goldenSet, id: outcome.id }
  const question = {
    ...saidIn(outcome),
    without,
    golden,
    signal,
    record: 'explained steps',
  } as const
  const { set, steps } = await answerQuery(prepared, question)
  const known = new Map(stored.map((place) => [place.tool, place]))
  const today = set.tools.map(({ tool }) => tool)
  return {
    missing: missing.map((tool): MissingTool => {
      const noSharedWord = sharesNoWord(steps, tool) && ({ noSharedWord: true } as const)
      const place = known.get(tool)
      if (place) return { ...place, ...(place.reason === 'cut' && noSharedWord) }
      const { reason, ...loss } = lossIn(steps, tool)
      if (reason === 'found') return { tool, reason: 'found-today', ...loss }
      const isUnshared = reason === 'never-found' && noSharedWord
      return { tool, reason: isUnshared ? 'no-shared-word' : reason, ...loss, ...noSharedWord }
    }),
    askedAgain: true,
    differs: today.join('\n') !== given.join('\n'),
  }
}

/** What is known of a missing tool without asking the query again. */
function knownOf(
  { tools, sets }: QueryOutcome,
  tool: ToolId,
  { catalog, runWith }: Prepared,
): MissingTool | undefined {
  // Where the set for a smaller k is just the first of this list, k alone cut it off.
  const at = sets ? -1 : tools.indexOf(tool)
  if (at >= 0) return { tool, reason: 'cut', rank: at + 1 }
  if (!catalog.has(tool)) return { tool, reason: 'not-in-catalog' }
  if (runWith.admitted?.has(tool) === false) return { tool, reason: 'filtered' }
  return undefined
}

/** What became of a tool in a recorded run. */
interface Loss {
  reason: Extract<FailureReason, 'found' | 'cut' | 'below-depth' | 'dropped' | 'never-found'>
  /** From 1, see {@link MissingTool}. */
  rank?: number
  by?: LostBy
}

const NEVER: Loss = { reason: 'never-found' }

/**
 * Where a run lost a tool: at the step after the last that held it, or, where no step held it, in
 * the search inside the steps that has it furthest up. @param steps of a run that looked beyond its
 * depths
 */
function lossIn(steps: readonly PathStep[], tool: ToolId): Loss {
  const ranking = steps.filter(({ step }) => ranks(step.output.shape))
  const held = ranking.findLastIndex(({ step }) => placeIn(step.output, tool) !== undefined)
  const last = ranking[held]
  if (last && held === ranking.length - 1) {
    return { reason: 'found', ...rankIn(last.step.output, tool) }
  }
  const next = ranking[held + 1]
  if (last && next) return dropAt(next, tool) ?? leftOutBy(next, rankIn(last.step.output, tool))
  return furthestUp(ranking.flatMap((each) => lossesWithin(each, tool)))
}

/** Whether some search by words looked and met no word of the query in the tool's document. */
function sharesNoWord(steps: readonly PathStep[], tool: ToolId): boolean {
  let looked = false
  for (const { step } of flatSteps(steps)) {
    // Where it could not list all, who shares no word with the query is not known.
    looked ||= step.words.size > 0 && step.degraded.length === 0
    const all = [...toolsIn(step.output), ...step.dropped.flatMap(({ tools }) => tools)]
    const { witnesses = [] } = all.find((placed) => placed.tool === tool) ?? {}
    if (scorePartsOf(witnesses).some(({ terms }) => Object.keys(terms ?? {}).length > 0))
      return false
  }
  return looked
}

const ranks = (shape: string): boolean => shape === 'ranking' || shape === 'tool-set'

function placeIn(shape: Parameters<typeof toolsIn>[0], tool: ToolId): number | undefined {
  const at = toolsIn(shape).findIndex((placed) => placed.tool === tool)
  return at < 0 ? undefined : at + 1
}

function rankIn(shape: Parameters<typeof toolsIn>[0], tool: ToolId): Pick<Loss, 'rank'> {
  const rank = placeIn(shape, tool)
  return rank === undefined ? {} : { rank }
}

/** A step that was given a tool, or found it inside, and does not say what became of it. */
const leftOutBy = ({ step }: PathStep, { rank }: Pick<Loss, 'rank'>): Loss => ({
  reason: 'dropped',
  ...(rank !== undefined && { rank }),
  by: { stage: step.stage.name },
})

/** What the step says of a tool that it did not pass on; undefined where it says nothing. */
function dropAt({ step }: PathStep, tool: ToolId): Loss | undefined {
  for (const { tools, firstRank, why } of step.dropped) {
    const at = tools.findIndex((placed) => placed.tool === tool)
    if (at < 0) continue
    const by = { stage: step.stage.name, why }
    if (firstRank === undefined) return { reason: 'dropped', by, ...rankIn(step.input, tool) }
    const rank = firstRank + at
    if (step.output.shape === 'tool-set') return { reason: 'cut', rank }
    // A search is given a plan; what is given a ranking and cuts it has found nothing itself.
    return ranks(step.input.shape)
      ? { reason: 'dropped', rank, by }
      : { reason: 'below-depth', rank }
  }
  return undefined
}

/** How a step that never held the tool lost it, itself or in the pipelines that it ran. */
function lossesWithin(each: PathStep, tool: ToolId): Loss[] {
  const inside = each.branches.map((branch) => lossIn(branch.steps, tool))
  const losses = inside.map((loss) => (loss.reason === 'found' ? leftOutBy(each, loss) : loss))
  return [dropAt(each, tool) ?? NEVER, ...losses].filter(({ reason }) => reason !== 'never-found')
}

/**
 * Several searches may have found it, all too deep: the best of its places tells how far it was
 * from being ranked.
 */
const furthestUp = (losses: readonly Loss[]): Loss =>
  losses.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))[0] ?? NEVER
