import type { LoggedBundle, LoggedQuery } from '../../contract/history'
import type { ActionAnswer } from '../../app/actions'
import { historyText, stockText } from '../../domain/query/logged-queries'
import { plainText, tableText } from './print-table'

const NONE = 'No query is logged. Import some: pegboard import-golden --history FILE.'

/** Logged queries as a table, and what there is of them in all. */
export function queryLines({
  total,
  rows,
  figures,
  stock,
}: ActionAnswer<'history.list'>): string[] {
  if (stock.queries === 0) return [NONE]
  const cells = rows.map((row) => [row.id, dayOf(row.loggedAt), toolsOf(row), queryOf(row)])
  return [
    ...(rows.length > 0
      ? [tableText(['id', 'logged', 'tools', 'query'], cells)]
      : ['None of them fits.']),
    ...(total > rows.length ? [`… and ${total - rows.length} more.`] : []),
    `${stockText(stock)}.`,
    `Learned from: ${historyText(figures)}.`,
  ]
}

/** Bundles as a table, and what there is of them in all. */
export function bundleLines({ total, rows, stock }: ActionAnswer<'history.bundles'>): string[] {
  if (stock.queries === 0) return [NONE]
  const cells = rows.map((row) => [
    String(row.queries),
    dayOf(row.first),
    dayOf(row.last),
    toolsOf(row),
    plainText(row.example),
  ])
  return [
    ...(rows.length > 0
      ? [tableText(['queries', 'first', 'last', 'tools', 'such as'], cells)]
      : ['None of them fits.']),
    ...(total > rows.length ? [`… and ${total - rows.length} more.`] : []),
    `${stockText(stock)}.`,
  ]
}

const dayOf = (date: string | undefined): string => date?.slice(0, 10) ?? 'unknown'

const toolsOf = ({ tools }: Pick<LoggedBundle, 'tools'>): string =>
  tools
    .map(({ tool, isInCatalog }) => `${plainText(tool)}${isInCatalog ? '' : ' (gone)'}`)
    .join(', ')

function queryOf({ query, golden, from }: LoggedQuery): string {
  const notes = [
    ...(from === 'synthetic' ? ['synthetic'] : []),
    ...(golden === undefined ? [] : [`golden in “${plainText(golden)}”`]),
  ]
  return `${plainText(query)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}
