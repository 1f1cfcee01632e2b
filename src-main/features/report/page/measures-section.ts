import { MEASURE_TEXTS, measuredRows } from '../../../contract/columns/measures'
import { differenceCautions, linesOnce, meanCautions } from '../../../domain/measure/caution'
import { count } from '../../../domain/measure/figures'
import { infoOf, measureHint, valueText } from '../../../domain/measure/measure-text'
import { MAIN_MEASURES, nameAt, partsOfName } from '../../../domain/measure/name'
import { mostText } from '../../../domain/run/compared-size'
import { tokensAt } from '../../../domain/run/operating-point'
import { clarityOf } from '../../../domain/run/verdict'
import { cutoffOf, type EvaluationReport, type ReportedRun } from './evaluation-report'
import { html, plural, table, type Markup } from '../../../exporting/html'

/**
 * The runs beside one another at one k, and what makes their intervals say less than they seem to.
 */
export function measuresSection(report: EvaluationReport): Markup {
  const { runs, k, baseline, measures } = report
  const names = MAIN_MEASURES.filter((measure) => runs.some((each) => isKnown(each, measure, k)))
  const adaptive = runs.filter((each) => cutoffOf(each, k) === undefined)
  const at = k === undefined ? '' : ` at k = ${k}`
  const rows = runs.map((each) => [
    html`${each.label}${each === baseline ? html`<small class="muted"> baseline</small>` : undefined}`,
    ...names.map((measure) => meanOf(each, measure, report)),
    html`${latency(each.run.latencyMs.p50)}<small>p95 ${latency(each.run.latencyMs.p95)}</small>`,
  ])
  const meansAlone = runs.some(
    (each) => isKnown(each, TOKENS, k) && !(nameAt(TOKENS, cutoffOf(each, k)) in each.run.measures),
  )
  const titles = names.map((name) => measures.find((info) => info.name === name)?.title ?? name)
  return html`<section aria-labelledby="measures">
    <h2 id="measures">Measures${at}</h2>
    ${table({
      caption: `Means over the queries with 95 % intervals${baseline ? `, and below them the differences to ${baseline.label}, query by query, with the intervals of their tests${correctedText(runs)}` : ''}`,
      columns: [
        { title: 'Run' },
        ...names.map((name, index) => ({
          title: `${k === undefined ? (titles[index] ?? name) : nameAt(name, k)}`,
          isNumber: true,
        })),
        { title: 'Latency, ms', isNumber: true },
      ],
      rows,
    })}
    ${adaptive.length > 0 ? html`<p class="small muted">${adaptive.map(({ label }) => label).join(', ')}: as many tools as the recipe itself decides, whatever k is.</p>` : undefined}
    ${meansAlone ? html`<p class="small muted">Prompt tokens at k = ${k} are means alone: how many each query took was noted only at the k that were asked for.</p>` : undefined}
    ${cautionsOf(runs, (name) => names.includes(partsOfName(name).measure) && isAt(name, k)).map((line) => html`<p class="small caution">${line}</p>`)}
  </section> `
}

const TOKENS = 'PromptTokens'

/**
 * Whether a run has a figure of a measure at this k; of tokens also where only the curve knows it.
 */
const isKnown = (each: ReportedRun, measure: string, k: number | undefined): boolean =>
  nameAt(measure, cutoffOf(each, k)) in each.run.measures ||
  (measure === TOKENS && tokensAt(each.run, cutoffOf(each, k)) !== undefined)

/** Of differences that are told beside one another: for how many their tests are corrected. */
function correctedText(runs: readonly ReportedRun[]): string {
  const tested = Math.max(
    0,
    ...runs.flatMap(({ comparison }) =>
      Object.values(comparison?.measures ?? {}).map((difference) => difference.tested),
    ),
  )
  return tested > 1 ? `, corrected for ${tested} runs (Holm): other levels than 95 % are named` : ''
}

/** Whether a measure is one at this k, or of sets whose size the recipe decides. */
function isAt(name: string, k: number | undefined): boolean {
  const cutoff = partsOfName(name).k
  return cutoff === undefined || cutoff === k
}

function meanOf(each: ReportedRun, measure: string, { measures, k }: EvaluationReport): Markup {
  const cutoff = cutoffOf(each, k)
  const name = nameAt(measure, cutoff)
  const row = measuredRows(each, { measures }).find((measured) => measured.name === name)
  if (!row) {
    const tokens = measure === TOKENS ? tokensAt(each.run, cutoff) : undefined
    return html`${tokens === undefined ? '–' : valueText(infoOf(TOKENS, measures), tokens)}`
  }
  const { mean, interval, difference, clear } = MEASURE_TEXTS
  const told = html`${mean.value(row)}<small>${interval.value(row)}</small>`
  if (!row.difference) return told
  return html`${told}<small class="${clarityOf(row.difference, row.info?.better)}"
      >${difference.value(row)}</small
    ><small>${clear.value(row)}</small>`
}

const latency = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(2) : count(milliseconds)

/** Why intervals of the measures named say less than they seem to, each reason once. */
function cautionsOf(runs: readonly ReportedRun[], isNamed: (name: string) => boolean): string[] {
  const named = <Of>(measures: Record<string, Of>) =>
    Object.fromEntries(Object.entries(measures).filter(([name]) => isNamed(name)))
  return linesOnce(
    runs.map(({ run, label, comparison }) => ({
      of: label,
      lines: [
        ...meanCautions({ ...run, measures: named(run.measures) }),
        ...(comparison
          ? [
              ...differenceCautions({ ...comparison, measures: named(comparison.measures) }),
              ...mostText(comparison).map((text) => `differences ${text}.`),
            ]
          : []),
      ],
    })),
  )
}

/** Every measure at every k, run by run. */
export function allMeasuresSection(report: EvaluationReport): Markup {
  const { runs, baseline, measures } = report
  const names = [...new Set(runs.flatMap(({ run }) => Object.keys(run.measures)))]
  const all = runs.flatMap((run) => measuredRows(run, { measures }))
  const { mean, interval, difference, clear, counts } = MEASURE_TEXTS
  const told = [mean, interval, ...(baseline ? [difference, clear, counts] : [])]
  const rows = names.flatMap((name) =>
    all
      .filter((row) => row.name === name)
      .map((row) => [
        html`${name} <small class="muted">${row.label}</small>`,
        ...told.map((column) => column.value(row) ?? '–'),
      ]),
  )
  const columns = [
    { title: 'Measure and run' },
    ...told.map((column) => ({
      title: column === difference ? `${column.title} to ${baseline?.label ?? ''}` : column.title,
      isNumber: column !== clear,
    })),
  ]
  const explained = [...new Set(names.map((name) => partsOfName(name).measure))].flatMap(
    (name) => measures.find((info) => info.name === name) ?? [],
  )
  return html`<section aria-labelledby="all">
    <h2 id="all">Every measure</h2>
    ${table({ caption: `${plural(names.length, 'measure')} of ${plural(runs.length, 'run')}${baseline ? `; differences have the intervals of their tests${correctedText(runs)}` : ''}`, columns, rows })}
    ${cautionsOf(runs, () => true).map((line) => html`<p class="small caution">${line}</p>`)}
    <h3>What they say of a query</h3>
    <dl class="small">
      ${explained.map(
        ({ name, title, ...info }) =>
          html`<dt>${name === title ? name : `${name}, ${title.toLowerCase()}`}</dt>
            <dd>${measureHint({ name, title, ...info })}</dd>`,
      )}
    </dl>
  </section> `
}
