import type { QueryOutcome } from '../domain/run/run'
import { named } from '../domain/value/json'

/**
 * The tools given for the run's largest k, as `query Q0 tool rank score name`, a line each. Scores
 * fall from one tool to the next, as trec_eval sorts by them and not by rank.
 * @param name what the run is called in its last column
 */
export const trecRun = (outcomes: readonly QueryOutcome[], name: string): string =>
  linesOf(
    outcomes.flatMap(({ id, tools }) =>
      tools.map((tool, at) => [id, 'Q0', tool, at + 1, tools.length - at, name]),
    ),
  )

/**
 * The golden tools as `query 0 tool grade`. Grades are whole numbers there: a part counts as one
 * more.
 */
export const trecQrels = (outcomes: readonly QueryOutcome[]): string =>
  linesOf(
    outcomes.flatMap(({ id, golden, grades }) =>
      [...new Set(golden)].map((tool) => [id, 0, tool, Math.ceil(named(grades, tool) ?? 1)]),
    ),
  )

const linesOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map((cell) => inOneColumn(String(cell))).join(' ')}\n`).join('')

/** Columns are parted by white space: within a name it is written as in a web address. */
const inOneColumn = (text: string): string => text.replaceAll(/[\s%]/gu, encodeURIComponent)
