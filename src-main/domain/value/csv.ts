/**
 * Text that spreadsheets run as a formula where a cell begins with it, behind apostrophes that were put before it: OWASP's
 * list for CSV injection, with the signs in full width that spreadsheets of East Asia take for the same.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A cell's text as a spreadsheet shows it and never runs it: an apostrophe stands before what would be a formula. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Takes away the apostrophe that {@link withoutFormula} put there. */
export const withFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/**
 * Rows as CSV text (RFC 4180); a text that would be a formula gets an apostrophe, which import removes.
 * Numbers stand as they are.
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
  names.some((name) => /[;,|\n]|^\s*\[/.test(name)) ? JSON.stringify(names) : names.join(';')
