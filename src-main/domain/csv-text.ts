import { withoutFormula } from './formula-cell'

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
