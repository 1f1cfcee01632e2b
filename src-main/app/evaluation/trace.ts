import type { EvaluationTraceAnswer } from '../../contract/evaluation'
import type { QueryOutcome, Run } from '../../domain/run/run'
import { toolsAt } from '../../evaluation/judged'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import { traceOf } from '../../pipeline/record'
import { answerQuery, prepareRecipe } from '../query/answering'
import type { Call } from '../app'
import { outcomeOf, type MeasuredRuns } from './measured-runs'
import { cutoffOf } from './outcomes'
import { preparedAsThen } from './own-catalogs'
import { heldOutWhenRunAgain } from './past-queries'
import { catalogOfRun } from './split-catalog'
import { explanationsOf } from '../query/explain'
import type { AppContext } from '../context'
import { namesOf } from '../query/run-query'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const EvaluationTraceInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  query: z.string().describe('the query, by its id'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the cut-off to look at; left out: the run’s largest'),
})
export type EvaluationTraceInput = z.output<typeof EvaluationTraceInput>

/**
 * Runs one query of a run again, once: the same run tells the trace and where each missing tool was
 * lost.
 */
export async function traceAgain(
  context: AppContext & { measured: MeasuredRuns },
  input: EvaluationTraceInput,
  call: Call,
): Promise<EvaluationTraceAnswer> {
  const { dir } = input
  const open = await context.measured.of(dir, input.run)
  const { run } = open
  const outcome = outcomeOf(open, input.query)
  const k = cutoffOf(run, input.k)
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (whole) => {
    const catalog = await catalogOfRun(session, { catalog: whole, run })
    const choice = {
      catalog,
      dir,
      k,
      promptOverrides: session.promptOverrides,
      ...choiceOf(context.recipes, run),
    }
    const prepared = preparedAsThen(await prepareRecipe(context, choice, call), run, outcome)
    const heldOut = await heldOutWhenRunAgain(
      prepared,
      yieldToEventLoop(context.clock, call.signal),
    )
    const question = {
      ...saidIn(outcome),
      without: heldOut(outcome.text),
      golden: { goldenSet: run.goldenSet, id: outcome.id },
      signal: call.signal,
      record: 'explained steps',
    } as const
    const { set, steps } = await answerQuery(prepared, question)
    const tools = set.tools.map(({ tool }) => tool)
    const missing = outcome.golden.filter((tool) => !tools.includes(tool))
    const explained = explanationsOf(
      prepared,
      steps,
      missing.filter((tool) => catalog.has(tool)),
    )
    const verdicts = new Map(explained.map(({ tool, verdict }) => [tool, verdict]))
    const lost = missing.map((tool) => ({
      tool,
      verdict: verdicts.get(tool) ?? 'Not picked: the catalog does not hold it.',
    }))
    return {
      text: outcome.text,
      golden: outcome.golden,
      tools,
      trace: traceOf(steps),
      names: namesOf(steps, catalog),
      lost,
      same: tools.join('\n') === toolsAt(outcome, k).join('\n'),
    }
  })
}

/** What was asked, after what was said before it. */
export const saidIn = ({ text, turns }: QueryOutcome) => ({ text, ...(turns && { turns }) })

/** What a run was measured with. In runs of Pegboard 0.1, k was an option. */
export function choiceOf(recipes: Recipes, { recipe, options, embedder }: Run) {
  const { k, ...others } = options
  const hasK = 'k' in recipeOf(recipes, recipe).options.shape
  return { recipe, embedder, options: hasK || k === undefined ? options : others }
}
