import type { MeasureInfo } from '../../../src-main/domain/measure'
import { nameAt, partsOfName } from '../../../src-main/domain/measure-name'
import type { Curve, Run } from '../../../src-main/domain/run'
import type { Axis, BarData, XyData, XyPoint } from '../../charts/chart-data'
import { zoomedAxis } from '../../charts/zoomed-axis'
import { formatCount, formatMeasure } from '../../words/number-words'
import { cutoffsOf, isOwnSize } from './measure-columns'
import { cutoffText, isShare } from './measure-words'

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

interface CurveChoice {
  curve: CurveName
  /** The k on show. */
  k: number | undefined
  /** The most tools a provider takes. */
  limit: number
}

/** A measure against k, with intervals where it was measured. */
export function curveData(runs: LabelledRun[], { curve, k: shown, limit }: CurveChoice): XyData {
  const measure = measureOfCurve[curve]
  const series = runs.map(({ run, label }) => ({
    name: label,
    points: (run.curve?.[curve] ?? []).map((mean, at): XyPoint => {
      const k = cutoffAt(run.curve as Curve, at)
      const interval = run.measures[nameAt(measure, k)]?.ci95
      return { x: k, y: mean, at: k, ...(interval && { interval }) }
    }),
  }))
  return {
    x: { title: 'k, tools handed to the agent', format: formatCount, ...cutoffAxis(runs, series) },
    y: zoomedAxis({ title: `${measure}@k`, ...share }, heightsOf(series)),
    series,
    together: cutoffText,
    lines: [
      ...(shown === undefined ? [] : [{ x: shown, label: cutoffText(shown) }]),
      { x: limit, label: `provider limit, ${limit} tools` },
    ],
  }
}

/** More marks than this lie upon one another. */
const MOST_MARKS = 12

/** Every k is marked, or where they are many those that were measured; a whisker at the ends has room. */
function cutoffAxis(runs: LabelledRun[], series: XyData['series']): Partial<Axis> {
  const all = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))]
  if (!all.length) return {}
  const [first, last] = [Math.min(...all), Math.max(...all)]
  const margin = Math.max(0.03 * (last - first), 0.2)
  const marks = all.length > MOST_MARKS ? cutoffsOf(runs.map(({ run }) => run)) : all
  return { marks, minimum: first - margin, maximum: last + margin }
}

const heightsOf = (series: XyData['series']): number[] =>
  series.flatMap(({ points }) => points.flatMap(({ y, interval = [y, y] }) => [y, ...interval]))

/** What accuracy costs: Recall against the prompt tokens, a line over k, or a point for a recipe of its own size. */
export function tradeOffData(runs: LabelledRun[]): XyData {
  const named = new Set(cutoffsOf(runs.map(({ run }) => run)))
  const series = runs.map(({ run, label }) => ({
    name: label,
    points: run.curve ? costPoints(run.curve, named) : ownSizePoint(run),
  }))
  const title = runs.every(({ run }) => run.curve) ? 'Recall@k' : 'Recall'
  return {
    x: {
      title: 'prompt tokens per query, mean',
      unit: 'tokens',
      format: formatCount,
      minimum: 0,
    },
    y: zoomedAxis({ title, ...share }, heightsOf(series)),
    series,
    together: cutoffText,
  }
}

const costPoints = (curve: Curve, named: ReadonlySet<number>): XyPoint[] =>
  curve.recall.map((recall, at) => {
    const k = cutoffAt(curve, at)
    return {
      x: curve.promptTokens[at] ?? 0,
      y: recall,
      at: k,
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
  const isMeasured = ({ name }: MeasureInfo) =>
    runs.some(({ run }) => nameAt(name, isOwnSize(run) ? undefined : k) in run.measures)
  const shares = measures.filter((info) => isShare(info) && isMeasured(info))
  return {
    categories: shares.map(({ name }) => nameAt(name, k)),
    // The title says at which k.
    mark: (category) => partsOfName(category).measure,
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
