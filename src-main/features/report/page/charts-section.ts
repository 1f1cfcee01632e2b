import { count } from '../../../domain/measure/figures'
import { cutoffText, infoOf, intervalText, valueText } from '../../../domain/measure/measure-text'
import { nameAt } from '../../../domain/measure/name'
import { tokensAt } from '../../../domain/run/operating-point'
import type { Curve, Run } from '../../../domain/run/run'
import type { EvaluationReport, ReportedRun } from './evaluation-report'
import { html, table, type Markup } from '../../../exporting/html'
import { lineChart, type ChartAxis, type LinePoint } from './line-chart'

/** Points drawn of one line; those that were measured are always among them. */
const MOST_POINTS = 200
/** From so many tools on, each doubling of k is as wide as the last. */
const WIDE_RANGE = 20

/** Recall over k and against tokens, each with its figures as a table. */
export function chartsSection(report: EvaluationReport): Markup | undefined {
  const drawn = report.runs.filter(({ run }) => run.curve || adaptivePoint(run))
  if (drawn.length === 0) return undefined
  const withCurve = drawn.filter(({ run }) => run.curve)
  return html`<section aria-labelledby="pictures">
    <h2 id="pictures">What more tools buy</h2>
    <div class="charts">
      ${withCurve.length > 0 ? recallChart(report, withCurve) : undefined}${costChart(drawn)}
    </div>
    ${figuresTable(report, drawn)}
  </section> `
}

function recallChart({ k }: EvaluationReport, runs: readonly ReportedRun[]): Markup {
  const lines = runs.map(({ run, label }) => ({
    name: label,
    points: pointsOf(run, ({ recall }, at) => ({
      x: cutoffAt(run.curve as Curve, at),
      y: recall[at] ?? 0,
    })),
  }))
  const all = lines.flatMap(({ points }) => points.map(({ x }) => x))
  const least = Math.min(...all)
  const most = Math.max(...all)
  const measured = [...new Set(runs.flatMap(({ run }) => run.k))]
  const x: ChartAxis = {
    title: 'k, tools given',
    from: least,
    to: Math.max(most, least + 1),
    marks: measured.filter((value) => value >= least && value <= most),
    text: String,
    isLogarithmic: most > WIDE_RANGE,
  }
  const mark = k !== undefined && k >= least && k <= most ? { x: k, label: `k = ${k}` } : undefined
  return lineChart({
    id: 'recall-over-k',
    title: 'Recall over k',
    x,
    y: shareAxis(lines),
    lines,
    description: `The mean recall of each run by the number of tools given, from ${least} to ${most}, with 95 % intervals where it was measured. The figures stand in the table below.`,
    ...(mark && { mark }),
  })
}

function costChart(runs: readonly ReportedRun[]): Markup {
  const lowest = runs.toSorted((a, b) => lastRecall(a) - lastRecall(b))[0]
  const lines = runs.map(({ run, label }) => ({
    name: label,
    points: run.curve
      ? labelledOnce(
          pointsOf(run, ({ recall, promptTokens }, place) => ({
            x: promptTokens[place] ?? 0,
            y: recall[place] ?? 0,
          })),
          { run, isNamed: run === lowest?.run },
        )
      : [adaptivePoint(run) as LinePoint],
  }))
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ x }) => x)))
  return lineChart({
    id: 'recall-over-tokens',
    title: 'Recall against prompt tokens',
    lines,
    x: { title: 'prompt tokens a request, mean', from: 0, text: count },
    y: shareAxis(lines),
    description: `The mean recall of each run by the prompt tokens of the tools given, up to ${count(most)} tokens. The figures stand in the table below.`,
  })
}

const cutoffAt = ({ k }: Curve, at: number): number => k?.[at] ?? at + 1

/** The points of a run's curve, those between measured ones thinned where they are many. */
function pointsOf(
  run: Run,
  placeOf: (curve: Curve, at: number) => Pick<LinePoint, 'x' | 'y'>,
): LinePoint[] {
  const curve = run.curve as Curve
  const every = Math.ceil(curve.recall.length / MOST_POINTS)
  return curve.recall.flatMap((_, at) => {
    const k = cutoffAt(curve, at)
    const isMeasured = run.k.includes(k)
    if (!isMeasured && at % every !== 0) return []
    const interval = run.measures[nameAt('Recall', k)]?.ci95
    return [
      { ...placeOf(curve, at), ...(isMeasured && { measured: { ...(interval && { interval }) } }) },
    ]
  })
}

const lastRecall = ({ run }: ReportedRun): number =>
  run.curve?.recall.at(-1) ?? run.measures['Recall']?.mean ?? 0

/**
 * Against tokens the k of a point is to be told: once, below the lowest line, where nothing stands
 * in its way.
 */
function labelledOnce(
  points: LinePoint[],
  { run, isNamed }: { run: Run; isNamed: boolean },
): LinePoint[] {
  const cutoffs = run.k.values()
  return points.map(({ measured, ...point }) => {
    if (!measured) return point
    const k = cutoffs.next().value ?? 0
    return { ...point, measured: isNamed ? { label: `k ${k}` } : {} }
  })
}

function adaptivePoint({ measures }: Run): LinePoint | undefined {
  const { Recall: recall, PromptTokens: tokens, Tools: tools } = measures
  if (!recall || !tokens) return undefined
  const label = tools && { label: `${tools.mean.toFixed(1)} tools` }
  return { x: tokens.mean, y: recall.mean, measured: { interval: recall.ci95, ...label } }
}

/** The part of 0 to 1 that the values take up, with marks at round figures. */
function shareAxis(lines: readonly { points: readonly LinePoint[] }[]): ChartAxis {
  const values = lines.flatMap(({ points }) =>
    points.flatMap(({ y, measured }) => [y, ...(measured?.interval ?? [])]),
  )
  const least = Math.min(1, ...values)
  const most = Math.max(0, ...values)
  const step = Math.max(0.01, niceStep((most - least) / 5))
  const from = Math.max(0, Math.floor(least / step + TINY) * step)
  const to = Math.min(1, Math.max(Math.ceil(most / step - TINY) * step, from + step))
  const decimals = step < 0.1 ? 2 : 1
  return { title: 'Recall', from, to, step, text: (value) => value.toFixed(decimals) }
}

/** What computing leaves of nothing. */
const TINY = 1e-9

/** The next of 1, 2, 5, 10, 20 … times any power of ten. */
function niceStep(atLeast: number): number {
  if (!(atLeast > 0)) return 0.2
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return ([1, 2, 5, 10].find((one) => one * power >= atLeast * (1 - TINY)) ?? 10) * power
}

/** What the pictures show, where it was measured. */
function figuresTable({ measures }: EvaluationReport, runs: readonly ReportedRun[]): Markup {
  const rows = runs.flatMap(({ run, label }) => {
    const cutoffs = run.k.length > 0 ? run.k : [undefined]
    return cutoffs.map((k) => {
      const recall = run.measures[nameAt('Recall', k)]
      const tokens = tokensAt(run, k)
      return [
        label,
        k === undefined ? cutoffText(k) : String(k),
        recall ? valueText(infoOf('Recall', measures), recall.mean) : '–',
        recall ? intervalText(infoOf('Recall', measures), recall) : '–',
        tokens === undefined ? '–' : valueText(infoOf('PromptTokens', measures), tokens),
      ]
    })
  })
  return table({
    caption: 'The figures of both pictures, where they were measured',
    columns: [
      { title: 'Run' },
      ...['k', 'Recall', '95 % interval', 'Prompt tokens'].map((title) => ({
        title,
        isNumber: true,
      })),
    ],
    rows,
  })
}
