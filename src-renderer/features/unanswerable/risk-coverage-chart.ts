import type { RiskCoverage } from '../../../src-main/features/unanswerable/shared/confidence'
import type { XyData } from '../../charts/chart-data'
import { zoomedAxis } from '../../charts/zoomed-axis'
import { formatMeasure, formatScore, formatShare } from '../../words/number-words'

/** A run's curve. */
export interface NamedRiskCoverage {
  label: string
  slot?: number | undefined
  riskCoverage: RiskCoverage
}

const COVERAGE_MARKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
const MARGIN = 0.03

/** Risk against coverage, a line a run: from few answers that are sure to all of them. */
export function riskCoverageData(curves: readonly NamedRiskCoverage[]): XyData {
  const series = curves.map(({ label, slot, riskCoverage }) => ({
    name: label,
    slot,
    points: riskCoverage.points.map(({ coverage, risk }) => ({ x: coverage, y: risk })),
  }))
  const heights = series.flatMap(({ points }) => points.map(({ y }) => y))
  return {
    x: {
      title: 'coverage, share of queries answered',
      format: formatShare,
      tick: (value) => `${Math.round(value * 100)} %`,
      marks: COVERAGE_MARKS,
      // The first mark stands clear of that of the other axis.
      minimum: -MARGIN,
      maximum: 1 + MARGIN,
    },
    y: zoomedAxis(
      {
        title: 'risk, share of answers that are wrong',
        format: formatMeasure,
        tick: (value) => value.toFixed(1),
        minimum: 0,
        maximum: 1,
      },
      heights,
    ),
    series,
  }
}

/** Shares of the queries that are answered, at which the table tells what a threshold does. */
const COVERAGES = [1, 0.95, 0.9, 0.8, 0.7, 0.5]

/** What a threshold does at some coverages, a row each: the one nearest to it. */
export function thresholdRows({ points }: RiskCoverage) {
  const nearest = (wanted: number) =>
    points.reduce((best, point) =>
      Math.abs(point.coverage - wanted) < Math.abs(best.coverage - wanted) ? point : best,
    )
  const found = points.length ? COVERAGES.map(nearest) : []
  return [...new Set(found)].map((point) => ({
    threshold: formatScore(point.threshold),
    coverage: formatShare(point.coverage),
    risk: formatShare(point.risk),
    misses: point.misses,
    falseActivations: point.falseActivations,
  }))
}
