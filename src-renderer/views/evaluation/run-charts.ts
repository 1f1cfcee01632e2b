import type { Run } from '../../../src-main/domain/run'
import type { BarData, XyData, XyPoint } from '../../charts/chart-data'
import { formatCount, formatMeasure } from '../../words/number-words'
import { cutoffsOf, measureInfo } from './measures'

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

/** A measure against k, with intervals where it was measured; `limit` is the most tools a provider takes. */
export function curveData(runs: LabelledRun[], curve: CurveName, limit: number): XyData {
  const measure = measureOfCurve[curve]
  return {
    x: { title: 'k, tools handed to the agent', format: formatCount, whole: true, minimum: 1 },
    y: { title: `${measure}@k`, ...share },
    series: runs.map(({ run, label }) => ({
      name: label,
      points: run.curve[curve].map((mean, at): XyPoint => {
        const interval = run.measures[`${measure}@${at + 1}`]?.ci95
        return { x: at + 1, y: mean, ...(interval && { interval }) }
      }),
    })),
    limit: { x: limit, label: `provider limit, ${limit} tools` },
  }
}

/** What accuracy costs: Recall@k against the prompt tokens of k tools, one line a run. */
export function tradeOffData(runs: LabelledRun[]): XyData {
  const named = new Set(cutoffsOf(runs.map(({ run }) => run)))
  return {
    x: { title: 'prompt tokens per query, mean', format: formatCount, minimum: 0 },
    y: { title: 'Recall@k', ...share },
    series: runs.map(({ run, label }) => ({
      name: label,
      points: run.curve.recall.map((recall, at): XyPoint => {
        const k = at + 1
        return {
          x: run.curve.promptTokens[at] ?? 0,
          y: recall,
          ...(named.has(k) && { label: `k ${k}` }),
        }
      }),
    })),
  }
}

/** The measures that are shares at one cut-off, with their intervals, one bar a run. */
export function barData(runs: LabelledRun[], measures: readonly string[], k: number): BarData {
  const shares = measures.filter((measure) => measureInfo(measure).share)
  return {
    categories: shares.map((measure) => `${measure}@${k}`),
    value: { title: 'Mean', ...share },
    series: runs.map(({ run, label }) => ({
      name: label,
      values: shares.map((measure) => {
        const estimate = run.measures[`${measure}@${k}`]
        return estimate ? { value: estimate.mean, interval: estimate.ci95 } : null
      }),
    })),
  }
}
