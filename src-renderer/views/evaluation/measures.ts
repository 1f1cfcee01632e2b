import type { Estimate, Run } from '../../../src-main/domain/run'
import { formatCount, formatMeasure } from '../../words/number-words'

export interface MeasureInfo {
  title: string
  /** Which way is better; cost and distance are better low. */
  better: 'high' | 'low'
  /** Whether it runs from 0 to 1. */
  share: boolean
  format: (value: number) => string
}

const byName: Readonly<Record<string, Partial<MeasureInfo>>> = {
  LengthDifference: {
    title: 'Length difference',
    better: 'low',
    share: false,
    format: (value) => value.toFixed(2),
  },
  PromptTokens: { title: 'Prompt tokens', better: 'low', share: false, format: formatCount },
}

/** How a measure is written; those we know nothing about are shares of which more is better. */
export const measureInfo = (measure: string): MeasureInfo => ({
  title: measure,
  better: 'high',
  share: true,
  format: formatMeasure,
  ...(Object.hasOwn(byName, measure) ? byName[measure] : {}),
})

/** `Recall@5` taken apart; a name without a cut-off gives undefined. */
export function parseMeasure(name: string): { measure: string; k: number } | undefined {
  const [, measure, k] = /^(.+)@(\d+)$/.exec(name) ?? []
  return measure && k ? { measure, k: Number(k) } : undefined
}

/** The measures that any of the runs has, in the order they are stored. */
export const measuresOf = (runs: readonly Run[]): string[] => [
  ...new Set(
    runs.flatMap(({ measures }) =>
      Object.keys(measures).flatMap((name) => parseMeasure(name)?.measure ?? []),
    ),
  ),
]

/** The cut-offs at which any of the runs was measured, rising. */
export const cutoffsOf = (runs: readonly Run[]): number[] =>
  [...new Set(runs.flatMap(({ k }) => k))].sort((a, b) => a - b)

/** How the best run of a column stands: ahead of all others for sure, or perhaps only by chance. */
export type Lead = 'clear' | 'doubtful'

/**
 * Which run is best by one measure. `clear`: its 95 % interval meets no other's; `doubtful`: it meets one. The others
 * have no entry, nor has a single run. Equal means share the place. `leads[i]` belongs to `estimates[i]`.
 */
export function leads(
  estimates: readonly (Estimate | undefined)[],
  better: MeasureInfo['better'],
): (Lead | undefined)[] {
  const known = estimates.filter((estimate) => estimate !== undefined)
  if (known.length < 2) return estimates.map(() => undefined)
  const means = known.map(({ mean }) => mean)
  const bestMean = better === 'high' ? Math.max(...means) : Math.min(...means)
  return estimates.map((estimate) => {
    if (estimate?.mean !== bestMean) return undefined
    const met = known.some((other) => other !== estimate && meet(estimate, other))
    return met ? 'doubtful' : 'clear'
  })
}

const meet = (a: Estimate, b: Estimate): boolean => a.ci95[0] <= b.ci95[1] && b.ci95[0] <= a.ci95[1]

/** Half the widest 95 % interval of a measure: differences smaller than this say little. */
export const uncertainty = (runs: readonly Run[], name: string): number =>
  Math.max(
    0,
    ...runs.map(({ measures }) => {
      const interval = measures[name]?.ci95
      return interval ? (interval[1] - interval[0]) / 2 : 0
    }),
  )
