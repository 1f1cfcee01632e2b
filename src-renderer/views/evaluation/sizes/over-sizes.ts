import { byNewest } from '../../../../src-main/domain/run/newest'
import { nameAt } from '../../../../src-main/domain/measure/name'
import {
  catalogSizeText,
  eligibleIn,
  everythingTokensOf,
} from '../../../../src-main/domain/run/catalog-size'
import type { Estimate, Run } from '../../../../src-main/domain/run/run'
import { isAdaptiveK } from '../../../runs/measure-columns'
import type { LabelledRun } from '../../../runs/run-charts'
import { areOnSameQueries } from '../../../runs/run-labels'
import { choiceOf } from '../../../../src-main/domain/run/largest-of-each'

/** One recipe on catalogs of several sizes. */
export interface OverSizes {
  label: string
  slot?: number | undefined
  /** Rising. */
  sizes: SizeRuns[]
}

interface SizeRuns {
  tools: number
  /** One for each seed that such catalogs were drawn by. */
  runs: Run[]
}

/**
 * The shown runs' recipes on all sizes of catalog that were measured with the same queries; those
 * of one size are left out.
 */
export function overSizes(shown: readonly LabelledRun[], all: readonly Run[]): OverSizes[] {
  const seen = new Set<string>()
  return shown.flatMap((each) => {
    const { run } = each
    if (isAdaptiveK(run)) return []
    const choice = choiceOf(run)
    if (seen.has(choice)) return []
    seen.add(choice)
    const alike = all.filter((other) => choiceOf(other) === choice && isOnSameCatalog(other, run))
    const sizes = [...Map.groupBy(alike, eligibleIn)]
      .map(([tools, runs]) => ({ tools, runs: latestBySeed(runs) }))
      .sort((a, b) => a.tools - b.tools)
    return sizes.length > 1 ? [{ label: withoutSize(each), slot: each.slot, sizes }] : []
  })
}

/** A label names the size of its run's catalog last, see `run-labels.ts`. */
const withoutSize = ({ run, label }: LabelledRun): string =>
  label.split(` · ${catalogSizeText(run)}`)[0] ?? label

const isOnSameCatalog = (one: Run, other: Run): boolean =>
  one.goldenSet === other.goldenSet &&
  one.catalog.tools === other.catalog.tools &&
  one.catalog.content === other.catalog.content &&
  one.provenance?.goldenHash === other.provenance?.goldenHash &&
  areOnSameQueries([one, other])

function latestBySeed(runs: readonly Run[]): Run[] {
  const latest = new Map<number | undefined, Run>()
  for (const run of runs) {
    const known = latest.get(run.catalogSize?.seed)
    if (!known || byNewest(known, run) > 0) latest.set(run.catalogSize?.seed, run)
  }
  return [...latest.values()]
}

/** Recall, or the share of queries with all their tools. */
export type Accuracy = 'recall' | 'all'

const MEASURES = { recall: 'Recall', all: 'All' }

/**
 * What was measured at one size and k; over several seeds, the means. Nothing where no list was as
 * long as that.
 */
export interface SizeFigure {
  mean: number
  /** Only where it was measured, not read off a curve. */
  ci95?: Estimate['ci95']
}

/** At a k above the catalog's size there is nothing to choose. */
export function accuracyAt(
  { tools, runs }: SizeRuns,
  k: number,
  accuracy: Accuracy,
): SizeFigure | undefined {
  if (k > tools) return undefined
  const measured = runs.flatMap((run) => run.measures[nameAt(MEASURES[accuracy], k)] ?? [])
  if (measured.length === runs.length) return meanEstimate(measured)
  const means = runs.flatMap((run) => curveAt(run, k, accuracy) ?? [])
  return means.length === runs.length ? { mean: meanOf(means) } : undefined
}

export function tokensAt({ tools, runs }: SizeRuns, k: number): SizeFigure | undefined {
  if (k > tools) return undefined
  const measured = runs.flatMap((run) => run.measures[nameAt('PromptTokens', k)] ?? [])
  return measured.length === runs.length ? meanEstimate(measured) : undefined
}

/** What all tools together take, where that was worked out. */
export function everythingAt({ runs }: SizeRuns): number | undefined {
  const known = runs.flatMap((run) => everythingTokensOf(run) ?? [])
  return known.length > 0 ? meanOf(known) : undefined
}

function curveAt({ curve }: Run, k: number, accuracy: Accuracy): number | undefined {
  const at = curve?.k ? curve.k.indexOf(k) : k - 1
  return curve?.[accuracy][at]
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const meanEstimate = (estimates: readonly Estimate[]): Required<SizeFigure> => ({
  mean: meanOf(estimates.map(({ mean }) => mean)),
  ci95: [
    meanOf(estimates.map(({ ci95: [low] }) => low)),
    meanOf(estimates.map(({ ci95: [, high] }) => high)),
  ],
})
