import { lookAt, Why } from '../golden/set-uses'
import { z } from 'zod'
import type { EvaluationRunAnswer, FailedCell } from '../../contract/evaluation'
import { Dir } from '../../contract/workspace'
import { ExperimentPlan } from '../../domain/experiment/plan'
import { takesItsTime } from '../../domain/model/names'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { queryOf } from '../../domain/query/query'
import { toolsText } from '../../domain/run/catalog-size'
import { experiment } from '../../evaluation/experiment'
import { graphFacts, nameDependencies } from '../../evaluation/graph-facts'
import type { Parts } from '../../evaluation/samples/split'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { CachedQueries } from '../../pipeline/knowledge-base/query-vectors'
import { textsAhead } from '../../pipeline/stage'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import { lastChangeAt } from '../changes/stored-changes'
import { everythingIn, hiddenIn } from '../catalog/eligible-tools'
import type { AppContext } from '../context'
import { leaksIn, leaksOfEach } from '../golden/leaks'
import { moveFirst } from '../knowledge/move-first'
import { withWorkspaceModels } from '../models/workspace-models'
import { counting, countingTokens } from '../requests/call-progress'
import { problemReport } from '../requests/problem-report'
import { graphOf } from './ask'
import { measureCell } from './cell'
import { cellsOf, type Cell } from './cells'
import { helpersFor } from './elsewhere'
import type { MeasuredRuns } from './measured-runs'
import { negativeQueriesIn } from './negatives'
import type { Experiment } from './one-experiment'
import { pastQueriesOf } from './past-queries'
import { catalogHashOf, goldenHashOf } from './provenance'
import { requireOwnDraw, sampledBy } from './sampled-by'
import { sharingFor } from './sharing'
import { measuredPart } from './split-catalog'
import { findEarlier } from './store'
import { UnsavedRun } from './unsaved-runs'

export const EvaluationRunInput = ExperimentPlan.extend({
  dir: Dir,
  why: Why,
  keep: z.boolean().default(true).describe('store the runs in the workspace'),
  resume: z.boolean().default(false).describe('reuse runs of the very same measurement'),
})
export type EvaluationRunInput = z.output<typeof EvaluationRunInput>

type Input = EvaluationRunInput & {
  /** Measured instead of those of the golden set, which is then a name alone. */
  rows?: readonly GoldenQuery[]
  /** Whether it goes on with what was counted as a look at a test set already. */
  isSameLook?: boolean
}
type Context = AppContext & { measured: MeasuredRuns }

/**
 * Measures every recipe on the golden set as it is at the start, all on one catalog and by one
 * embedder where none is named, and keeps each run when it is done. Waits for a move to another
 * embedder that is under way.
 * @throws Problem where nothing can be measured at all: no such golden set, no such recipe, options
 * that do not fit.
 */
export async function runExperiment(
  context: Context,
  input: Input,
  call: Call,
): Promise<EvaluationRunAnswer> {
  requireOwnDraw(input.sample)
  if (await asksOwnEmbedder(context, input)) await moveFirst(context, input.dir, call)
  return onOneCatalog(context, input, (place) => measureAll(place, input, call))
}

/** Whether a recipe compares embeddings by the embedder of the workspace. */
const asksOwnEmbedder = (context: Context, input: Input): Promise<boolean> =>
  onOneCatalog(context, input, async ({ catalog }) =>
    cellsOf(input, { recipes: context.recipes, catalog, embedder: '' }).some(
      ({ embeds, embedder }) => embeds && embedder === '',
    ),
  )

async function onOneCatalog<Result>(
  appContext: Context,
  { dir, goldenSet, split, rows }: Input,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const context = withWorkspaceModels(appContext, dir)
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (whole, state) => {
    const golden = rows ?? (await session.goldenQueries(goldenSet))
    const part = measuredPart(golden, { catalog: whole, goldenSet, split })
    return work({ context, session, state, golden, part, catalog: part.catalog })
  })
}

type Place = Pick<Experiment, 'context' | 'session' | 'catalog' | 'state'> & {
  golden: readonly GoldenQuery[]
  part: Parts
}

async function measureAll(place: Place, input: Input, call: Call): Promise<EvaluationRunAnswer> {
  const { context, catalog } = place
  const { embedder } = await context.settings.read()
  const wanted = { recipes: context.recipes, catalog, embedder }
  const planned = cellsOf(input, wanted)
  // What cannot be measured at all is no look.
  if (!input.rows && !input.isSameLook) await lookAt(place.session, input)
  for (const cell of planned) {
    if (cell.embeds) await catalog.renew(cell.embedder, call.signal)
  }
  const cells = cellsOf(input, wanted)
  const ahead = queriesAhead(catalog, context.clock, input.catalogSizes !== undefined)
  const common = await experimentOf(place, input, { cells, ahead, call })
  const reused: string[] = []
  const { runs, failed } = await experiment(
    cells,
    {
      signal: call.signal,
      keep: input.keep,
      noun: cells.length > input.recipes.length ? 'measurement' : 'recipe',
    },
    async (cell, at) => {
      const place = placeOf(cell, { at, of: cells.length, goldenSet: input.goldenSet })
      const { run, isReused } = await measureCell(common, { cell, place, call })
      if (isReused) reused.push(run.id)
      return run
    },
  ).finally(async () => {
    ahead.release()
    await common.helpers.close()
  })
  const shared = { ...common.sharing.runs }
  return {
    runs,
    reused,
    failed: failed.map((each) => failedCell(each, call.signal)),
    ...(shared.asked > 0 && { shared }),
  }
}

/** What is measured, in words: `Hybrid, 100 tools (2 of 3) on “dev”`. */
const placeOf = (
  { recipe, catalogSize }: Cell,
  { at, of, goldenSet }: { at: number; of: number; goldenSet: string },
): string => {
  const size = catalogSize ? `, ${toolsText(catalogSize.tools)}` : ''
  return `${recipe.title}${size}${of > 1 ? ` (${at + 1} of ${of})` : ''} on “${goldenSet}”`
}

async function experimentOf(
  { part, golden, ...place }: Place,
  input: Input,
  { cells, ahead, call }: { cells: readonly Cell[]; ahead: QueriesAhead; call: Call },
): Promise<Experiment> {
  const { session, catalog, context } = place
  const pause = yieldToEventLoop(context.clock, call.signal)
  const { sample, split } = input
  const { measured, learned } = part
  const sampled = sampledBy(sample, measured.length)
  const queries = sampled(measured)
  const graph = graphOf(catalog)
  const namesDependencies = await nameDependencies(queries, graph, pause)
  return {
    ...place,
    ...input,
    split: split && { ...split, learned: learned.length },
    queries,
    promptOverrides: await session.promptOverrides(),
    goldenHash: await goldenHashOf(queries, pause),
    catalogHash: await catalogHashOf(catalog, pause),
    lastChange: await lastChangeAt(place),
    pastQueries: (cell) => pastQueriesOf(cell.pipeline, catalog, pause),
    sharing: sharingFor(cells, queries.length),
    namesDependencies,
    factsOf: graphFacts(graph, namesDependencies),
    allTokens: async () =>
      input.catalogSizes || hiddenIn(catalog) > 0
        ? (await everythingIn(catalog, pause, { onCounted: countingTokens(call, context.clock) }))
            .promptTokens
        : undefined,
    negatives: await negativeQueriesIn({ golden, sampled }, catalog.kit(cells[0]?.embedder ?? '')),
    leaks: await leaksOfEach(queries, await leaksIn(catalog, context.clock), pause),
    helpers: helpersFor(cells.length, context.startOtherThreads),
    queriesAhead: (cell, at) => ahead.embed(cell, { ...at, queries }),
    earlier: input.resume ? findEarlier(session) : () => Promise.resolve(undefined),
  }
}

const failedCell = (
  {
    cell: { recipe, options, embeds, embedder, catalogSize },
    error,
  }: { cell: Cell; error: unknown },
  signal: AbortSignal,
): FailedCell => ({
  recipe: recipe.id,
  options,
  ...(embeds && { embedder }),
  ...(catalogSize && { catalogSize }),
  problem: problemReport(error, signal),
  ...(error instanceof UnsavedRun && { run: error.run }),
})

/** The queries of an experiment, embedded once for all its cells. */
interface QueriesAhead {
  /**
   * Embeds the queries, with all that will be searched for them, where the cell compares embeddings
   * and that is worth its while, and gives what it takes to embed one query by itself, in ms. Not
   * its share of the batch: who asks one query pays all of that.
   */
  embed(
    cell: Cell,
    at: { queries: readonly GoldenQuery[]; place: string; call: Call },
  ): Promise<number>
  release(): void
}

/**
 * @param isAskedOften whether many cells ask the same queries: then even what is embedded in no
 * time is worth holding
 */
function queriesAhead(catalog: Catalog, clock: Clock, isAskedOften: boolean): QueriesAhead {
  const holds = new Map<string, { queries: CachedQueries; textMs?: number }>()
  return {
    async embed({ embeds, embedder, pipeline }, { queries, place, call: { signal, emit } }) {
      if (!embeds || !(takesItsTime(embedder) || isAskedOften)) return 0
      const asked = queries.map(({ text, turns }) =>
        textsAhead(pipeline, { ...queryOf(text), ...(turns && { turns }) }),
      )
      const hold = holds.get(embedder) ?? { queries: catalog.kit(embedder).holdQueries() }
      holds.set(embedder, hold)
      const texts = asked.flat()
      const onProgress = counting(emit, `${place}: embedding the queries`, 'texts')
      hold.textMs ??= await hold.queries.textAloneMs(asked, { clock, signal })
      await hold.queries.embed(texts, { signal, onProgress })
      return texts.length === 0 ? 0 : (hold.textMs * texts.length) / queries.length
    },
    release() {
      for (const { queries } of holds.values()) queries.release()
    },
  }
}
