import { cautionLines, cautionOnDifference, cautionOnMean } from '../../domain/measure/caution'
import { MAIN_MEASURES, nameAt, partsOfName } from '../../domain/measure/name'
import type { Difference } from '../../domain/run/comparison'
import { clarityOf, clarityWords } from '../../domain/run/verdict'
import { cutoffOf, type EvaluationReport, type ReportedRun } from './evaluation-report'
import { count, figuresOf, html, plural, table, type Markup } from './html'

/** The runs beside one another at one k, and what makes their intervals say less than they seem to. */
export function measuresSection(report: EvaluationReport): Markup {
  const { runs, k, baseline, measures } = report
  const names = MAIN_MEASURES.filter((measure) =>
    runs.some((each) => nameAt(measure, cutoffOf(each, k)) in each.run.measures),
  )
  const adaptive = runs.filter((each) => cutoffOf(each, k) === undefined)
  const at = k === undefined ? '' : ` at k = ${k}`
  const rows = runs.map((each) => [
    html`${each.label}${each === baseline ? html`<small class="muted"> baseline</small>` : undefined}`,
    ...names.map((measure) => cellOf(each, nameAt(measure, cutoffOf(each, k)), report)),
    html`${latency(each.run.latencyMs.p50)}<small>p95 ${latency(each.run.latencyMs.p95)}</small>`,
  ])
  const titles = names.map((name) => measures.find((info) => info.name === name)?.title ?? name)
  return html`<section aria-labelledby="measures">
    <h2 id="measures">Measures${at}</h2>
    ${table({
      caption: `Means over the queries with 95 % intervals${baseline ? `, and below them the differences to ${baseline.label}, query by query` : ''}`,
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
    ${cautionsOf(runs, (name) => names.includes(partsOfName(name).measure) && isAt(name, k)).map((line) => html`<p class="small caution">${line}</p>`)}
  </section> `
}

/** Whether a measure is one at this k, or of sets whose size the recipe decides. */
function isAt(name: string, k: number | undefined): boolean {
  const cutoff = partsOfName(name).k
  return cutoff === undefined || cutoff === k
}

function cellOf(
  { run, comparison }: ReportedRun,
  name: string,
  { measures }: EvaluationReport,
): Markup {
  const estimate = run.measures[name]
  if (!estimate) return html`–`
  const figures = figuresOf(name, measures)
  const mean = html`${figures.value(estimate.mean)}<small
      >${estimate.ci95.map(figures.value).join(' – ')}</small
    >`
  const difference = comparison?.measures[name]
  if (!difference) return mean
  const { better } = figures.info ?? {}
  return html`${mean}<small class="${clarityOf(difference, better)}"
      >${figures.difference(difference.mean)} ${figures.interval(difference.ci95)}</small
    ><small>${clarityWords(difference, better)}</small>`
}

const latency = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(2) : count(milliseconds)

/** Why intervals of the measures named say less than they seem to, each reason once. */
function cautionsOf(runs: readonly ReportedRun[], isNamed: (name: string) => boolean): string[] {
  const named = <Of>(measures: Record<string, Of> = {}) =>
    Object.entries(measures).filter(([name]) => isNamed(name))
  const lines = runs.flatMap(({ run, label, comparison }) => [
    ...cautionLines(
      named(run.measures).map(([name, estimate]) => ({
        name,
        caution: cautionOnMean(estimate, run.queries),
      })),
    ).map((line) => ({ label, line })),
    ...cautionLines(
      named(comparison?.measures).map(([name, difference]) => ({
        name: `difference in ${name}`,
        caution: cautionOnDifference(difference, comparison?.queries ?? 0),
      })),
    ).map((line) => ({ label, line })),
  ])
  const byLine = Map.groupBy(lines, ({ line }) => line)
  return [...byLine].map(([line, about]) => {
    const labels = [...new Set(about.map(({ label }) => label))]
    return labels.length === runs.length ? line : `${labels.join(', ')}: ${line}`
  })
}

/** Every measure at every k, run by run. */
export function allMeasuresSection(report: EvaluationReport): Markup {
  const { runs, baseline, measures } = report
  const names = [...new Set(runs.flatMap(({ run }) => Object.keys(run.measures)))]
  const rows = names.flatMap((name) =>
    runs.flatMap(({ run, label, comparison }) => {
      const estimate = run.measures[name]
      if (!estimate) return []
      const { value, difference, interval, info } = figuresOf(name, measures)
      const pair = comparison?.measures[name]
      return [
        [
          html`${name} <small class="muted">${label}</small>`,
          value(estimate.mean),
          estimate.ci95.map(value).join(' – '),
          ...(baseline
            ? [
                pair ? `${difference(pair.mean)} ${interval(pair.ci95)}` : '–',
                pair ? clarityWords(pair, info?.better) : '–',
                pair ? countsText(pair) : '–',
              ]
            : []),
        ],
      ]
    }),
  )
  const columns = [
    { title: 'Measure and run' },
    ...['Mean', '95 % interval'].map((title) => ({ title, isNumber: true })),
    ...(baseline
      ? [
          { title: `Difference to ${baseline.label}`, isNumber: true },
          { title: 'Clear' },
          { title: 'Better / equal / worse', isNumber: true },
        ]
      : []),
  ]
  const explained = [...new Set(names.map((name) => partsOfName(name).measure))].flatMap(
    (name) => measures.find((info) => info.name === name) ?? [],
  )
  return html`<section aria-labelledby="all">
    <h2 id="all">Every measure</h2>
    ${table({ caption: `${plural(names.length, 'measure')} of ${plural(runs.length, 'run')}`, columns, rows })}
    ${cautionsOf(runs, () => true).map((line) => html`<p class="small caution">${line}</p>`)}
    <h3>What they say of a query</h3>
    <dl class="small">
      ${explained.map(
        ({ name, title, summary, better }) =>
          html`<dt>${name === title ? name : `${name}, ${title.toLowerCase()}`}</dt>
            <dd>${summary} ${better === 'higher' ? 'Higher' : 'Lower'} is better.</dd>`,
      )}
    </dl>
  </section> `
}

const countsText = ({ wins, ties, losses, fixed, broken }: Difference): string => {
  const counts = `${wins} / ${ties} / ${losses}`
  return fixed === undefined ? counts : `${counts} (${fixed} fixed, ${broken} broken)`
}
