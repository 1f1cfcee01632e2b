import type { ReportSection } from '../../app/context'
import { groundsText } from '../../domain/recipe/simulated'
import { html, type Markup } from '../../exporting/html'
import { simulatedBy } from '../../pipeline/recipes/recipe'
import { foundText, providerPairs, providersText } from './shared/words'

/**
 * Whether a provider's own tool search would do, with what each simulation rests on; nothing where
 * none was measured beside another recipe.
 */
export const providersSection: ReportSection = {
  title: 'Providers',
  below: 'decision',
  async write({ context }, { pairs, k }) {
    const providers = providerPairs(pairs, simulatedBy(context.recipes))
    if (providers.length === 0) return undefined
    const rows = providers.map(
      (pair): Markup => html`
        <tr>
          <th scope="row">${pair.run.label}</th>
          <td>${foundText(pair, k)}</td>
          <td class="wide small">${groundsText(pair.simulates)}</td>
        </tr>
      `,
    )
    return html`
      <section aria-labelledby="providers">
        <h2 id="providers">Would a provider’s own search do?</h2>
        <p>${providersText(providers, k)}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">Search</th>
              <th scope="col">Finds</th>
              <th scope="col">Rests on</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </section>
    `
  },
}
