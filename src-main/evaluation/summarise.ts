import type { Curve, Estimate, QueryOutcome, Run } from '../domain/run'
import type { ToolId } from '../domain/tool'
import type { EvaluateCall } from './evaluate'
import { all } from './measures/all'
import { recall } from './measures/recall'
import { MEASURES } from './measures/registry'
import { estimate, meanOf, quantile } from './statistics'
import { turns } from './turns'

type Summary = Pick<Run, 'queries' | 'measures' | 'curve' | 'latencyMs' | 'degraded'>

/** The means, intervals and curves of a run's outcomes at the cut-offs `k`; every outcome counts. */
export async function summarise(
  outcomes: readonly QueryOutcome[],
  k: readonly number[],
  { promptTokens, clock, signal }: Pick<EvaluateCall, 'promptTokens' | 'clock' | 'signal'>,
): Promise<Summary> {
  const judged = outcomes.map(({ golden, tools }) => ({ golden: new Set(golden), tools }))
  const column = (value: (outcome: (typeof judged)[number]) => number) =>
    Float64Array.from(judged, value)
  const columns = new Map<string, Float64Array>()
  for (const cutoff of k) {
    for (const [name, measure] of Object.entries(MEASURES)) {
      columns.set(
        `${name}@${cutoff}`,
        column(({ golden, tools }) => measure(golden, tools, cutoff)),
      )
    }
    columns.set(
      `PromptTokens@${cutoff}`,
      column(({ tools }) => sumOf(tools.slice(0, cutoff), promptTokens)),
    )
  }
  const estimates = await estimate([...columns.values()], turns(clock, signal))
  const latencies = Float64Array.from(outcomes, ({ latencyMs }) => latencyMs).sort()
  return {
    queries: outcomes.length,
    measures: Object.fromEntries(
      [...columns.keys()].map((name, at) => [name, estimates[at] as Estimate]),
    ),
    curve: curveOf(judged, Math.max(...k), promptTokens),
    latencyMs: { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
    degraded: outcomes.filter((outcome) => outcome.degraded !== undefined).length,
  }
}

function curveOf(
  judged: readonly { golden: ReadonlySet<ToolId>; tools: ToolId[] }[],
  largestK: number,
  promptTokens: (tool: ToolId) => number,
): Curve {
  const cutoffs = Array.from({ length: largestK }, (_, at) => at + 1)
  const means = (value: (outcome: (typeof judged)[number], k: number) => number) =>
    cutoffs.map((k) => meanOf(judged.map((outcome) => value(outcome, k))))
  return {
    recall: means(({ golden, tools }, k) => recall(golden, tools, k)),
    all: means(({ golden, tools }, k) => all(golden, tools, k)),
    promptTokens: means(({ tools }, k) => sumOf(tools.slice(0, k), promptTokens)),
  }
}

const sumOf = (tools: readonly ToolId[], value: (tool: ToolId) => number): number =>
  tools.reduce((sum, tool) => sum + value(tool), 0)
