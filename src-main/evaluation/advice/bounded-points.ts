import type { Estimate } from '../../domain/run/run'
import { expectedAccuracy } from '../agent/summarise-agent'
import { estimate, resampledMeans } from '../statistics/statistics'
import {
  criticalValue,
  holding,
  scoreInterval,
  simultaneousBounds,
  spreadOf,
  type Bounded,
} from '../statistics/bounds'
import type { OperatingPoint } from './operating-points'

/** What expected accuracy is made of at a point, with plain intervals. */
interface AccuracyParts {
  /** R(M,k) of the run. */
  recall: Estimate
  /** A(k): the agent with k tools. */
  agent: Estimate
}

/**
 * A point with an interval that holds for all points at once; of expected accuracy with its parts.
 */
export type BoundedPoint = OperatingPoint & Bounded & { parts?: AccuracyParts }

/** Points, and the number of standard errors that their intervals reach out. */
export interface BoundedPoints {
  critical: number
  points: BoundedPoint[]
}

type Pause = () => Promise<unknown>

/** Points by what their runs find. */
export async function byRecall(
  points: readonly OperatingPoint[],
  pause: Pause,
): Promise<BoundedPoints> {
  const columns = points.map(({ scores }) => scores)
  const { bounded, critical } = await simultaneousBounds(columns, pause)
  return {
    critical,
    points: points.map((point, at) => ({ ...point, ...(bounded[at] as Bounded) })),
  }
}

/**
 * What an agent scored with k tools, 0…1, by query; not all queries need have been asked, and
 * others may have been.
 */
export type AgentScores = ReadonlyMap<number, ReadonlyMap<string, number>>

/**
 * Points by expected accuracy, `E(M,k) = A(k)·R(M,k)`, at each k that the agent was measured with;
 * the others are left out. Their intervals hold for all of them at once, with what is uncertain of
 * the agent and of the recall in them: Wilson's limits of both, as far out as the product that is
 * furthest off, joined as in the variance of a product (MOVER; Zou & Donner 2008).
 * @param queries ids; `scores[i]` of every point is that of `queries[i]`. Those that the agent was
 * asked are taken as drawn by chance
 */
export async function byAccuracy(
  points: readonly OperatingPoint[],
  { queries, agent }: { queries: readonly string[]; agent: AgentScores },
  pause: Pause,
): Promise<BoundedPoints> {
  const asked = [...agent.values()].flatMap((scores) => [...scores.keys()])
  const all = [...new Set([...queries, ...asked])]
  const agents = new Map<number, Part>()
  for (const [k, scores] of agent) {
    const [plain = NOTHING] = await estimate([Float64Array.from(scores.values())], pause)
    const ofAll = all.map((id) => scores.get(id))
    agents.set(k, partOf(ofAll, plain))
  }
  const known = points.filter(({ k }) => k !== undefined && agents.has(k))
  const plains = await estimate(
    known.map(({ scores }) => scores),
    pause,
  )
  const products = known.map((point, place) => {
    const ofRecall = partOf(
      all.map((_, at) => point.scores[at]),
      plains[place] as Estimate,
    )
    return productOf(point, ofRecall, agents.get(point.k as number) as Part)
  })
  const columns = products.map(({ scores }) => scores)
  const critical = criticalValue(columns, await resampledMeans(columns, pause))
  return { critical, points: products.map((product) => boundedProduct(product, critical)) }
}

const NOTHING: Estimate = { mean: 0, ci95: [0, 0] }

/** One factor of expected accuracy. */
interface Part {
  mean: number
  deviation: number
  /** How many queries are known. */
  size: number
  /** How far each query pulls the mean away, as much more as fewer are known; their mean is 0. */
  pulls: Float64Array
  plain: Estimate
}

function partOf(scores: readonly (number | undefined)[], plain: Estimate): Part {
  const known = Float64Array.from(scores.flatMap((score) => score ?? []))
  const { mean, deviation } = spreadOf(known)
  const weight = scores.length / (known.length || 1)
  const pulls = scores.map((score) => (score === undefined ? 0 : (score - mean) * weight))
  return { mean, deviation, size: known.length, pulls: Float64Array.from(pulls), plain }
}

interface Product extends OperatingPoint {
  recall: Part
  agent: Part
}

const productOf = (point: OperatingPoint, recall: Part, agent: Part): Product => ({
  ...point,
  recall,
  agent,
  scores: recall.pulls.map(
    (pull, at) =>
      recall.mean * agent.mean + pull * agent.mean + (agent.pulls[at] as number) * recall.mean,
  ),
})

function boundedProduct({ recall, agent, ...point }: Product, critical: number): BoundedPoint {
  const mean = recall.mean * agent.mean
  const ofRecall = scoreInterval(recall, recall.size, critical)
  const ofAgent = scoreInterval(agent, agent.size, critical)
  const together = correlationOf(recall.pulls, agent.pulls)
  const halfAt = (end: 0 | 1) => {
    const found = agent.mean * Math.abs(ofRecall[end] - recall.mean)
    const right = recall.mean * Math.abs(ofAgent[end] - agent.mean)
    return Math.sqrt(found ** 2 + right ** 2 + 2 * together * found * right)
  }
  const { ci95 } = expectedAccuracy(agent.plain, recall.plain)
  const bounds: [number, number] = [Math.max(0, mean - halfAt(0)), Math.min(1, mean + halfAt(1))]
  return {
    ...point,
    mean,
    ci95,
    // At the most, where both are measured with each query: as if the same ones were hard for both.
    deviation: agent.mean * recall.deviation + recall.mean * agent.deviation,
    interval: holding(bounds, ci95),
    parts: { recall: recall.plain, agent: agent.plain },
  }
}

/**
 * Of two columns whose means are 0; 0 where one of them does not vary, or where they go against
 * each other: few queries may by chance.
 */
function correlationOf(one: Float64Array, other: Float64Array): number {
  const dot = (a: Float64Array, b: Float64Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] as number), 0)
  const norm = Math.sqrt(dot(one, one) * dot(other, other))
  return norm === 0 ? 0 : Math.max(0, dot(one, other) / norm)
}
