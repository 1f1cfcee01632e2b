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
