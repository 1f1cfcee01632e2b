/**
 * Text that spreadsheets run as a formula where a cell begins with it, behind apostrophes that were
 * put before it: OWASP's list for CSV injection, with the signs in full width that spreadsheets of
 * East Asia take for the same.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * What spreadsheets split a file at, whichever of these theirs is: in many countries that is the
 * semicolon.
 */
const SEPARATOR = String.raw`[,;|\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]`
/** What they pass over at a cell's beginning: spaces, quotes, characters that cannot be seen. */
const PASSED = String.raw`["\p{Zs}\p{Cf}\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f]`
const SIGN = '[=+\\-@＝＋－＠]'
/**
 * Looks like an apostrophe and is none: hardly any text has it before such a sign, so that import
 * takes away no other.
 */
const GUARD = 'ʼ'
const INNER = new RegExp(`(^${PASSED}+|${SEPARATOR}${PASSED}*)(${GUARD}*)(?=${SIGN})`, 'gu')
const GUARDED = new RegExp(
  `(^${PASSED}+|${SEPARATOR}${PASSED}*)${GUARD}(${GUARD}*)(?=${SIGN})`,
  'gu',
)

/**
 * A cell's text as no spreadsheet runs any of it, wherever it splits the file: an apostrophe stands
 * before what would be a formula at the beginning, and the letter ʼ before what would be one behind
 * a separator, a line break or spaces.
 */
export function withoutFormula(text: string): string {
  const harmless = text.replace(INNER, `$1$2${GUARD}`)
  return FORMULA.test(harmless) ? `'${harmless}` : harmless
}

/** Takes away what {@link withoutFormula} put there. */
export function withFormula(cell: string): string {
  const text = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
  return text.replace(GUARDED, '$1$2')
}

/** The texts of a JSON text, names among them. */
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/g
const IN_JSON = new RegExp(`(^"${PASSED}*|${SEPARATOR}${PASSED}*)(${GUARD}*)(${SIGN})`, 'gu')

/**
 * A value as JSON for a cell: signs that {@link withoutFormula} would put something before are
 * escaped, for whoever reads it.
 */
export const jsonCell = (value: unknown): string =>
  JSON.stringify(value).replace(JSON_TEXT, (text) =>
    text.replace(
      IN_JSON,
      (_, before: string, guards: string, sign: string) => `${before}${guards}${escaped(sign)}`,
    ),
  )

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Rows as CSV text (RFC 4180). What would be a formula is guarded as {@link withoutFormula} says,
 * which import takes away. Numbers stand as they are.
 */
export const csvText = (rows: readonly (readonly (string | number)[])[], delimiter = ','): string =>
  rows.map((row) => `${row.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`).join('')

function csvCell(value: string | number, delimiter: string): string {
  if (typeof value === 'number') return String(value)
  const harmless = withoutFormula(value)
  const needsQuotes = harmless.includes(delimiter) || /["\r\n]|^\s|\s$/.test(harmless)
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Names separated by semicolons, or a JSON list where one of them holds a separator. */
export const listText = (names: readonly string[]): string =>
  names.some((name) => /[;,|\n]|^\s*\[/.test(name)) ? jsonCell(names) : names.join(';')
