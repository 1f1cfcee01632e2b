import { countedErrors, dependencyErrorsOf } from '../../domain/graph/dependency-errors'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { catalogSizeRemarks } from '../../domain/run/catalog-size'
import { servedRemarks } from '../../domain/run/remarks'
import type { CatalogSize, Negatives, QueryOutcome, Run } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { evaluate, type EvaluateCall, type Subject } from '../../evaluation/evaluate'
import { toolsAt } from '../../evaluation/judged'
import { cutoffsAround, sameSizeOf } from '../../evaluation/same-size'
import { needingMore, tokensOfDrawn } from '../../evaluation/samples/drawn-catalog'
import { summarise } from '../../evaluation/summarise'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Kit } from '../../pipeline/kit'
import { areTeaching } from '../../pipeline/set-size/calibration'
import { isNested, promptsOf, remarksOf } from '../../pipeline/stage'
import { eligibleTools } from '../catalog/eligible-tools'
import { prepareRecipe } from '../query/answering'
import { effectRemark } from '../recipes/recipe-options'
import { counting } from '../requests/call-progress'
import type { Cell } from './cells'
import { elsewhereFor } from './elsewhere'
import { leakUse } from './leak-use'
import { answersWithout } from './left-out'
import { negativesOf } from './negatives'
import type { CellCall, Experiment } from './one-experiment'
import { kitsOf, ownCatalogs, type KitOf } from './own-catalogs'
import type { PastQueries } from './past-queries'
import { serversIn } from './server-facts'

/**
 * Queries run at the same time where each asks a model: enough to keep one busy that answers
 * several at once.
 */
export const AT_ONCE = 4

/** Asks all queries, and sums up what they gave. */
export async function measure(
  common: Experiment,
  { cell, place, call }: CellCall,
  { past, negatives }: { past: PastQueries | undefined; negatives: readonly GoldenQuery[] },
) {
  const { context, queries, catalog, dir } = common
  const { recipe, options, embedder, k, catalogSize } = cell
  const { signal, emit } = call
  emit({ what: `${place}: getting ready`, done: 0 })
  const promptOverrides = () => Promise.resolve(common.promptOverrides)
  const choice = {
    catalog,
    dir,
    recipe: recipe.id,
    options,
    k: k.at(-1),
    embedder,
    promptOverrides,
  }
  const { kit, pipeline, runWith, unfit } = await prepareRecipe(context, choice, call)
  const judging = {
    signal,
    clock: context.clock,
    promptTokens: (id: ToolId) => catalog.promptTokens(id).tokens,
  }
  const sharing = common.sharing.of(cell)
  const kitOf = kitsOf(kit, catalog, catalogSize)
  const subject = {
    pipeline,
    k,
    heldOut: past?.heldOut,
    factsOf: common.factsOf,
    serverOf: serversIn(catalog),
    ...(catalogSize && { ownCatalog: ownCatalogs(cell, kitOf) }),
    runWith: { ...runWith, sharing },
  }
  const { aheadMs, embeddingMs } = await embeddedAhead(common, { cell, place, call })
  const asking = {
    ...judging,
    atOnce: promptsOf(cell.pipeline).length > 0 ? AT_ONCE : 1,
    elsewhere: elsewhereFor(common, { cell, past, signal }),
    aheadMs,
    onProgress: counting(emit, `${place}: asking the queries`, 'queries'),
  }
  const { outcomes, heldOut, ...use } = await evaluate(subject, queries, asking)
  // Others ask for this cell alone.
  const alone = { ...asking, elsewhere: undefined }
  const onAsked = counting(emit, `${place}: asking where no tool fits`, 'queries')
  const beyond = await beyondMeasured(
    { cell, kit, kitOf, queries, outcomes, subject, call: { ...alone, onProgress: onAsked } },
    { negatives, own: common.negatives.own },
  )
  const onProgress = counting(emit, `${place}: computing the intervals`, 'resamples')
  const size = { k, nested: isNested(pipeline) }
  const summary = await summarise(outcomes, size, { ...judging, onProgress })
  const leaks = await leakUse(outcomes, common.leaks, { size, judging })
  const sized = sizeMeasured(common, { catalogSize, allTokens: await common.allTokens() })
  const remarks = [
    ...servedRemarks(queries),
    ...(await remarksOn(outcomes, { ...cell, pipeline }, { ...sized, k })),
    ...unfit,
  ]
  const walks = outcomes.some(({ graph }) => graph?.seeds)
  const given = new Set(outcomes.flatMap(({ tools }) => tools))
  const isEstimate = [...given].some((id) => catalog.promptTokens(id).isEstimate)
  return {
    outcomes,
    ...summary,
    ...use,
    ...beyond,
    ...sized,
    ...(embeddingMs > 0 && { embeddingMs }),
    ...(past && {
      history: { ...past.figures, heldOut, sameTools: past.sameTools(queries) },
    }),
    ...(remarks.length > 0 && { remarks }),
    ...(leaks && { leaks }),
    ...(walks && { dependencyErrors: k.map((cutoff) => errorsAt(outcomes, cutoff)) }),
    ...(isEstimate && { tokensEstimated: true }),
  }
}

/** What it takes to embed one query alone, and what it took to embed all of them, in ms. */
async function embeddedAhead(
  { context: { clock }, queriesAhead }: Experiment,
  { cell, place, call }: CellCall,
): Promise<{ aheadMs: number; embeddingMs: number }> {
  if (!cell.embeds) return { aheadMs: 0, embeddingMs: 0 }
  const startedMs = clock.elapsedMs()
  const aheadMs = await queriesAhead(cell, { place, call })
  return { aheadMs, embeddingMs: clock.elapsedMs() - startedMs }
}

const remarksOn = async (
  outcomes: readonly QueryOutcome[],
  { recipe, options, pipeline }: Pick<CellCall['cell'], 'recipe' | 'options' | 'pipeline'>,
  sized: Parameters<typeof catalogSizeRemarks>[0],
): Promise<string[]> => [
  ...effectRemark(recipe, options),
  ...(await remarksOf(pipeline)),
  ...catalogSizeRemarks(sized),
  ...degradedRemarks(outcomes),
]

/** How many queries were answered without some step of the recipe, and why most of them were. */
function degradedRemarks(outcomes: readonly QueryOutcome[]): string[] {
  const reasons = outcomes.flatMap(({ degraded }) => degraded ?? [])
  const byReason = Map.groupBy(reasons, (reason) => reason)
  const [most] = [...byReason].toSorted(([, one], [, other]) => other.length - one.length)
  if (!most) return []
  return [
    `${reasons.length} of ${outcomes.length} queries were answered without a step of the recipe. Most often: ${most[0]}`,
  ]
}

/** With how many queries needed more, and what all tools of a catalog take that can be given. */
function sizeMeasured(
  { queries, catalog }: Experiment,
  {
    catalogSize,
    allTokens,
  }: { catalogSize: CatalogSize | undefined; allTokens: number | undefined },
): Pick<Run, 'catalogSize' | 'everythingTokens'> {
  const eligible = new Set(eligibleTools(catalog))
  const has = (tool: ToolId) => eligible.has(tool)
  const tools = catalogSize?.tools ?? eligible.size
  const exceeded = needingMore(queries, has, tools)
  const isTold = catalogSize !== undefined || eligible.size < catalog.tools.length
  return {
    ...(catalogSize && { catalogSize: { ...catalogSize, ...(exceeded > 0 && { exceeded }) } }),
    // Of the whole catalog, a run tells it anyway, with the hidden tools.
    ...(isTold &&
      allTokens !== undefined && {
        everythingTokens: tokensOfDrawn(queries, tools, {
          tools: eligible.size,
          tokens: allTokens,
          has,
          tokensOf: (tool) => catalog.promptTokens(tool).tokens,
        }),
      }),
  }
}

/** What queries that no tool fits are given, and what adaptive sets gain. */
async function beyondMeasured(
  measured: AdaptiveMeasured,
  { negatives, own }: { negatives: readonly GoldenQuery[]; own: readonly GoldenQuery[] },
) {
  const unanswerable = await negativesOf(negatives, { ...measured, own })
  return { ...unanswerable, ...(await adaptiveKFigures({ ...measured, ...unanswerable })) }
}

const errorsAt = (outcomes: readonly QueryOutcome[], k: number) =>
  countedErrors(
    outcomes.map((outcome) => dependencyErrorsOf({ ...outcome, given: toolsAt(outcome, k) })),
  )

/** A cell that was measured, whose recipe decided by an option how many tools there are. */
interface AdaptiveMeasured {
  cell: Cell
  kit: Kit
  /** The kit that each query is asked with. */
  kitOf: KitOf
  queries: readonly GoldenQuery[]
  /** `outcomes[i]` belongs to `queries[i]`. */
  outcomes: readonly QueryOutcome[]
  subject: Subject
  /** What it gave golden queries that name no tool; absent where there are none. */
  negatives?: Negatives
  call: EvaluateCall
}

/**
 * What is to be known of sets whose size an option leaves to the recipe; nothing of recipes that
 * never leave it to the caller.
 */
async function adaptiveKFigures(
  measured: AdaptiveMeasured,
): Promise<Pick<Run, 'nothingFits' | 'sameSize'>> {
  const { size, adaptiveWhere } = measured.cell.recipe
  if (size === 'adaptive' || !adaptiveWhere || measured.cell.size === 'k') return {}
  return { sameSize: await sameSize(measured), nothingFits: await nothingFits(measured) }
}

/** The same recipe with its size fixed, on the same queries. */
async function sameSize({ cell, kit, kitOf, queries, outcomes, subject, call }: AdaptiveMeasured) {
  const { recipe } = cell
  const options = { ...cell.options, size: 'k' }
  const { k } = cutoffsAround(outcomes)
  const pipeline = recipe.build(kit, options)
  const ownCatalog = subject.ownCatalog && ownCatalogs({ recipe, options }, kitOf)
  const fixed = await evaluate({ ...subject, pipeline, k, ownCatalog }, queries, call)
  const nested = isNested(pipeline)
  return sameSizeOf(outcomes, { ...fixed, nested }, yieldToEventLoop(call.clock, call.signal))
}

async function nothingFits(measured: AdaptiveMeasured): Promise<NonNullable<Run['nothingFits']>> {
  const { kit, outcomes } = measured
  return {
    fitting: { queries: outcomes.length, wrong: outcomes.filter(isEmpty).length },
    negative: {
      queries: measured.negatives?.scores.length ?? 0,
      wrong: measured.negatives?.given ?? 0,
    },
    leftOut: await leftOut(measured),
    isLearned: areTeaching(await kit.labelled.prepare()),
  }
}

const isEmpty = ({ tools }: QueryOutcome): boolean => tools.length === 0

const falsely = (outcomes: readonly QueryOutcome[]) => ({
  queries: outcomes.length,
  wrong: outcomes.filter((outcome) => !isEmpty(outcome)).length,
})

const leftOut = async (measured: AdaptiveMeasured) => falsely(await answersWithout(measured))
