import type { MeasureInfo } from '../../src-main/domain/measure/measure'
import { nameAt, partsOfName } from '../../src-main/domain/measure/name'
import type { RunBand } from '../../src-main/domain/run/advice'
import type { Everything } from '../../src-main/domain/run/catalog-size'
import { recallAt, tokensAt, usableCutoffs } from '../../src-main/domain/run/operating-point'
import type { Curve, Run } from '../../src-main/domain/run/run'
import type { Axis, BarData, XyData, XyPoint, XySeries } from '../charts/chart-data'
import type { RangeData } from '../charts/range-option'
import { logAxis, zoomedAxis } from '../charts/zoomed-axis'
import { formatCount, formatLatency, formatMeasure } from '../words/number-words'
import { cutoffsOf, isAdaptiveK, isShare } from './measure-columns'
import { cutoffText } from '../../src-main/domain/measure/measure-text'
import { areOnSameQueries } from './run-labels'

const share = {
  format: formatMeasure,
  tick: (value: number) => value.toFixed(1),
  minimum: 0,
  maximum: 1,
}

export interface LabelledRun {
  run: Run
  label: string
  /** How it is drawn, see `recipe-slots.ts`. */
  slot?: number
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
  /** Intervals at every k that is looked at, by run, once they are worked out. */
  bands?: readonly RunBand[] | undefined
}

/**
 * A measure against k, with intervals where they are known, and the most that there can be where
 * that is below 1.
 */
export function curveData(runs: LabelledRun[], choice: CurveChoice): XyData {
  const { curve, k: shown, limit, bands = [] } = choice
  const measure = measureOfCurve[curve]
  const measured = runs.map((each) => curveSeries(each, curve, bands))
  const areAlike = areOnSameQueries(runs.map(({ run }) => run))
  const series = [...measured, ...(areAlike ? ceilingSeries(bands) : [])]
  return {
    x: {
      title: 'k, tools handed to the agent',
      format: formatCount,
      ...cutoffAxis(runs, measured),
    },
    y: zoomedAxis({ title: `${measure}@k`, ...share }, heightsOf(series)),
    series,
    together: cutoffText,
    lines: [
      ...(shown === undefined ? [] : [{ x: shown, label: cutoffText(shown) }]),
      { x: limit, label: `provider limit, ${limit} tools` },
    ],
  }
}

function curveSeries(
  { run, label, slot }: LabelledRun,
  curve: CurveName,
  bands: readonly RunBand[],
): XySeries {
  const band = bands.find((one) => one.run === run.id)
  const ofBand = new Map(band?.k.map((k, at) => [k, band.ci95[at]]))
  const points = (run.curve?.[curve] ?? []).map((mean, at): XyPoint => {
    const k = cutoffAt(run.curve as Curve, at)
    const interval = ofBand.get(k) ?? run.measures[nameAt(measureOfCurve[curve], k)]?.ci95
    return { x: k, y: mean, at: k, ...(interval && { interval }) }
  })
  return { name: label, slot, points, ...(band && { isBand: true }) }
}

/** Up to where it is 1, of the queries that all runs measured. */
function ceilingSeries([band]: readonly RunBand[]): XySeries[] {
  if (!band || !band.ceiling.some((most) => most < 1)) return []
  const whole = band.ceiling.findIndex((most) => most === 1)
  const shown = band.k.slice(0, whole < 0 ? undefined : whole + 1)
  return [
    {
      name: 'the most that is possible',
      look: 'limit',
      points: shown.map((k, at) => ({ x: k, y: band.ceiling[at] ?? 1, at: k })),
    },
  ]
}

/** More marks than this lie upon one another. */
const MOST_MARKS = 12

/**
 * Every k is marked, or where they are many those that were measured; a whisker at the ends has
 * room.
 */
function cutoffAxis(runs: LabelledRun[], series: XyData['series']): Partial<Axis> {
  const all = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))]
  if (!all.length) return {}
  const first = Math.min(...all)
  const last = Math.max(...all)
  const margin = Math.max(0.03 * (last - first), 0.2)
  const marks = all.length > MOST_MARKS ? cutoffsOf(runs.map(({ run }) => run)) : all
  return { marks, minimum: first - margin, maximum: last + margin }
}

const heightsOf = (series: XyData['series']): number[] =>
  series.flatMap(({ points }) => points.flatMap(({ y, interval = [y, y] }) => [y, ...interval]))

/**
 * What accuracy costs: Recall against the prompt tokens, a line over k, or a point for an adaptive
 * recipe; beside them everything in the prompt, and below them the way along the points that none
 * is better than for less.
 */
export function tradeOffData(
  runs: LabelledRun[],
  everything?: Everything,
  chosen?: { run: string; k?: number | undefined },
): XyData {
  const measured = runs.map(({ run, label, slot }) => ({
    name: label,
    slot,
    isMarked: true,
    points: (run.curve ? costPoints(run) : adaptivePoint(run)).map((point) => {
      const isChosen = run.id === chosen?.run && point.at === chosen.k
      return isChosen ? { ...point, isChosen, label: point.label ?? `k = ${point.at}` } : point
    }),
  }))
  const series = [
    ...measured,
    ...frontSeries(measured),
    ...(everything ? [everythingSeries(everything)] : []),
  ]
  const title = runs.every(({ run }) => run.curve) ? 'Recall@k' : 'Recall'
  const costs = series.flatMap(({ points }) => points.map(({ x }) => x))
  return {
    x: logAxis(
      { title: 'prompt tokens per query, mean', unit: 'tokens', format: formatCount },
      costs.filter((cost) => cost > 0),
    ),
    y: zoomedAxis({ title, ...share }, withRoomBelow(heightsOf(series))),
    series,
    together: cutoffText,
  }
}

/** Labels stand under the lowest line: they are a little less than a tenth of the picture high. */
function withRoomBelow(heights: number[]): number[] {
  const least = Math.min(...heights)
  return heights.length ? [...heights, least - 0.08 * (Math.max(...heights) - least)] : heights
}

function frontSeries(measured: XySeries[]): XySeries[] {
  const offers = measured.flatMap(({ points }) => points.map(({ x, y }) => ({ cost: x, gain: y })))
  const points = paretoFront(offers).map(({ cost, gain }) => ({ x: cost, y: gain }))
  return points.length > 1 ? [{ name: 'Pareto front', look: 'front', points }] : []
}

const everythingSeries = ({ called, tokens }: Everything): XySeries => ({
  name: 'everything in the prompt',
  look: 'place',
  points: [{ x: tokens, y: 1, label: called }],
})

/** A point for each k that the run can be used at. */
const costPoints = (run: Run): XyPoint[] =>
  usableCutoffs(run).flatMap((k) => {
    const tokens = tokensAt(run, k)
    const recall = recallAt(run, k)
    return tokens === undefined || recall === undefined ? [] : [{ x: tokens, y: recall, at: k }]
  })

function adaptivePoint({ measures }: Run): XyPoint[] {
  const { Recall: recall, PromptTokens: tokens, Tools: tools } = measures
  if (!recall || !tokens) return []
  const label = tools && { label: `${tools.mean.toFixed(1)} tools` }
  return [{ x: tokens.mean, y: recall.mean, interval: recall.ci95, ...label }]
}

/**
 * The measures that are shares, with their intervals, one bar a run: at one k, or of whole sets of
 * an adaptive recipe.
 */
export function barData(
  runs: LabelledRun[],
  measures: readonly MeasureInfo[],
  k: number | undefined,
): BarData {
  const isMeasured = ({ name }: MeasureInfo) =>
    runs.some(({ run }) => nameAt(name, isAdaptiveK(run) ? undefined : k) in run.measures)
  const shares = measures.filter((info) => isShare(info) && isMeasured(info))
  const ofSet = (name: string) => `${name} of the set`
  const ranked = runs.some(({ run }) => !isAdaptiveK(run))
  return {
    categories: shares.map(({ name }) => (ranked ? nameAt(name, k) : ofSet(name))),
    // The title says at which k.
    ...(ranked && { mark: (category: string) => partsOfName(category).measure }),
    value: { title: 'Mean', ...share },
    series: runs.map(({ run, label, slot }) => ({
      name: label,
      slot,
      values: shares.map(({ name }) => {
        const estimate = run.measures[nameAt(name, isAdaptiveK(run) ? undefined : k)]
        const called = isAdaptiveK(run) && { name: ofSet(name) }
        return estimate ? { value: estimate.mean, interval: estimate.ci95, ...called } : null
      }),
    })),
  }
}

/** In ms: a clock tells no shorter time, and there is no place for 0 where steps are ratios. */
const SHORTEST = 0.01

/** How long picking the tools takes, from half of the queries to nearly all. */
export function latencyData(runs: LabelledRun[]): RangeData {
  const rows = runs.map(({ run: { latencyMs }, label, slot }) => ({
    name: label,
    slot,
    low: latencyMs.p50,
    high: latencyMs.p95,
  }))
  const drawn = rows.flatMap(({ low, high }) => [low, high].map((ms) => Math.max(SHORTEST, ms)))
  const axis: Axis = { title: 'ms per query', unit: 'ms', format: formatLatency }
  return {
    value: logAxis(
      { ...axis, tick: (value) => String(value) },
      drawn.flatMap((ms) => [ms / 2, ms * 2]),
    ),
    least: SHORTEST,
    ends: ['p50', 'p95'],
    rows,
  }
}

/** Something that costs and gives. */
interface Offer {
  cost: number
  gain: number
}

/**
 * The offers that none gives more than for as little: the cheapest first, each giving more than
 * those before it.
 */
export function paretoFront<Kind extends Offer>(offers: readonly Kind[]): Kind[] {
  const rising = offers.toSorted((a, b) => a.cost - b.cost || b.gain - a.gain)
  const front: Kind[] = []
  for (const offer of rising) if (offer.gain > (front.at(-1)?.gain ?? -Infinity)) front.push(offer)
  return front
}
