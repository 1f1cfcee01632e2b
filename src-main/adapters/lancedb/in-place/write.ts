import type { Table } from '@lancedb/lancedb'
import { z } from 'zod'
import type { ToolId } from '../../../domain/tool/tool'
import type { PublishedDocuments } from '../../../ports/in-place'
import { oneByOne } from '../../memory/rating'
import { arrowTable, vectorColumn } from '../tables/arrow-tables'
import { lancedb, type Database } from '../tables/database'
import { rowSum, sumOf, type RowSum } from '../tables/row-sum'
import { indexVectors, type IndexLimits } from '../vectors/with-table'
import { packTerms, repeatedTerms } from './packed-terms'
import { countedText, termCounter, type CountedText, type TermStatistics } from './term-statistics'

/** Tables of what is searched in place, before the name of their snapshot. */
export const SEARCHED_TABLES = ['searched', 'terms'] as const

const WrittenTable = z.object({
  as: z.string(),
  rows: z.number().int(),
  /** See {@link RowSum}: of all columns. */
  sum: z.string().optional(),
})

/**
 * What was written to be searched in place: a row for each tool, with a column for each kind of
 * documents.
 */
export const SearchedTables = z.object({
  searched: WrittenTable,
  terms: WrittenTable,
  columns: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('words'),
        name: z.string(),
        withTerms: z.number().int(),
        averageLength: z.number(),
      }),
      z.object({
        kind: z.literal('meaning'),
        name: z.string(),
        dimensions: z.number().int(),
      }),
    ]),
  ),
})
export type SearchedTables = z.infer<typeof SearchedTables>

/** Tools whose rows are written at once: for each part all stored vectors are gone through. */
const ROWS_AT_ONCE = 262_144

/**
 * The column that full-text search looks into, the one its hits are scored by, and the one of
 * vectors.
 */
export const columnsOf = (at: number) =>
  ({ text: `text${at}`, terms: `terms${at}`, vector: `vector${at}` }) as const

interface Writing extends IndexLimits {
  database: Database
  /** What stands after the names of the tables. */
  id: string
  /** Waits for what LanceDB is asked, as long as that may take. */
  wait<T>(work: Promise<T>): Promise<T>
  onRows(rows: number): void
  signal?: AbortSignal
}

/** By their ids, so that a tool’s place among all is that of its row. */
interface Searched {
  tools: readonly ToolId[]
  documents: readonly PublishedDocuments[]
}

/** Writes what is searched in place, and indexes it: who reads only looks. */
export async function writeSearched(
  { tools, documents }: Searched,
  writing: Writing,
): Promise<SearchedTables> {
  const { wait, database, id, signal, onRows } = writing
  const counters = documents.map(() => termCounter())
  let table: Table | undefined
  let sum: RowSum | undefined
  for (let from = 0; from < tools.length; from += ROWS_AT_ONCE) {
    const some = tools.slice(from, from + ROWS_AT_ONCE)
    const columns = { place: Int32Array.from(some, (_, at) => from + at) }
    for (const [at, each] of documents.entries()) {
      Object.assign(columns, await columnsFor(each, some, { at, count: counters[at]?.add, signal }))
    }
    const rows = arrowTable(columns)
    sum ??= rowSum(Object.keys(columns))
    sum.add(rows)
    if (table) await wait(table.add(rows))
    else table = await wait(database.createTable(`searched-${id}`, rows))
    onRows(some.length)
  }
  if (!table) throw new Error('There are no tools to search.')
  for (const [at, each] of documents.entries()) await indexColumn(table, { at, each }, writing)
  table.close()
  const statistics = counters.map((counter) => counter.statistics())
  return {
    searched: { as: `searched-${id}`, rows: tools.length, sum: sum?.text() },
    terms: await writeTerms(statistics, writing),
    columns: documents.map((each, at) => {
      const { withTerms, averageLength } = statistics[at] as TermStatistics
      const { name } = each
      return each.kind === 'words'
        ? { kind: 'words', name, withTerms, averageLength }
        : { kind: 'meaning', name, dimensions: each.dimensions }
    }),
  }
}

type Count = (text: CountedText) => void

async function columnsFor(
  documents: PublishedDocuments,
  tools: readonly ToolId[],
  { at, count, signal }: { at: number; count: Count | undefined; signal: AbortSignal | undefined },
) {
  const { text, terms, vector } = columnsOf(at)
  if (documents.kind === 'meaning') {
    return { [vector]: vectorColumn(await documents.of(tools), documents.dimensions) }
  }
  const written = await oneByOne(await documents.of(tools), signal, (document) => {
    const counted = countedText(document)
    count?.(counted)
    return [repeatedTerms(counted), packTerms(counted)] as const
  })
  return {
    [text]: written.map(([repeated]) => repeated),
    [terms]: written.map(([, packed]) => packed),
  }
}

/** LanceDB’s service makes an index by itself, and says so before it is there. */
const INDEXED_WITHIN_S = 15 * 60

/** Longer words are no words. */
const LONGEST_TERM = 1_000

async function indexColumn(
  table: Table,
  { at, each }: { at: number; each: PublishedDocuments },
  { wait, ...limits }: Writing,
): Promise<void> {
  const { text, vector } = columnsOf(at)
  if (each.kind === 'meaning') return wait(indexVectors(table, vector, limits))
  const { Index } = await lancedb()
  // The terms are cut and stemmed already.
  const config = Index.fts({
    baseTokenizer: 'whitespace',
    withPosition: false,
    maxTokenLength: LONGEST_TERM,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
  })
  await wait(table.createIndex(text, { config, waitTimeoutSeconds: INDEXED_WITHIN_S }))
}

async function writeTerms(
  statistics: readonly TermStatistics[],
  { database, id, wait }: Writing,
): Promise<z.infer<typeof WrittenTable>> {
  const rows = statistics.flatMap(({ terms }, column) =>
    [...terms].map(([term, own]) => ({ column, term, ...own })),
  )
  const sums = rows.map(({ sum, squares }) => Float32Array.of(sum, squares))
  const as = `terms-${id}`
  const columns = {
    column: Int32Array.from(rows, ({ column }) => column),
    term: rows.map(({ term }) => term),
    texts: Int32Array.from(rows, ({ texts }) => texts),
    sums: vectorColumn(sums, 2),
  }
  const table = arrowTable(columns)
  const written = await wait(database.createTable(as, table))
  written.close()
  return { as, rows: rows.length, sum: sumOf(table, Object.keys(columns)) }
}
