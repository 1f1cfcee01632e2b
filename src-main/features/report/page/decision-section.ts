import type { EvaluationReport } from './evaluation-report'
import { html, type Markup } from '../../../exporting/html'
import { repeatText } from './protocol-section'

/** What is decided, for what, and why, on one page; without a decision how it turned out. */
export function decisionSection({ decision, verdict, notCompared }: EvaluationReport): Markup {
  const evidence = [
    ...verdict.map((sentence) => html`<p>${sentence}</p>`),
    ...notCompared.map((why) => html`<p class="caution">${why}</p>`),
  ]
  if (!decision) return html`<div class="verdict">${evidence}</div>`
  const { goal, sentence, remarks, alternatives, basis, of } = decision
  return html`<section class="decision" aria-labelledby="decision">
    <div class="verdict">
      <h2 id="decision">${sentence}</h2>
      ${remarks.map((remark) => html`<p class="caution">${remark}</p>`)}
    </div>
    <dl>
      <dt>Goal</dt>
      <dd>${goal}</dd>
      ${
        alternatives.length > 0
          ? html`<dt>Instead</dt>
              <dd>${alternatives.map((text) => html`<p>${text}</p>`)}</dd>`
          : undefined
      }
      <dt>Evidence</dt>
      <dd>${evidence}</dd>
      <dt>Basis</dt>
      <dd>${basis}</dd>
      ${
        of
          ? html`<dt>Repeat</dt>
              <dd>${repeatText(of)}</dd>`
          : undefined
      }
    </dl>
  </section> `
}
