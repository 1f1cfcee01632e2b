import type { Difference } from '../../../domain/run/comparison'
import type { Run } from '../../../domain/run/run'
import { levelText } from '../../../domain/measure/figures'
import { clarityOf } from '../../../domain/run/verdict'

/** A part of a recipe that was left out, and what came of it. */
export interface AblationResult {
  label: string
  /** Of the run without it to the whole recipe. */
  difference: Difference
  run: Pick<Run, 'latencyMs' | 'modelUse'>
}

interface Measured {
  /** What was measured: `Recall@5`. */
  name: string
  queries: number
  whole: Pick<Run, 'latencyMs' | 'modelUse'>
}

/** Parts named in one sentence. */
const MOST_NAMED = 4
/**
 * Medians of one machine differ by a tenth or two from run to run: only what saves more, and is
 * felt, is said to cost.
 */
const SAVES = { share: 0.7, ms: 0.2 }

/** What matters most, what is better left out, and what gives nothing, and costs; in sentences. */
export function ablationFindings(results: readonly AblationResult[], measured: Measured): string[] {
  if (results.length === 0) return []
  const { name, queries } = measured
  const sorted = results.toSorted((a, b) => a.difference.mean - b.difference.mean)
  const clear = sorted.filter(({ difference }) => isClear(difference))
  const matter = clear.filter(({ difference }) => difference.mean < 0)
  const harm = clear.filter(({ difference }) => difference.mean > 0).toReversed()
  const idle = sorted.filter((each) => !clear.includes(each))
  const costs = idle.flatMap((each) => costText(each, measured) ?? [])
  return [
    matter.length > 0
      ? `What matters most to ${name}: ${listed(matter.map(withPoints))}.`
      : `No part clearly matters to ${name} on these queries.`,
    ...(harm.length > 0 ? [`Better as changed: ${listed(harm.map(withPoints))}.`] : []),
    ...(idle.length > 0
      ? [
          `No difference that ${queries === 1 ? '1 query' : `${queries} queries`} can tell: ${listed(
            idle.map(({ label }) => label),
            Infinity,
          )}.`,
        ]
      : []),
    ...(costs.length > 0 ? [`Costs, and gives nothing that can be told: ${listed(costs)}.`] : []),
  ]
}

/** Whether a difference is more than chance explains, of as many as were tested together. */
const isClear = (difference: Difference): boolean =>
  ['better', 'worse'].includes(clarityOf(difference))

/**
 * A difference of shares in points, with its interval: `−2.1 [−3.0, −1.2]`, and its level where
 * that is corrected.
 */
export const pointsText = ({ mean, told }: Pick<Difference, 'mean' | 'told'>): string =>
  `${points(mean)} [${told.interval.map(points).join(', ')}]${levelText(told)}`

/** A difference of shares in points: `−2.1`. */
export function points(share: number): string {
  const text = Math.abs(share * 100).toFixed(1)
  return Number(text) === 0 ? '0.0' : `${share > 0 ? '+' : '−'}${text}`
}

const withPoints = ({ label, difference }: AblationResult): string =>
  `${label} ${pointsText(difference)}`

function costText({ label, run }: AblationResult, { whole }: Measured): string | undefined {
  const calls = (whole.modelUse?.calls ?? 0) - (run.modelUse?.calls ?? 0)
  if (calls > 0) return `${label} saves ${calls} model calls`
  const all = whole.latencyMs.p50
  const left = run.latencyMs.p50
  if (left > all * SAVES.share || all - left < SAVES.ms) return undefined
  return `${label} takes ${left.toFixed(1)} ms a query instead of ${all.toFixed(1)}`
}

function listed(parts: readonly string[], most = MOST_NAMED): string {
  const more = parts.length - most
  return `${parts.slice(0, most).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
