import type { Table } from '@lancedb/lancedb'
import type { Bundle } from '../../domain/bundle'
import type { GoldenSet } from '../../domain/golden-set'
import type { QueryOutcome, Run } from '../../domain/run'
import type { CatalogTool } from '../../domain/tool'
import { arrowTable, type Column } from './arrow-tables'

/** The tables that a commit covers, in the order it writes them. */
export const TABLES = ['tools', 'golden_queries', 'bundles', 'runs', 'outcomes'] as const
export type TableName = (typeof TABLES)[number]

type Columns = Record<string, Column>

/** How each table's rows are laid out: keys as columns to search by, the rest as JSON. */
export const layOut = {
  tools: (tools: CatalogTool[]): Columns => ({
    id: tools.map(({ tool }) => tool.id),
    tool: tools.map(({ tool }) => JSON.stringify(tool)),
    layer: tools.map(({ layer }) => JSON.stringify(layer)),
  }),
  golden_queries: (sets: GoldenSet[]): Columns => ({
    golden_set: sets.flatMap(({ name, queries }) => queries.map(() => name)),
    position: Int32Array.from(sets.flatMap(({ queries }) => [...queries.keys()])),
    query: sets.flatMap(({ queries }) => queries.map((query) => JSON.stringify(query))),
  }),
  bundles: (bundles: Bundle[]): Columns => ({
    id: bundles.map(({ id }) => id),
    bundle: bundles.map((bundle) => JSON.stringify(bundle)),
  }),
  runs: (runs: Run[]): Columns => ({
    id: runs.map(({ id }) => id),
    run: runs.map((run) => JSON.stringify(run)),
  }),
  outcomes: (runs: { run: Run; outcomes: QueryOutcome[] }[]): Columns => ({
    run: runs.flatMap(({ run, outcomes }) => outcomes.map(() => run.id)),
    position: Int32Array.from(runs.flatMap(({ outcomes }) => [...outcomes.keys()])),
    outcome: runs.flatMap(({ outcomes }) => outcomes.map((outcome) => JSON.stringify(outcome))),
  }),
}

/** An Arrow table of no rows, whose schema is the table's. */
export const emptyTable = (name: TableName) => arrowTable(layOut[name]([]))

/** `column IN ('a', 'b')`, or a condition that nothing meets. */
export const isOneOf = (column: string, values: Iterable<string>): string => {
  const list = [...values].map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
  return list ? `${column} IN (${list})` : 'false'
}

/** Puts rows in the place of those with the same `id`. Ids must differ among the rows, or LanceDB keeps them all. */
export async function putById(table: Table, columns: Columns): Promise<void> {
  const rows = arrowTable(columns)
  if (rows.numRows === 0) return
  await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows)
}

/** Puts rows in the place of all those whose `column` is one of `groups`. */
export async function replaceGroups(
  table: Table,
  { column, groups, rows }: { column: string; groups: string[]; rows: Columns },
): Promise<void> {
  if (groups.length > 0) await table.delete(isOneOf(column, groups))
  const added = arrowTable(rows)
  if (added.numRows > 0) await table.add(added)
}

/** The last of those with the same key. */
export const lastByKey = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

export const parseEach = <T>(texts: string[]): T[] => texts.map((text) => JSON.parse(text) as T)

/** JSON rows in the order of their `position`, which scans do not promise. */
export function parseInOrder<T>(texts: string[], positions: number[]): T[] {
  const order = [...texts.keys()].sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  return order.map((row) => JSON.parse(texts[row] ?? 'null') as T)
}
