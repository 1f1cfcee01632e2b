import type { GoldenQuery } from '../domain/golden-set'
import { queryOf } from '../domain/query'
import type { QueryOutcome } from '../domain/run'
import type { ToolId } from '../domain/tool'
import type { Pipeline } from '../pipeline/stage'
import type { Clock } from '../ports/clock'
import { turns } from './turns'

export interface EvaluateCall {
  signal: AbortSignal
  clock: Clock
  /** Tokens of one tool's model-facing definition. */
  promptTokens(tool: ToolId): number
  onProgress?: (done: number, total: number) => void
}

/** Asks the pipeline every query, one after the other, and notes what it gave. Nothing is skipped. */
export async function evaluate(
  pipeline: Pipeline,
  queries: readonly GoldenQuery[],
  { signal, clock, promptTokens, onProgress }: EvaluateCall,
): Promise<QueryOutcome[]> {
  const outcomes: QueryOutcome[] = []
  const pause = turns(clock, signal)
  for (const query of queries) {
    if (await pause()) onProgress?.(outcomes.length, queries.length)
    const degraded: string[] = []
    const started = clock.elapsedMs()
    const set = await pipeline.run(queryOf(query.text), { signal, clock, degraded })
    const latencyMs = clock.elapsedMs() - started
    const tools = set.tools.map(({ tool }) => tool)
    outcomes.push({
      id: query.id,
      text: query.text,
      golden: query.tools,
      tools,
      promptTokens: tools.reduce((sum, tool) => sum + promptTokens(tool), 0),
      latencyMs,
      ...(degraded.length > 0 && { degraded: degraded.join('; ') }),
    })
  }
  onProgress?.(outcomes.length, queries.length)
  return outcomes
}
