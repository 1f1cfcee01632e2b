/** A cell that starts so is run as a formula by spreadsheets (OWASP, CSV injection). */
const FORMULA = /^'*[=+\-@\t\r]/

/** Rows as CSV text with the delimiter given; a cell that would be a formula gets an apostrophe, which import removes. */
export const csvText = (rows: string[][], delimiter: string): string =>
  rows.map((row) => `${row.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`).join('')

function csvCell(value: string, delimiter: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value
  const needsQuotes = harmless.includes(delimiter) || /["\r\n]|^\s|\s$/.test(harmless)
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
