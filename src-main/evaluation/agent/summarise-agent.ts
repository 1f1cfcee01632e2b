import type { AgentOutcome, AgentRun, CallScore } from '../../domain/agent/run'
import type { Estimate } from '../../domain/run/run'
import { estimate, meanOf, quantile } from '../statistics/statistics'
import { isRight } from './call-score'

type Summary = Pick<
  AgentRun,
  | 'queries'
  | 'scores'
  | 'kinds'
  | 'verdicts'
  | 'namesOnly'
  | 'extraCalls'
  | 'tokens'
  | 'tools'
  | 'firstCallMs'
  | 'latencyMs'
>

/** An outcome of a query that some tool answers, and of which something was measured. */
type Scored = AgentOutcome & { score: CallScore }

/**
 * The figures of an agent run. A query that was not asked, as its tools are more than the model
 * reads, counts as wrong; one whose answer was cut, in no mean.
 */
export async function summariseAgent(
  outcomes: readonly AgentOutcome[],
  pause: () => Promise<unknown>,
): Promise<Summary> {
  const scored = outcomes.filter((outcome): outcome is Scored => outcome.score !== undefined)
  return {
    queries: outcomes.length,
    scores: await scoresOf(scored, pause),
    kinds: await kindsOf(scored, pause),
    verdicts: countsOf(outcomes.map(({ verdict }) => verdict)),
    namesOnly: scored.filter(({ score }) => score.keys === undefined).length,
    extraCalls: scored.reduce((sum, outcome) => sum + extraOf(outcome), 0),
    ...costOf(outcomes),
  }
}

async function scoresOf(
  scored: readonly Scored[],
  pause: () => Promise<unknown>,
): Promise<AgentRun['scores']> {
  const of = (part: (score: CallScore) => number | undefined) =>
    estimateOf(
      scored.flatMap(({ score }) => part(score) ?? []),
      pause,
    )
  const hasArguments = scored.some(({ score }) => score.keys !== undefined)
  return {
    weighted: await of(({ weighted }) => weighted),
    name: await of(({ name }) => name),
    ...(hasArguments && {
      keys: await of(({ keys }) => keys),
      values: await of(({ values }) => values),
    }),
    right: await of((score) => (isRight(score) ? 1 : 0)),
  }
}

async function kindsOf(
  scored: readonly Scored[],
  pause: () => Promise<unknown>,
): Promise<AgentRun['kinds']> {
  const kinds = new Map<string, number[]>()
  for (const { kind, score } of scored) {
    kinds.set(kind, [...(kinds.get(kind) ?? []), score.weighted])
  }
  const figures: AgentRun['kinds'] = {}
  for (const [kind, values] of kinds) {
    figures[kind] = { queries: values.length, weighted: await estimateOf(values, pause) }
  }
  return figures
}

async function estimateOf(
  values: readonly number[],
  pause: () => Promise<unknown>,
): Promise<Estimate> {
  const [figure] = await estimate([Float64Array.from(values)], pause)
  return figure ?? { mean: 0, ci95: [0, 0] }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const extraOf = ({ calls, expected }: AgentOutcome): number =>
  calls.length - expected.filter(({ call }) => call !== undefined).length

/** What it took, over the queries that the model was asked. */
function costOf(
  outcomes: readonly AgentOutcome[],
): Pick<Summary, 'tokens' | 'tools' | 'firstCallMs' | 'latencyMs'> {
  const asked = outcomes.filter(({ promptTokens }) => promptTokens !== undefined)
  const meanBy = (part: (outcome: AgentOutcome) => number) => meanOf(asked.map(part))
  const first = asked.flatMap(({ firstCallMs }) => firstCallMs ?? [])
  const most = (values: readonly number[]) =>
    values.reduce((largest, value) => Math.max(largest, value), 0)
  return {
    tokens: {
      prompt: meanBy(({ promptTokens = 0 }) => promptTokens),
      largestPrompt: most(asked.map(({ promptTokens = 0 }) => promptTokens)),
      estimated: meanBy(({ estimatedTokens }) => estimatedTokens),
      answer: meanBy(({ answerTokens = 0 }) => answerTokens),
    },
    tools: {
      mean: meanOf(outcomes.map(({ offered }) => offered)),
      most: most(outcomes.map(({ offered }) => offered)),
    },
    ...(first.length > 0 && { firstCallMs: timesOf(first) }),
    latencyMs: timesOf(asked.flatMap(({ latencyMs }) => latencyMs ?? [])),
  }
}

function timesOf(values: readonly number[]): { p50: number; p95: number } {
  const sorted = Float64Array.from(values).sort()
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

/** Half of a 95 % interval, in standard errors. */
const STANDARD_ERRORS = 1.96

/**
 * Expected accuracy of an agent that is given the k tools that are found in a catalog of M: `E(M,k)
 * = A(k)·R(M,k)` (Toolshed, figure 19). Its interval is of the first order in both errors, which
 * are taken as independent.
 * @param agent A(k), the Simple Agent's accuracy with k tools; @param recall R(M,k)
 */
export function expectedAccuracy(agent: Estimate, recall: Estimate): Estimate {
  const mean = agent.mean * recall.mean
  const error = Math.hypot(recall.mean * errorOf(agent), agent.mean * errorOf(recall))
  const half = STANDARD_ERRORS * error
  return { mean, ci95: [Math.max(0, mean - half), Math.min(1, mean + half)] }
}

const errorOf = ({ ci95: [low, high] }: Estimate): number => (high - low) / (2 * STANDARD_ERRORS)
