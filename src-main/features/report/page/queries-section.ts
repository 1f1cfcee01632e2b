import { count } from '../../../domain/measure/figures'
import {
  cutoffOf,
  type EvaluationReport,
  type ReportedQueries,
  type ReportedQuery,
  type ReportedRun,
  type ReportedTool,
} from './evaluation-report'
import { fixed, plural, html, shortened, table, type Markup } from '../../../exporting/html'

/** Characters of a query, and of a tool's name. */
const LONGEST_QUERY = 300
const LONGEST_NAME = 120
/** Golden tools of one query that are named. */
const MOST_TOOLS = 20

/** Which queries changed beside the baseline, and which fail. */
export const queriesSection = (report: EvaluationReport): Markup =>
  html`${changesOf(report)}${failuresOf(report)}`

function changesOf(report: EvaluationReport): Markup | undefined {
  const { changes, baseline } = report
  if (!changes || !baseline) return undefined
  const { of, broken, fixed: mended } = changes
  const runs = [baseline, of]
  const part = (title: string, queries: ReportedQueries): Markup => {
    if (queries.total === 0) return html`<p>${title}: none.</p>`
    const caption = `${title}: ${shownOf(queries)}`
    return folded(caption, queriesTable(queries, { caption, runs }, report))
  }
  return html`<section aria-labelledby="changed">
    <h2 id="changed">What changed: ${of.label} beside ${baseline.label}</h2>
    <p>
      A query is broken where the baseline finds all of its golden tools and ${of.label} does not,
      and fixed the other way round.
    </p>
    ${part('Broken', broken)} ${part('Fixed', mended)}
  </section> `
}

function failuresOf(report: EvaluationReport): Markup {
  const { failures, baseline } = report
  const { of, missed, total, listed } = failures
  const runs = baseline && baseline !== of ? [of, baseline] : [of]
  const said =
    total === 0
      ? html`<p>${of.label} finds all golden tools of every query.</p>`
      : html`<p>
            Of ${plural(of.run.queries, 'query', 'queries')} ${count(total)}
            ${total === 1 ? 'misses' : 'miss'} some golden tool with ${of.label}, ${count(missed)}
            of them all. The worst come first.
          </p>
          ${folded(
            `Failed: ${shownOf({ total, listed })}`,
            queriesTable({ total, listed }, { caption: shownOf({ total, listed }), runs }, report),
          )}`
  return html`<section aria-labelledby="failures">
    <h2 id="failures">Where it fails</h2>
    ${said}
  </section> `
}

/** Queries are many: they wait until they are wanted. On paper they are open. */
const folded = (title: string, content: Markup): Markup =>
  html`<details>
    <summary>${title}</summary>
    ${content}
  </details> `

const shownOf = ({ total, listed }: ReportedQueries): string =>
  listed.length < total
    ? `the first ${count(listed.length)} of ${plural(total, 'query', 'queries')}; the others are left out of this report`
    : plural(total, 'query', 'queries')

function queriesTable(
  { listed }: ReportedQueries,
  { caption, runs }: { caption: string; runs: readonly ReportedRun[] },
  report: EvaluationReport,
): Markup {
  return table({
    caption,
    look: 'queries',
    columns: [
      { title: 'Query' },
      { title: 'Golden tools, and their places' },
      ...runs.map(({ label }) => ({ title: `Recall, ${label}`, isNumber: true })),
    ],
    rows: listed.map((query) => [
      html`<bdi>${shortened(query.text, LONGEST_QUERY)}</bdi>`,
      toolsOf(query, runs, report),
      ...runs.map(({ run }) => recallText(query, run.id)),
    ]),
  })
}

const recallText = ({ recall }: ReportedQuery, run: string): string => {
  const value = recall.get(run)
  return value === undefined ? '–' : fixed(value, 2)
}

function toolsOf(
  { golden, setsApart }: ReportedQuery,
  runs: readonly ReportedRun[],
  report: EvaluationReport,
): Markup {
  const more = golden.length - MOST_TOOLS
  return html`<ul>
    ${golden.slice(0, MOST_TOOLS).map(
      (tool) =>
        html`<li>
          <bdi>${shortened(tool.name, LONGEST_NAME)}</bdi>
          <span class="small muted"
            >${runs
              .map((run) =>
                placeText(tool, run, {
                  report,
                  isNamed: runs.length > 1,
                  isSetApart: setsApart?.has(run.run.id) ?? false,
                }),
              )
              .join(' · ')}</span
          >
        </li>`,
    )}${more > 0 ? html`<li class="small muted">and ${plural(more, 'more tool')}</li>` : undefined}
  </ul>`
}

/** `Hybrid #7, cut at 5` */
function placeText(
  { places }: ReportedTool,
  reported: ReportedRun,
  {
    report,
    isNamed,
    isSetApart,
  }: { report: EvaluationReport; isNamed: boolean; isSetApart: boolean },
): string {
  const { run, label } = reported
  const place = places.get(run.id)
  const k = cutoffOf(reported, report.k)
  const largest = isSetApart ? k : run.k.at(-1)
  const where =
    place === undefined
      ? `not ${largest === undefined ? 'given' : `among ${plural(largest, 'tool')} given`}`
      : `#${place}${k !== undefined && place > k ? `, cut at ${k}` : ''}`
  return isNamed ? `${label} ${where}` : where
}
