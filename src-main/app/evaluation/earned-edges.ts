import type { EarnedEdges } from '../../domain/graph/earned-edges'
import { evenSample } from '../../domain/value/even-sample'
import { Problem } from '../../domain/problem'
import { bothEnds, earnedEdges } from '../../evaluation/graph-facts'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { answerQuery } from '../query/answering'
import type { Call } from '../app'
import { counting } from '../requests/call-progress'
import type { AppContext } from '../context'
import { withFailures } from './failures'
import type { MeasuredRuns } from './measured-runs'
import { preparedAsThen } from './own-catalogs'
import { heldOutWhenRunAgain } from './past-queries'
import { saidIn } from './trace'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const EvaluationEarnedEdgesInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the cut-off to look at; left out: the run’s largest'),
})
export type EvaluationEarnedEdgesInput = z.output<typeof EvaluationEarnedEdgesInput>

/** Queries that are asked again, spread over the run: some seconds. */
const MOST_ASKED = 300

/** What edges earned in a run at one k: its queries are asked again, as it stores no edges. */
export const earnedInRun = (
  context: AppContext & { measured: MeasuredRuns },
  input: EvaluationEarnedEdgesInput,
  call: Call,
): Promise<EarnedEdges> =>
  withFailures(context, input, {
    call,
    async work({ failures: { open, asksModel }, prepared }) {
      if (asksModel) throw asksAModel()
      const walked = open.outcomes.filter(({ graph }) => graph?.seeds)
      const chosen = evenSample(walked, MOST_ASKED)
      const pause = yieldToEventLoop(context.clock, call.signal)
      const heldOut = await heldOutWhenRunAgain(prepared, pause)
      const onProgress = counting(call.emit, 'Asking queries again', 'queries')
      const answers: Parameters<typeof earnedEdges>[0][number][] = []
      for (const outcome of chosen) {
        if (await pause()) onProgress(answers.length, chosen.length)
        const { set } = await answerQuery(preparedAsThen(prepared, open.run, outcome), {
          ...saidIn(outcome),
          without: heldOut(outcome.text),
          golden: { goldenSet: open.run.goldenSet, id: outcome.id },
          signal: call.signal,
          record: 'nothing',
        })
        answers.push({ golden: outcome.golden, tools: set.tools })
      }
      const edges = earnedEdges(answers)
      return {
        queries: walked.length,
        asked: chosen.length,
        total: edges.length,
        edges: bothEnds(edges),
      }
    },
  })

const asksAModel = (): Problem =>
  new Problem(
    'bad-input',
    'This run asks a language model, and its queries are not asked again for this.',
    'Measure the recipe without a model to see what edges earn.',
  )
