import { html, type Markup } from './html'

export interface ReportTable {
  caption: string
  columns: { title: string; isNumber?: boolean }[]
  /** The first cell of a row names it. */
  rows: (string | Markup)[][]
  /** How it is set, as the style sheet knows it. */
  look?: 'queries' | 'close'
}

/** A table with its caption; one that is wider than the page can be scrolled, by keyboard as well. */
export const table = ({ caption, columns, rows, look = 'close' }: ReportTable): Markup =>
  html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}">
    <table class="${look}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(({ title, isNumber }) => html`<th scope="col" class="${classOf(isNumber)}">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, at) => {
                const kind = classOf(columns[at]?.isNumber)
                return at === 0
                  ? html`<th scope="row" class="${kind}">${cell}</th>`
                  : html`<td class="${kind}">${cell}</td>`
              })}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `

const classOf = (isNumber = false): string => (isNumber ? 'number' : 'wide')
