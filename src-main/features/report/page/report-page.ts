import { drawnCatalogText } from '../../../domain/run/catalog-size'
import { chartsSection } from './charts-section'
import { decisionSection } from './decision-section'
import type { EvaluationReport } from './evaluation-report'
import { plural, html, trusted } from '../../../exporting/html'
import { allMeasuresSection, measuresSection } from './measures-section'
import { protocolSection } from './protocol-section'
import { queriesSection } from './queries-section'

/**
 * How a report looks, on a screen by day and by night, and on paper. Colours are those of the
 * window.
 */
const STYLE = `
:root {
  color-scheme: light;
  --page: #ffffff; --soft: #f3f4f7; --text: #1a1c21; --muted: #50555f; --line: #d9dce3;
  --accent: #4152cc; --better: #146c43; --worse: #b42318; --warning: #8a5300;
  --s1: #0a6fb3; --s2: #c75000; --s3: #00805d; --s4: #a8447c; --s5: #8a6a00; --s6: #5b4bc4; --s7: #4d5560; --s8: #a12b3a;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --page: #16171b; --soft: #1f2126; --text: #e8e9ed; --muted: #a9aeb9; --line: #363941;
    --accent: #8f9cff; --better: #6fcf97; --worse: #ff8a80; --warning: #f0b35a;
    --s1: #5ab4ec; --s2: #f2924a; --s3: #38c79c; --s4: #e38bbb; --s5: #e0c341; --s6: #a99cff; --s7: #b4bac6; --s8: #ff7f8a;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--page); color: var(--text); }
body {
  max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px;
  font: 14px / 1.5 'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; }
h1 { font-size: 24px; line-height: 1.25; }
h2 { margin: 40px 0 8px; font-size: 18px; }
h3 { margin: 20px 0 6px; font-size: 15px; }
.muted, .muted p { color: var(--muted); }
.small { font-size: 12px; }
.verdict { margin: 20px 0 0; padding: 14px 16px; border-left: 4px solid var(--accent); background: var(--soft); font-size: 16px; }
.verdict p + p { margin-top: 6px; font-size: 14px; }
.verdict h2 { margin: 0; }
.decision dl { margin-top: 16px; }
.decision dd p + p { margin-top: 4px; }
summary { cursor: pointer; padding: 4px 0; }
summary:focus-visible { outline: 2px solid var(--accent); }
.caution { margin-top: 8px; color: var(--warning); }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 2px solid var(--accent); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: 4px 0; color: var(--muted); text-align: left; }
th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
thead th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
th.number, td.number { text-align: right; white-space: nowrap; }
tbody th { font-weight: 600; }
table.close th, table.close td { padding: 4px 10px; }
th:first-child { min-width: 96px; }
table.queries { min-width: 640px; table-layout: fixed; }
table.queries th:nth-child(1) { width: 42%; }
table.queries th.number { width: 96px; white-space: normal; }
table.queries tbody th { font-weight: 400; }
td.wide, th.wide { overflow-wrap: anywhere; }
td small { display: block; color: var(--muted); font-size: 12px; }
.better { color: var(--better); }
.worse { color: var(--worse); }
td small.better { color: var(--better); }
td small.worse { color: var(--worse); }
td ul { padding: 0; list-style: none; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); gap: 24px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none; }
.legend svg { width: 34px; height: 12px; margin-right: 6px; vertical-align: middle; }
figure svg.chart { display: block; width: 100%; max-width: 560px; height: auto; }
svg text { fill: var(--muted); font-size: 12px; }
dl { display: grid; grid-template-columns: minmax(140px, max-content) 1fr; gap: 4px 16px; }
dt { color: var(--muted); }
code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 12px; }
dl + p { margin-top: 8px; }
pre { margin: 4px 0; padding: 10px 12px; border-radius: 6px; background: var(--soft); white-space: pre-wrap; }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--line); }
@media print {
  @page { margin: 14mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3, caption { break-after: avoid; }
  thead { display: table-header-group; }
  tr, figure, .verdict, pre { break-inside: avoid; }
  .decision { break-after: page; }
  details::details-content { block-size: auto; content-visibility: visible; }
  .scroll { overflow: visible; }
  .charts { grid-template-columns: 1fr 1fr; }
  table.queries { min-width: 0; }
  th, td { padding: 3px 6px; }
  th.number, td.number { white-space: normal; }
}
`

/** The policy names the hash of what stands between the tags, white space included. */
const STYLE_SHEET = trusted(`<style>${STYLE}</style>`)

/**
 * A report as one HTML file that needs nothing else: no script, no picture, no font and no address
 * is loaded, which its content security policy holds against whatever tools and queries say.
 * @param styleHash the SHA-256 of {@link STYLE}, in base64: the only style that the page takes
 */
export function reportPage(report: EvaluationReport, styleHash: string): string {
  const [first] = report.runs
  const goldenSet = first?.run.goldenSet ?? ''
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`
  return html`${trusted('<!doctype html>\n')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${goldenSet}: evaluation report</title>
        ${STYLE_SHEET}
      </head>
      <body>
        <main>
          <header>
            <h1>How tools were found for “<bdi>${goldenSet}</bdi>”</h1>
            <p class="muted">
              ${plural(first?.run.queries ?? 0, 'query', 'queries')} · ${catalogsText(report)} ·
              workspace
              <bdi>${report.workspace}</bdi> · written
              ${report.madeAt.slice(0, 16).replace('T', ' ')} UTC by Pegboard ${report.version}
            </p>
          </header>
          ${decisionSection(report)}${report.sections.decision}
          ${measuresSection(report)}${report.sections.measures}${chartsSection(report)}${queriesSection(report)}${allMeasuresSection(report)}${protocolSection(report)}
          <footer class="small muted">
            Made by Pegboard, on the machine where it was measured. This file loads nothing and runs
            nothing.
          </footer>
        </main>
      </body>
    </html> `.text
}

/** What the runs chose from: each size of catalog once. */
const catalogsText = ({ runs }: EvaluationReport): string => {
  const sizes = runs.map(({ run }) => drawnCatalogText(run) ?? plural(run.catalog.tools, 'tool'))
  return [...new Set(sizes)].join('; ')
}

export { STYLE as REPORT_STYLE }
