import type { Connection, Table } from '@lancedb/lancedb'
import type { ToolId } from '../../domain/tool'
import type { Hit, IndexedDocument } from '../../ports/tool-index'
import { arrowTable, numbersOf, textsOf, vectorColumn } from './arrow-tables'
import { lancedb } from './database'

/** LanceDB drops longer tokens; ours are to be matched whatever their length. */
const LONGEST_TERM = 1_000_000

/** The tables that one set of documents is searched in; a table without rows is left out. */
export interface SearchTables {
  size: number
  /** The `limit` best by BM25, in no certain order among equals. */
  matching(terms: string[], limit: number): Promise<Hit[]>
  /** The `limit` best by dot product, in no certain order among equals. */
  nearest(vector: Float32Array, limit: number): Promise<Hit[]>
  /** What each term added to the score of each of `hits`. */
  contributions(terms: string[], hits: Hit[]): Promise<Map<ToolId, Record<string, number>>>
}

/** Writes the documents to tables named after `name` and indexes them. */
export async function searchTables(
  database: Connection,
  name: string,
  documents: IndexedDocument[],
): Promise<SearchTables> {
  const texts = await createTextTable(database, `${name}-texts`, documents)
  const vectors = await createVectorTable(database, `${name}-vectors`, documents)
  const matching = async (terms: string[], limit: number, among?: Hit[]): Promise<Hit[]> => {
    if (!texts || terms.length === 0) return []
    const search = texts.query().fullTextSearch(joined(terms)).select(['tool', '_score'])
    if (among) search.where(`tool IN (${among.map(({ tool }) => quoted(tool)).join(', ')})`)
    return hitsOf(await search.limit(limit).toArrow(), '_score', (score) => score)
  }
  return {
    size: documents.length,
    matching,
    async nearest(vector, limit) {
      if (!vectors || vector.every((value) => value === 0)) return []
      const search = vectors.vectorSearch(vector).distanceType('dot').bypassVectorIndex()
      const rows = await search.select(['tool', '_distance']).limit(limit).toArrow()
      return hitsOf(rows, '_distance', (distance) => 1 - distance)
    },
    async contributions(terms, hits) {
      const parts = new Map(hits.map(({ tool }): [ToolId, [string, number][]] => [tool, []]))
      for (const term of new Set(terms)) {
        const times = terms.filter((other) => other === term).length
        for (const { tool, score } of await matching([term], hits.length, hits)) {
          parts.get(tool)?.push([term, score * times])
        }
      }
      return new Map([...parts].map(([tool, added]) => [tool, Object.fromEntries(added)]))
    },
  }
}

async function createTextTable(
  database: Connection,
  name: string,
  documents: IndexedDocument[],
): Promise<Table | undefined> {
  if (documents.length === 0) return undefined
  const { Index } = await lancedb()
  const tool = documents.map((document) => document.tool)
  const terms = documents.map((document) => joined(document.terms))
  const table = await database.createTable(name, arrowTable({ tool, terms }))
  await table.createIndex('terms', {
    config: Index.fts({
      baseTokenizer: 'whitespace',
      maxTokenLength: LONGEST_TERM,
      lowercase: false,
      stem: false,
      removeStopWords: false,
      asciiFolding: false,
      withPosition: false,
    }),
  })
  return table
}

async function createVectorTable(
  database: Connection,
  name: string,
  documents: IndexedDocument[],
): Promise<Table | undefined> {
  const rows = documents.flatMap(({ tool, vector }) =>
    vector?.some((value) => value !== 0) ? [{ tool, vector }] : [],
  )
  const dimensions = rows[0]?.vector.length
  if (!dimensions) return undefined
  const tool = rows.map((row) => row.tool)
  const vectors = rows.map((row) => row.vector)
  return database.createTable(name, arrowTable({ tool, vector: vectorColumn(vectors, dimensions) }))
}

/** The terms as a text that LanceDB splits into exactly these again. */
const joined = (terms: string[]): string =>
  terms.map((term) => term.replace(/[\s%]/gu, encodeURIComponent)).join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

function hitsOf(
  rows: Parameters<typeof textsOf>[0],
  column: string,
  scoreOf: (value: number) => number,
): Hit[] {
  const scores = numbersOf(rows, column)
  return textsOf(rows, 'tool').map((tool, row) => ({
    tool: tool as ToolId,
    score: scoreOf(scores[row] ?? 0),
  }))
}
