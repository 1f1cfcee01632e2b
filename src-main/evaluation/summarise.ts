import { nameAt } from '../domain/measure/name'
import type { Curve, Estimate, QueryOutcome, Run } from '../domain/run/run'
import { sameText } from '../domain/value/same-text'
import { columnsOf, type Cutoffs } from './columns'
import type { EvaluateCall } from './evaluate'
import { judgedAt, standingOf } from './judged'
import { all, promptTokens, recall } from './measures'
import { estimate, quantile } from './statistics/statistics'
import { yieldToEventLoop } from './yield-to-event-loop'

type Summary = Pick<
  Run,
  'queries' | 'measures' | 'curve' | 'latencyMs' | 'degraded' | 'shortened' | 'repeated'
>

/** The means, intervals and curves of a run's outcomes; every outcome counts. */
export async function summarise(
  outcomes: readonly QueryOutcome[],
  { k, nested }: Cutoffs,
  call: Pick<EvaluateCall, 'promptTokens' | 'clock' | 'signal' | 'onProgress'>,
): Promise<Summary> {
  const pause = yieldToEventLoop(call.clock, call.signal)
  const columns = await columnsOf(outcomes, { k, nested }, pause)
  const names = [...columns.keys()]
  const estimates = await estimate([...columns.values()], pause, call.onProgress)
  const measures = Object.fromEntries(names.map((name, at) => [name, estimates[at] as Estimate]))
  const latencies = Float64Array.from(outcomes, ({ latencyMs }) => latencyMs).sort()
  const repeated = outcomes.length - new Set(outcomes.map(saidWith)).size
  const shortened = outcomes.filter((outcome) => outcome.shortened !== undefined).length
  return {
    queries: outcomes.length,
    measures,
    ...(k.length > 0 && {
      curve: nested
        ? await curveTo(k.at(-1) as number, outcomes, { ...call, pause })
        : curveAt(k, measures),
    }),
    latencyMs: { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
    degraded: outcomes.filter((outcome) => outcome.degraded !== undefined).length,
    ...(shortened > 0 && { shortened }),
    ...(repeated > 0 && { repeated }),
  }
}

/** What was asked, with what was said before it: the same for a query that was put in twice. */
const saidWith = ({ text, turns = [] }: QueryOutcome): string =>
  [...turns, text].map(sameText).join('\n')

/** The means at every k up to the largest, read off the lists for the largest. */
async function curveTo(
  largest: number,
  outcomes: readonly QueryOutcome[],
  { promptTokens: tokensOf, pause }: Pick<EvaluateCall, 'promptTokens'> & Pause,
): Promise<Curve> {
  const means = () => new Float64Array(largest)
  const sums = { recall: means(), all: means(), promptTokens: means() }
  for (const outcome of outcomes) {
    await pause()
    const { tools } = outcome
    const standing = standingOf(outcome, tools)
    let tokens = 0
    for (let at = 0; at < largest; at++) {
      const tool = tools[at]
      if (tool !== undefined) tokens += tokensOf(tool)
      const judged = judgedAt(standing, at + 1, tokens)
      sums.recall[at] = (sums.recall[at] as number) + recall.of(judged)
      sums.all[at] = (sums.all[at] as number) + all.of(judged)
      sums.promptTokens[at] = (sums.promptTokens[at] as number) + tokens
    }
  }
  const meansOf = (values: Float64Array) =>
    Array.from(values, (sum) => (outcomes.length === 0 ? 0 : sum / outcomes.length))
  return {
    recall: meansOf(sums.recall),
    all: meansOf(sums.all),
    promptTokens: meansOf(sums.promptTokens),
  }
}

interface Pause {
  pause: () => Promise<unknown>
}

/** The means where they were measured: between, nothing is known. */
function curveAt(k: readonly number[], measures: Summary['measures']): Curve {
  const means = (measure: string) => k.map((cutoff) => measures[nameAt(measure, cutoff)]?.mean ?? 0)
  return {
    k: [...k],
    recall: means(recall.name),
    all: means(all.name),
    promptTokens: means(promptTokens.name),
  }
}
