import type { Run } from '../domain/run/run'
import type { ComparedAnswer } from '../domain/trace/difference'
import type { EvaluationTraceAnswer } from './evaluation'

/**
 * A query of a run, run again at one k, as far as it is compared with that of another run: both are
 * of today's catalog.
 */
export const tracedOutcome = (
  { recipe, options, embedder, provenance }: Run,
  k: number | undefined,
  { tools, trace }: EvaluationTraceAnswer,
): ComparedAnswer => ({
  recipe,
  options,
  tools,
  steps: trace,
  ...(k !== undefined && { k }),
  ...(embedder !== undefined && { embedder }),
  ...(provenance?.model !== undefined && { model: provenance.model }),
})
