import type { EvaluationReport } from './evaluation-report'
import { html, type Markup } from './html'

/**
 * Whether a provider's own tool search would do, with what each simulation rests on; nothing where
 * none was measured.
 */
export function providersSection({ providers }: EvaluationReport): Markup | undefined {
  if (!providers) return undefined
  return html`
    <section aria-labelledby="providers">
      <h2 id="providers">Would a provider’s own search do?</h2>
      <p>${providers.verdict}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Search</th>
            <th scope="col">Finds</th>
            <th scope="col">Rests on</th>
          </tr>
        </thead>
        <tbody>
          ${providers.rows.map(
            ({ label, compared, grounds }) => html`
              <tr>
                <th scope="row">${label}</th>
                <td>${compared}</td>
                <td class="wide small">${grounds}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `
}
