import type { ReportSection } from '../../app/context'
import { measuredRunsOf } from '../../app/evaluation/measured-runs'
import { nameAt } from '../../domain/measure/name'
import { html, table } from '../../exporting/html'
import { plainEveryday } from './plain-everyday'
import { KINDS } from './shared/answers'
import { foundText, kindsBasis, KIND_NAMES, recallText } from './shared/kind-words'

/** What runs find of plain and of everyday requests; nothing where that is not known of any. */
export const kindsSection: ReportSection = {
  title: 'Plain and everyday requests',
  below: 'decision',
  async write({ context, dir, call }, { runs, nameOf, k }) {
    const measured = measuredRunsOf(context)
    const ids = runs.map(({ id }) => id)
    const told = await plainEveryday({ ...context, measured }, { dir, runs: ids, k }, call)
    const [first] = told
    if (!first) return undefined
    return html`<section aria-labelledby="kinds">
      <h2 id="kinds">Plain and everyday requests</h2>
      ${table({
        caption:
          'Requests of each kind that are found, and their mean recall with its 95 % interval',
        columns: [
          { title: 'Run' },
          ...KINDS.flatMap((kind) => [
            { title: `${KIND_NAMES[kind]}, found`, isNumber: true },
            { title: `${KIND_NAMES[kind]}, ${nameAt('Recall', k)}`, isNumber: true },
          ]),
        ],
        rows: told.map((each) => [
          k !== undefined && each.k === undefined
            ? `${nameOf(each.run)}, whole sets`
            : nameOf(each.run),
          ...KINDS.flatMap((kind) => [foundText(each[kind]), recallText(each[kind].recall)]),
        ]),
      })}
      <p class="small muted">${kindsBasis(first)}</p>
    </section> `
  },
}
