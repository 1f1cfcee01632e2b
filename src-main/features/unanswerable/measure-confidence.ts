import type { GoldenQuery } from '../../domain/query/golden-set'
import { isHeld } from '../../domain/run/operating-point'
import type { QueryOutcome, Run } from '../../domain/run/run'
import type { Confidence, Unanswerable } from './shared/confidence'
import type { ToolId } from '../../domain/tool/tool'
import { riskCoverage, type Scored } from './risk-coverage'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { LABELLED_KEY, type Kit } from '../../pipeline/kit'
import { sourcesOf } from '../../pipeline/stage'
import { prepareRecipe, type Prepared } from '../../app/query/answering'
import type { Call } from '../../app/app'
import { counting } from '../../app/requests/call-progress'
import type { AppContext } from '../../app/context'
import { answersWithout } from '../../app/evaluation/left-out'
import type { MeasuredRuns, OpenRun } from '../../app/evaluation/measured-runs'
import { cutoffOf } from '../../app/evaluation/outcomes'
import { kitsOf } from '../../app/evaluation/own-catalogs'
import { pastQueriesOf } from '../../app/evaluation/past-queries'
import { catalogOfRun } from '../../app/evaluation/split-catalog'
import { choiceOf } from '../../app/evaluation/trace'
import { z } from 'zod'
import { MOST_RECIPES } from '../../domain/experiment/plan'
import { Dir } from '../../contract/workspace'

export const EvaluationConfidenceInput = z.object({
  dir: Dir,
  runs: z.array(z.string()).min(1).max(MOST_RECIPES).describe('the runs, by their ids'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'the cut-off at which any right tool is to be given; left out, or not measured: each run’s largest',
    ),
  leaveOut: z
    .boolean()
    .default(false)
    .describe(
      'ask up to 200 queries again without their right tools, to see what is given where no tool fits',
    ),
})
export type EvaluationConfidenceInput = z.output<typeof EvaluationConfidenceInput>

type Input = EvaluationConfidenceInput
type Context = AppContext & { measured: MeasuredRuns }

/**
 * How runs did where no tool fits, and how well their scores tell that; `leaveOut` asks some of
 * their queries again.
 */
export async function measureConfidence(
  context: Context,
  input: Input,
  call: Call,
): Promise<Confidence[]> {
  const told: Confidence[] = []
  for (const run of input.runs) {
    const open = await context.measured.of(input.dir, run)
    told.push(await runConfidence(context, { input, open }, call))
  }
  return told
}

async function runConfidence(
  context: Context,
  { input, open }: { input: Input; open: OpenRun },
  call: Call,
): Promise<Confidence> {
  const { run, outcomes } = open
  const { recall } = open.judged(
    cutoffOf(run, input.k !== undefined && isHeld(run, input.k) ? input.k : undefined),
  )
  const fitting = outcomes.map((outcome, at): Scored => ({
    score: outcome.bestMatch,
    fits: true,
    isWrong: recall[at] === 0,
  }))
  const without = input.leaveOut
    ? await withoutRightTools(context, { input, open }, call)
    : undefined
  const isAsked = without && new Set(without.map(({ id }) => id))
  return {
    run: run.id,
    fitting: {
      queries: outcomes.length,
      wrong: outcomes.filter(({ tools }) => tools.length === 0).length,
    },
    ...negativeOf(run, fitting),
    ...(without && {
      leftOut: {
        queries: without.length,
        wrong: without.filter(({ tools }) => tools.length > 0).length,
        ...withRiskCoverage(
          // Each beside itself, with its right tools.
          fitting.filter((_, at) => isAsked?.has((outcomes[at] as QueryOutcome).id)),
          without.map(({ bestMatch }) => bestMatch),
        ),
      },
    }),
  }
}

function negativeOf({ negatives }: Run, fitting: readonly Scored[]): Pick<Confidence, 'negative'> {
  if (!negatives) return {}
  const { scores, given, ofOtherSets } = negatives
  return {
    negative: {
      queries: scores.length,
      wrong: given,
      ...withRiskCoverage(
        fitting,
        scores.map((score) => score ?? undefined),
      ),
      ...(ofOtherSets && { ofOtherSets }),
    },
  }
}

function withRiskCoverage(
  fitting: readonly Scored[],
  unanswerable: readonly (number | undefined)[],
): Pick<Unanswerable, 'riskCoverage'> {
  const others = unanswerable.map((score): Scored => ({ score, fits: false, isWrong: true }))
  const told = riskCoverage([...fitting, ...others])
  return told ? { riskCoverage: told } : {}
}

/**
 * By the kit that searches, which is another where catalog or embedder are: each run is asked once.
 */
const known = new WeakMap<Kit, WeakMap<OpenRun, { key: string; outcomes: QueryOutcome[] }>>()

/** What some queries of the run are given without their right tools, on today's catalog. */
async function withoutRightTools(
  context: Context,
  { input: { dir }, open }: { input: Input; open: OpenRun },
  call: Call,
): Promise<QueryOutcome[]> {
  const { run } = open
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (whole, state) => {
    const catalog = await catalogOfRun(session, { catalog: whole, run })
    const choice = {
      catalog,
      dir,
      k: run.k.at(-1),
      promptOverrides: session.promptOverrides,
      ...choiceOf(context.recipes, run),
    }
    const prepared = await prepareRecipe(context, choice, call)
    const { kit, model, pipeline } = prepared
    // Golden queries teach some recipes, and no catalog is another for having other ones.
    const learns = sourcesOf(pipeline).some((source) => source.key === LABELLED_KEY)
    const key = JSON.stringify([model, learns && state.commit])
    const ofKit =
      known.get(kit) ?? new WeakMap<OpenRun, { key: string; outcomes: QueryOutcome[] }>()
    known.set(kit, ofKit)
    const before = ofKit.get(open)
    if (before?.key === key) return before.outcomes
    const outcomes = await askAgain(context, { prepared, open }, call)
    ofKit.set(open, { key, outcomes })
    return outcomes
  })
}

async function askAgain(
  { clock }: Context,
  { prepared, open: { run, outcomes } }: { prepared: Prepared; open: OpenRun },
  { signal, emit }: Call,
): Promise<QueryOutcome[]> {
  const { kit, catalog, pipeline, runWith } = prepared
  const past = await pastQueriesOf(pipeline, catalog, yieldToEventLoop(clock, signal))
  return answersWithout({
    cell: prepared,
    kitOf: kitsOf(kit, catalog, run.catalogSize),
    queries: outcomes.map(asGolden),
    subject: { pipeline, k: run.k, heldOut: past?.heldOut, runWith },
    call: {
      signal,
      clock,
      promptTokens: (id: ToolId) => catalog.promptTokens(id).tokens,
      onProgress: counting(emit, 'Asking again without the right tools', 'queries'),
    },
  })
}

const asGolden = ({ id, text, turns: said, golden }: QueryOutcome): GoldenQuery => ({
  id,
  text,
  tools: golden,
  origin: 'human',
  ...(said && { turns: said }),
})
