import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byScore } from '../../domain/query'
import { Problem } from '../../domain/problem'
import type { ToolId } from '../../domain/tool'
import { requireVector, sharedDimensions } from '../../domain/vector'
import type { BuildToolIndex, Hit, IndexedDocument, ToolIndex } from '../../ports/tool-index'
import { openDatabase } from './database'
import { searchTables, type SearchTables } from './search-tables'

/** The parameters that LanceDB's full-text search is built with. */
const LUCENE = { k1: 1.2, b: 0.75 }

/**
 * Indexes kept as LanceDB tables in a new folder below `parent` (the system's temporary folder if not given), gone on
 * `close`. Searches are exact. Each `among` set gets tables of its own on first use, for its statistics: such a set must
 * not change afterwards.
 * @throws Problem `bad-input` also on a tool given twice, and in a search with other BM25 parameters than Lucene's.
 */
export function lancedbToolIndexes(parent = tmpdir()): BuildToolIndex {
  return async (documents) => {
    const dimensions = sharedDimensions(documents)
    refuseTwice(documents)
    const folder = await mkdtemp(join(parent, 'pegboard-index-'))
    const database = await openDatabase(folder)
    const whole = await searchTables(database, 'all', documents)
    const tablesOf = subsets(whole, documents, (name, members) =>
      searchTables(database, name, members),
    )
    return {
      size: documents.length,
      lexical: async (search) => searchLexical(search, tablesOf),
      dense: async (search) => {
        search.signal?.throwIfAborted()
        if (documents.length === 0) return []
        requireVector(search.vector, dimensions, 'the query')
        const tables = await tablesOf(search.among)
        return firstHits(search.depth, documents.length, (limit) =>
          tables.nearest(search.vector, limit),
        )
      },
      close: async () => {
        database.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
}

type TablesOf = (among: ReadonlySet<ToolId> | undefined) => Promise<SearchTables>

function refuseTwice(documents: IndexedDocument[]): void {
  const seen = new Set<ToolId>()
  for (const { tool } of documents) {
    if (seen.has(tool)) {
      throw new Problem(
        'bad-input',
        `The tool ${tool} came twice to be indexed.`,
        'Give each tool one document.',
      )
    }
    seen.add(tool)
  }
}

function subsets(
  whole: SearchTables,
  documents: IndexedDocument[],
  build: (name: string, members: IndexedDocument[]) => Promise<SearchTables>,
): TablesOf {
  const known = new WeakMap<ReadonlySet<ToolId>, Promise<SearchTables>>()
  let count = 0
  return async (among) => {
    if (!among) return whole
    const members = known.get(among)
    if (members) return members
    const chosen = documents.filter(({ tool }) => among.has(tool))
    const tables =
      chosen.length === documents.length
        ? Promise.resolve(whole)
        : build(`among-${++count}`, chosen)
    known.set(among, tables)
    return tables
  }
}

async function searchLexical(
  { terms, k1, b, depth, among, explain, signal }: Parameters<ToolIndex['lexical']>[0],
  tablesOf: TablesOf,
): Promise<Hit[]> {
  signal?.throwIfAborted()
  if (k1 !== LUCENE.k1 || b !== LUCENE.b) {
    throw new Problem(
      'bad-input',
      `The LanceDB index has Lucene's fixed BM25 parameters (k1 ${LUCENE.k1}, b ${LUCENE.b}), not k1 ${k1}, b ${b}.`,
      'Leave k1 and b at their defaults, or search with the memory index.',
    )
  }
  const tables = await tablesOf(among)
  const hits = await firstHits(depth, tables.size, (limit) => tables.matching(terms, limit))
  if (!explain || hits.length === 0) return hits
  const parts = await tables.contributions(terms, hits)
  return hits.map((hit) => ({ ...hit, terms: parts.get(hit.tool) ?? {} }))
}

/**
 * The first `depth` hits in the order of every ranking. LanceDB cuts through a tie wherever it likes, so the fetch grows
 * until the last hit fetched is worse than the last one wanted.
 */
async function firstHits(
  depth: number,
  size: number,
  fetch: (limit: number) => Promise<Hit[]>,
): Promise<Hit[]> {
  const wanted = Math.min(depth, size)
  if (wanted <= 0) return []
  for (let limit = wanted + 16; ; limit *= 4) {
    const hits = (await fetch(Math.min(limit, size))).sort(byScore)
    const complete = limit >= size || hits.length < limit
    if (complete || hits[wanted - 1]?.score !== hits.at(-1)?.score) return hits.slice(0, wanted)
  }
}
