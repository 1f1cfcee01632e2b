import type { FailedCell } from '../../contract/evaluation-routes'
import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { experiment } from '../../evaluation/experiment'
import { graphFacts, nameDependencies } from '../../evaluation/graph-facts'
import { pythonSampleOf } from '../../evaluation/python-sample'
import { sampleOf } from '../../evaluation/random'
import type { Parts } from '../../evaluation/split'
import { turns } from '../../evaluation/turns'
import type { Call } from '../app'
import { graphOf } from './ask'
import { measureCell, type Experiment } from './cell'
import { cellsOf, type Cell } from './cells'
import { helpersFor } from './elsewhere'
import type { MeasuredRuns } from './measured-runs'
import { pastQueriesOf } from './past-queries'
import { catalogHashOf, goldenHashOf } from './provenance'
import { queriesAhead, type QueriesAhead } from './queries-ahead'
import { sharingFor } from './sharing'
import { measuredPart } from './split-catalog'
import { storedRuns } from './store'
import type { AppContext } from '../handlers'
import { problemReport } from '../problem-report'
import { withWorkspaceModels } from '../models/workspace-models'

type Input = ParsedInput<'evaluation.run'>

/**
 * Measures every recipe on the golden set as it is at the start, all on one catalog, and keeps each run when it is done.
 * @throws Problem where nothing can be measured at all: no such golden set, no such recipe, options that do not fit.
 */
export async function runExperiment(
  appContext: AppContext & { measured: MeasuredRuns },
  input: Input,
  call: Call,
): Promise<RouteOutput<'evaluation.run'>> {
  const context = withWorkspaceModels(appContext, input.dir)
  const session = await context.sessions.of(input.dir)
  return session.withCatalog(async (whole, state) => {
    const { goldenSet, split } = input
    const part = await measuredPart(session, { catalog: whole, goldenSet, split })
    return measureAll({ context, session, state, part, catalog: part.catalog }, input, call)
  })
}

type Place = Pick<Experiment, 'context' | 'session' | 'catalog' | 'state'> & { part: Parts }

async function measureAll(
  place: Place,
  input: Input,
  call: Call,
): Promise<RouteOutput<'evaluation.run'>> {
  const { context, catalog } = place
  const { embedder } = await context.settings.read()
  for (const cell of cellsOf(input, { catalog, embedder })) {
    if (cell.embeds) await catalog.renew(cell.embedder, call.signal)
  }
  const cells = cellsOf(input, { catalog, embedder })
  const ahead = queriesAhead(catalog, context.clock)
  const common = await experimentOf(place, input, { cells, ahead, signal: call.signal })
  const reused: string[] = []
  const { runs, failed } = await experiment(
    cells,
    { signal: call.signal, keep: input.keep },
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
  return { runs, reused, failed: failed.map((each) => failedCell(each, call.signal)) }
}

/** What is measured, in words: `Hybrid (2 of 3) on “dev”`. */
const placeOf = (
  { recipe }: Cell,
  { at, of, goldenSet }: { at: number; of: number; goldenSet: string },
): string => `${recipe.title}${of > 1 ? ` (${at + 1} of ${of})` : ''} on “${goldenSet}”`

async function experimentOf(
  { part, ...place }: Place,
  input: Input,
  { cells, ahead, signal }: { cells: readonly Cell[]; ahead: QueriesAhead; signal: AbortSignal },
): Promise<Experiment> {
  const { session, catalog, context } = place
  const pause = turns(context.clock, signal)
  const { sample, split } = input
  const { measured, learned } = part
  const draw = sample?.drawnBy === 'python' ? pythonSampleOf : sampleOf
  const queries = sample ? draw(measured, sample.size, sample.seed) : measured
  const graph = graphOf(catalog)
  const namesDependencies = await nameDependencies(queries, graph, pause)
  return {
    ...place,
    ...input,
    split: split && { ...split, learned: learned.length },
    queries,
    wordings: await session.wordings(),
    goldenHash: await goldenHashOf(queries, pause),
    catalogHash: await catalogHashOf(catalog, pause),
    pastQueries: (cell) => pastQueriesOf(cell.pipeline, catalog, pause),
    sharingOf: sharingFor(cells, queries.length),
    namesDependencies,
    factsOf: graphFacts(graph, namesDependencies),
    helpers: helpersFor(context.startOtherThreads),
    queriesAhead: (cell, at) => ahead.embed(cell, { ...at, queries }),
    earlier: input.resume ? await storedRuns(session) : [],
  }
}

const failedCell = (
  { cell: { recipe, options, embeds, embedder }, error }: { cell: Cell; error: unknown },
  signal: AbortSignal,
): FailedCell => ({
  recipe: recipe.id,
  options,
  ...(embeds && { embedder }),
  problem: problemReport(error, signal),
})
