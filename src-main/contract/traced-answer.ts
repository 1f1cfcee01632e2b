import type { Run } from '../domain/run/run'
import type { TracedAnswer } from '../domain/trace/answer'
import type { ComparedAnswer } from '../domain/trace/difference'
import type { EvaluationTraceAnswer } from './evaluation'
import type { QueryRunAnswer } from './query'

/**
 * What of an answer is kept and compared: no descriptions, and nothing that depends on what else
 * was asked for.
 */
export function tracedAnswer(answer: QueryRunAnswer): TracedAnswer {
  const { query, turns, held, recipe, options, size, k, embedder, model, catalog } = answer
  return {
    query,
    turns,
    held,
    recipe,
    options,
    size,
    catalog,
    ...(k !== undefined && { k }),
    ...(embedder !== undefined && { embedder }),
    ...(model !== undefined && { model }),
    tools: answer.tools.map(({ tool }) => tool),
    promptTokens: answer.promptTokens,
    ...(answer.tokensEstimated && { tokensEstimated: true }),
    latencyMs: answer.latencyMs,
    degraded: answer.degraded,
    names: answer.names ?? {},
    steps: answer.trace ?? [],
  }
}

/**
 * A query of a run, run again at one k, as far as it is compared with that of another run: both are
 * of today's catalog.
 */
export const tracedOutcome = (
  { recipe, options, embedder, provenance, catalog }: Run,
  k: number | undefined,
  { text, tools, trace }: EvaluationTraceAnswer,
): ComparedAnswer => ({
  query: text,
  turns: [],
  held: [],
  recipe,
  options,
  tools,
  steps: trace,
  ...(k !== undefined && { k }),
  ...(embedder !== undefined && { embedder }),
  ...(provenance?.model !== undefined && { model: provenance.model }),
  catalog: { ...catalog, content: '' },
})
