import type { MeasureInfo } from '../../../src-main/domain/measure'
import { nameAt } from '../../../src-main/domain/measure-name'
import type { Curve, Run } from '../../../src-main/domain/run'
import type { BarData, XyData, XyPoint } from '../../charts/chart-data'
import { formatCount, formatMeasure } from '../../words/number-words'
import { cutoffsOf, isOwnSize } from './measure-columns'
import { isShare } from './measure-words'

const share = {
  format: formatMeasure,
  tick: (value: number) => value.toFixed(1),
  minimum: 0,
  maximum: 1,
}

export interface LabelledRun {
  run: Run
  label: string
}

type CurveName = 'recall' | 'all'
const measureOfCurve: Record<CurveName, string> = { recall: 'Recall', all: 'All' }

const cutoffAt = ({ k }: Curve, at: number): number => k?.[at] ?? at + 1

/** A measure against k, with intervals where it was measured; `limit` is the most tools a provider takes. */
export function curveData(runs: LabelledRun[], curve: CurveName, limit: number): XyData {
  const measure = measureOfCurve[curve]
  return {
    x: { title: 'k, tools handed to the agent', format: formatCount, whole: true, minimum: 1 },
    y: { title: `${measure}@k`, ...share },
    series: runs.map(({ run, label }) => ({
      name: label,
      points: (run.curve?.[curve] ?? []).map((mean, at): XyPoint => {
        const k = cutoffAt(run.curve as Curve, at)
        const interval = run.measures[nameAt(measure, k)]?.ci95
        return { x: k, y: mean, ...(interval && { interval }) }
      }),
    })),
    limit: { x: limit, label: `provider limit, ${limit} tools` },
  }
}

/** What accuracy costs: Recall against the prompt tokens, a line over k, or a point for a recipe of its own size. */
export function tradeOffData(runs: LabelledRun[]): XyData {
  const named = new Set(cutoffsOf(runs.map(({ run }) => run)))
  return {
    x: { title: 'prompt tokens per query, mean', format: formatCount, minimum: 0 },
    y: { title: runs.every(({ run }) => run.curve) ? 'Recall@k' : 'Recall', ...share },
    series: runs.map(({ run, label }) => ({
      name: label,
      points: run.curve ? costPoints(run.curve, named) : ownSizePoint(run),
    })),
  }
}

const costPoints = (curve: Curve, named: ReadonlySet<number>): XyPoint[] =>
  curve.recall.map((recall, at) => {
    const k = cutoffAt(curve, at)
    return {
      x: curve.promptTokens[at] ?? 0,
      y: recall,
      ...(named.has(k) && { label: `k ${k}` }),
    }
  })

function ownSizePoint({ measures }: Run): XyPoint[] {
  const { Recall: recall, PromptTokens: tokens, Tools: tools } = measures
  if (!recall || !tokens) return []
  const label = tools && { label: `${tools.mean.toFixed(1)} tools` }
  return [{ x: tokens.mean, y: recall.mean, interval: recall.ci95, ...label }]
}

/** The measures that are shares, with their intervals, one bar a run: at one k, or of whole sets of a recipe's own size. */
export function barData(
  runs: LabelledRun[],
  measures: readonly MeasureInfo[],
  k: number | undefined,
): BarData {
  const shares = measures.filter(isShare)
  return {
    categories: shares.map(({ name }) => nameAt(name, k)),
    value: { title: 'Mean', ...share },
    series: runs.map(({ run, label }) => ({
      name: label,
      values: shares.map(({ name }) => {
        const estimate = run.measures[nameAt(name, isOwnSize(run) ? undefined : k)]
        return estimate ? { value: estimate.mean, interval: estimate.ci95 } : null
      }),
    })),
  }
}
