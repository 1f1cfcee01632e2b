import { count } from '../domain/measure/figures'
import { plainText } from '../domain/value/plain-text'

/** HTML that may stand in a page as it is: only {@link html} and {@link trusted} make it. */
class Markup {
  constructor(readonly text: string) {}
}
export type { Markup }

type Value = string | number | Markup | readonly (Markup | undefined)[] | undefined

/**
 * A piece of a page. Whatever is put in is shown as the text that it is: markup in it does nothing,
 * and what would turn the direction of writing is written out. Only other pieces stand as they are.
 * Values belong between tags or in quotes.
 */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, at) => unindented(part) + inPage(values[at])).join(''))

/** What makes a template readable would be a third of a page. */
const unindented = (part: string): string => part.replaceAll(/\n\s+/g, '\n')

/** Text of our own, such as a style sheet, that stands in a page as it is. */
export const trusted = (text: string): Markup => new Markup(text)

/**
 * The first `most` characters, with a sign where there are more; a character is never cut in two.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')} …`
}

function inPage(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map((piece) => piece?.text ?? '').join('')
  return plainText(String(value)).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

interface ReportTable {
  caption: string
  columns: { title: string; isNumber?: boolean }[]
  /** The first cell of a row names it. */
  rows: (string | Markup)[][]
  /** How it is set, as the style sheet knows it. */
  look?: 'queries' | 'close'
}

/**
 * A table with its caption; one that is wider than the page can be scrolled, by keyboard as well.
 */
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

/** `1 query`, `2 queries` */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

export const fixed = (value: number, decimals: number): string => value.toFixed(decimals)
