import { smallTitle, type Columns } from '../../contract/columns/column'
import { BREAKING_COLUMNS, ROBUSTNESS_COLUMNS } from './shared/columns'
import { robustnessBasis, robustnessText } from './shared/words'
import type { ReportSection } from '../../app/context'
import { storedRobustness } from './measure-robustness'
import { isOfRun } from './shared/robustness'
import { fixed, html, table, type Markup } from '../../exporting/html'

/**
 * How much of what is found is kept as the catalog changes, where that was measured last of one of
 * the runs.
 */
export const robustnessSection: ReportSection = {
  title: 'Robustness',
  below: 'measures',
  async write({ context, dir }, { runs, k }) {
    const robustness = await storedRobustness(await context.sessions.of(dir))
    if (!robustness || !runs.some((run) => isOfRun(robustness, run, k))) return undefined
    const { kinds, breaks } = robustness
    return html`<section aria-labelledby="changes">
      <h2 id="changes">As the catalog changes</h2>
      <p>${robustnessText(robustness)}</p>
      ${robustnessBasis(robustness).map((line) => html`<p class="small muted">${line}</p>`)}
      ${columnsTable('By kind of change; counts are means over the draws', ROBUSTNESS_COLUMNS, kinds)}
      ${breaks.length > 0 ? columnsTable('The tools that break first', BREAKING_COLUMNS, breaks) : undefined}
    </section> `
  },
}

const columnsTable = <Row>(caption: string, columns: Columns<Row>, rows: readonly Row[]): Markup =>
  table({
    caption,
    columns: Object.values(columns).map((column) => ({
      title: smallTitle(column),
      isNumber: column.kind !== undefined,
    })),
    rows: rows.map((row) =>
      Object.values(columns).map(({ kind, value }) => {
        const told = value(row)
        if (typeof told === 'number') return fixed(told, kind === 'figure' ? 3 : 0)
        return typeof told === 'string' ? told : '–'
      }),
    ),
  })
