import { nameAt } from '../measure/name'
import type { Run } from './run'

type Used = Pick<Run, 'k' | 'curve'>

/**
 * Every cut-off up to it is looked at; beyond, curves are so flat that every eighth part more is
 * enough.
 */
const EVERY_UP_TO = 16

/**
 * The cut-offs that are looked at between 1 and the largest, rising, those measured among them:
 * about forty up to 128.
 */
export function cutoffGrid(measured: readonly number[]): number[] {
  const largest = Math.max(0, ...measured)
  const grid = new Set(measured)
  for (let k = 1; k <= largest; k += k < EVERY_UP_TO ? 1 : Math.floor(k / 8)) grid.add(k)
  return [...grid].sort((a, b) => a - b)
}

/**
 * The k that a run can be used at, rising; none where the recipe decides how many tools there are.
 */
export const usableCutoffs = ({ k, curve }: Used): number[] => curve?.k ?? cutoffGrid(k)

/**
 * The most tools that one search of a run's recipe gives, whatever k: of providers' own searches
 * that is an option.
 */
export function largestSet({ options }: Partial<Pick<Run, 'options'>>): number {
  const limit = options?.['limit']
  return typeof limit === 'number' ? limit : Infinity
}

/** Whether a run holds tool sets for this k. */
export const isHeld = ({ k, curve }: Used, wanted: number): boolean =>
  curve?.k ? curve.k.includes(wanted) : wanted <= (k.at(-1) ?? 0)

type Measured = Used & Pick<Run, 'measures'>

/**
 * Mean prompt tokens of a query’s tools at this k, or of whole sets; undefined where nothing is
 * known of it.
 */
export const tokensAt = (run: Measured, k: number | undefined): number | undefined =>
  meanAt(run, k, { name: 'PromptTokens', along: run.curve?.promptTokens })

/** Mean recall at this k, or of whole sets. */
export const recallAt = (run: Measured, k: number | undefined): number | undefined =>
  meanAt(run, k, { name: 'Recall', along: run.curve?.recall })

function meanAt(
  { k: measured, curve, measures }: Measured,
  k: number | undefined,
  { name, along }: { name: string; along: readonly number[] | undefined },
): number | undefined {
  if (measured.length === 0) return measures[name]?.mean
  if (k === undefined) return undefined
  return measures[nameAt(name, k)]?.mean ?? along?.[curve?.k ? curve.k.indexOf(k) : k - 1]
}

/**
 * What is asked of runs until somebody says what is wanted: most of the best recall that they
 * reach, as a round figure.
 */
export function firstGoal(runs: readonly Pick<Run, 'measures' | 'curve'>[]): number {
  const recalls = runs.flatMap(({ measures, curve }) => [
    measures['Recall']?.mean ?? 0,
    ...(curve?.recall ?? []),
  ])
  return Math.floor(0.9 * Math.max(0, ...recalls) * 20) / 20
}
