import { drawnCatalogText } from '../../domain/catalog-size'
import { chartsSection } from './charts-section'
import type { EvaluationReport } from './evaluation-report'
import { plural } from './figures'
import { html, trusted } from './html'
import { allMeasuresSection, measuresSection } from './measures-section'
import { protocolSection } from './protocol-section'
import { queriesSection } from './queries-section'
import { STYLE } from './style'

/** The policy names the hash of what stands between the tags, white space included. */
const STYLE_SHEET = trusted(`<style>${STYLE}</style>`)

/**
 * A report as one HTML file that needs nothing else: no script, no picture, no font and no address is loaded, which its
 * content security policy holds against whatever tools and queries say.
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
          <div class="verdict">${report.verdict.map((sentence) => html`<p>${sentence}</p>`)}</div>
          ${report.notCompared.map((why) => html`<p class="caution">${why}</p>`)}
          ${measuresSection(report)}${chartsSection(report)}${queriesSection(report)}${allMeasuresSection(report)}${protocolSection(report)}
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
