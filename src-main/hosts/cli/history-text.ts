import type { ActionAnswer } from '../../app/actions'
import { BUNDLE_COLUMNS, LOGGED_COLUMNS } from '../../contract/columns/history'
import { historyText, stockText } from '../../domain/query/logged-queries'
import { listLines } from './print-table'

const NONE = 'No query is logged. Import some: pegboard import-golden --history FILE.'
const NONE_FITS = 'None of them fits.'

/** Logged queries as a table, and what there is of them in all. */
export function queryLines({
  total,
  rows,
  figures,
  stock,
}: ActionAnswer<'history.list'>): string[] {
  if (stock.queries === 0) return [NONE]
  const { id, loggedAt, tools, query, from } = LOGGED_COLUMNS
  return [
    ...listLines({ id, loggedAt, tools, query, from }, { rows, total, none: NONE_FITS }),
    `${stockText(stock)}.`,
    `Learned from: ${historyText(figures)}.`,
  ]
}

/** Bundles as a table, and what there is of them in all. */
export function bundleLines({ total, rows, stock }: ActionAnswer<'history.bundles'>): string[] {
  if (stock.queries === 0) return [NONE]
  const { queries, first, last, tools, example } = BUNDLE_COLUMNS
  return [
    ...listLines({ queries, first, last, tools, example }, { rows, total, none: NONE_FITS }),
    `${stockText(stock)}.`,
  ]
}
