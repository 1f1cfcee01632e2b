import type { Table } from '@lancedb/lancedb'
import type { ToolId } from '../../../domain/tool/tool'
import type { IndexesInPlace } from '../../../ports/in-place'
import type { LexicalIndex } from '../../../ports/lexical-index'
import type { VectorIndex } from '../../../ports/vector-index'
import { numbersOf, textsOf, vectorsOf } from '../tables/arrow-tables'
import type { WithTable } from '../vectors/with-table'
import { meaningInPlace } from './meaning-in-place'
import { once } from './once'
import { searchedTable } from './searched-table'
import type { TermStatistics } from './term-statistics'
import { wordsInPlace } from './words-in-place'
import { columnsOf, type SearchedTables } from './write'

interface Opening {
  /** Opens one of the tables, and opens it again where it failed. */
  withTableOf(as: string): WithTable
  /** Waits for what LanceDB is asked, as long as that may take. */
  wait<T>(work: Promise<T>): Promise<T>
  /** By their ids. */
  tools: readonly ToolId[]
}

type Column = SearchedTables['columns'][number]

/** The indexes of what was written; each is opened when it is first wanted. */
export function openInPlace(
  written: SearchedTables,
  { withTableOf, wait, tools }: Opening,
): IndexesInPlace {
  const withTable = withTableOf(written.searched.as)
  const searched = searchedTable((work) => withTable((table, uses) => wait(work(table, uses))))
  const warmed = once(() => withTable((table) => warm(table, wait)))
  const statisticsOf = (at: number, column: Column & { kind: 'words' }) =>
    once(() => withTableOf(written.terms.as)((table) => wait(readStatistics(table, at, column))))
  const indexes = new Map(
    written.columns.map((column, at) => {
      const columns = columnsOf(at)
      const keys = tools as readonly string[]
      const index =
        column.kind === 'words'
          ? wordsInPlace({ keys, searched, columns, statistics: statisticsOf(at, column) })
          : meaningInPlace({
              keys,
              searched,
              column: columns.vector,
              dimensions: column.dimensions,
            })
      return [`${column.kind} ${column.name}`, index]
    }),
  )
  const open = async (kind: Column['kind'], name: string) => {
    const found = indexes.get(`${kind} ${name}`)
    if (found) await warmed()
    return found
  }
  return {
    words: async <Key extends string>(name: string) =>
      (await open('words', name)) as LexicalIndex<Key> | undefined,
    meaning: async <Key extends string>(name: string) =>
      (await open('meaning', name)) as VectorIndex<Key> | undefined,
  }
}

/**
 * Reads the indexes ahead, as far as LanceDB’s cache holds them and the store gives them in time:
 * else the first search would.
 */
async function warm(table: Table, wait: Opening['wait']): Promise<void> {
  for (const { name } of await wait(table.listIndices())) {
    await wait(table.prewarmIndex(name)).catch(() => undefined)
  }
}

async function readStatistics(
  table: Table,
  at: number,
  { withTerms, averageLength }: Column & { kind: 'words' },
): Promise<TermStatistics> {
  const rows = await table
    .query()
    .where(`\`column\` = ${at}`)
    .select(['term', 'texts', 'sums'])
    .toArrow()
  const texts = numbersOf(rows, 'texts')
  const sums = vectorsOf(rows, 'sums')
  const terms = textsOf(rows, 'term').map((term, row) => {
    const [sum = 0, squares = 0] = sums[row] ?? []
    return [term, { texts: texts[row] ?? 0, sum, squares }] as const
  })
  return { withTerms, averageLength, terms: new Map(terms) }
}
