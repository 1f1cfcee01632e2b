import { createHash } from 'node:crypto'
import { requireVector } from '../../../domain/model/vector'
import type { StoredDocument, WorkspaceStore } from '../../../ports/workspace-store'
import { arrowTable, vectorColumn } from '../tables/arrow-tables'
import { openDatabase, type Database } from '../tables/database'
import { derivedTable, removedVectors, type DerivedTable } from './derived-table'
import { diskVectorIndex } from './disk-vector-index'
import { keysByText } from './keys-by-text'
import {
  CHECKSUM,
  checksumOf,
  hasChecksums,
  readHashes,
  readVectors,
  storedDimensions,
} from './stored-vectors'
import { keepIndexed, withTable, type IndexLimits } from './with-table'
import { vectorsAtHand, type VectorsAtHand } from './vectors-at-hand'
import { isOneOf } from '../tables/conditions'

export const DOCUMENT_TABLE = /^documents-[0-9a-f]{16}$/

/** Stale hashes named in one delete, to bound the length of its SQL. */
const DELETE_BATCH = 1_000

/** Readers of other processes may still be at a version this young. */
const KEEP_VERSIONS_MS = 60 * 60 * 1000

/** Texts of a subset whose vectors may be read into memory. */
export const MOST_IN_MEMORY = 50_000

export interface DocumentTableOptions extends IndexLimits {
  /** Texts of a subset whose vectors may be read into memory. */
  mostInMemory?: number
}

type Reads = Pick<WorkspaceStore, 'vectors' | 'storedHashes' | 'hasOnlyOtherEmbeddersDocuments'>
type Writes = Pick<WorkspaceStore, 'saveDocuments' | 'pruneDocuments'>
type Searches = Pick<WorkspaceStore, 'vectorIndex'>

interface Folder {
  dir: string
  database: Database
  /** Has closing wait for some work with the tables. */
  during?: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Vectors in one table per embedder. All of it can be made again, so it is written without a
 * commit.
 */
export function documentTables(
  folder: Folder,
  options: DocumentTableOptions = {},
): Reads & Writes & Searches {
  const atHand = vectorsAtHand()
  return { ...reads(folder, atHand), ...writes(folder, atHand), ...searches(folder, options) }
}

function reads(folder: Folder, atHand: VectorsAtHand): Reads {
  const readStored = async (fingerprint: string, hashes: ReadonlySet<string>) =>
    (await tableOf(folder, fingerprint).orDrop(
      async (table) => table && readVectors(table, hashes),
    )) ?? new Map<string, Float32Array>()
  return {
    vectors: (fingerprint, hashes) =>
      atHand.of(fingerprint, hashes, (others) => readStored(fingerprint, others)),
    async storedHashes(fingerprint, hashes) {
      const stored = await tableOf(folder, fingerprint).orDrop(
        async (table) => table && readHashes(table, hashes),
      )
      return new Set(stored)
    },
    async hasOnlyOtherEmbeddersDocuments(fingerprint) {
      const filled = await filledTables(folder.database)
      return filled.length > 0 && !filled.includes(documentTableName(fingerprint))
    },
  }
}

function writes(folder: Folder, atHand: VectorsAtHand): Writes {
  return {
    async saveDocuments(fingerprint, documents) {
      const first = documents[0]
      if (!first) return
      const dimensions = first.vector.length
      documents.forEach(({ vector, text }) =>
        requireVector(vector, dimensions, `the text "${text.slice(0, 60)}"`),
      )
      const stored = tableOf(folder, fingerprint)
      await stored.change(async (table) => {
        const isChecked = !table || (await hasChecksums(table))
        const rows = toRows(documents, dimensions, isChecked)
        if (!table) return void (await folder.database.createTable(stored.name, rows))
        requireVector(first.vector, await storedDimensions(table), 'a document of this embedder')
        const merge = table.mergeInsert('hash').whenMatchedUpdateAll().whenNotMatchedInsertAll()
        await merge.execute(rows)
      })
    },
    async pruneDocuments(fingerprint, keep) {
      await tableOf(folder, fingerprint).change(async (table) => {
        if (!table) return
        const kept = typeof keep === 'function' ? await keep() : keep
        atHand.forget(fingerprint)
        const stale = (await readHashes(table)).filter((hash) => !kept.has(hash))
        for (let start = 0; start < stale.length; start += DELETE_BATCH) {
          await table.delete(isOneOf('hash', stale.slice(start, start + DELETE_BATCH)))
        }
        // Another process may be indexing the table: then it is tidied up another time.
        const cleanupOlderThan = new Date(Date.now() - KEEP_VERSIONS_MS)
        await table.optimize({ cleanupOlderThan }).catch(() => undefined)
      })
    },
  }
}

function searches(
  folder: Folder,
  { mostInMemory = MOST_IN_MEMORY, ...limits }: DocumentTableOptions,
): Searches {
  const lastIndexing = new Map<string, Promise<void>>()
  /** One after the other where several catalogs share a table, so that its index is made once. */
  const indexed = ({ name, open }: DerivedTable): Promise<void> => {
    const next = (lastIndexing.get(name) ?? Promise.resolve()).then(async () => {
      const table = await open()
      if (table) await keepIndexed(table, limits)
    })
    // Without an index a search takes longer, and finds the same; a damaged table is noticed by
    // what reads it.
    const settled = next.catch(() => undefined)
    lastIndexing.set(name, settled)
    return settled
  }
  return {
    async vectorIndex(fingerprint, keys, pooling = 'best') {
      const stored = tableOf(folder, fingerprint)
      await indexed(stored)
      const size = await stored.orDrop(async (table) =>
        table
          ? { rows: await table.countRows(), dimensions: await storedDimensions(table) }
          : { rows: 0, dimensions: 0 },
      )
      if (!size) throw removedVectors()
      const onTable = withTable(stored)
      const { during = (work) => work() } = folder
      return diskVectorIndex({
        texts: keysByText(keys),
        pooling,
        mostInMemory,
        ...size,
        withTable: (work) => during(() => onTable(work)),
      })
    },
  }
}

/** Copies the vectors of all embedders; one that cannot be read is left out, to be made again. */
export async function copyDocuments(from: string, to: string): Promise<void> {
  const source = await openDatabase(from)
  const target = await openDatabase(to)
  try {
    for (const name of await tablesOf(source)) {
      const rows = await readAll(source, name).catch(() => undefined)
      if (rows) await target.createTable(name, rows)
    }
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

const tablesOf = async (database: Database): Promise<string[]> =>
  (await database.tableNames()).filter((name) => DOCUMENT_TABLE.test(name))

/** Those with a document in them: a table whose last one was dropped stays. */
async function filledTables(database: Database): Promise<string[]> {
  const names = await tablesOf(database)
  const count = async (name: string) => (await database.openTable(name)).countRows()
  const rows = await Promise.all(names.map((name) => count(name).catch(() => 0)))
  return names.filter((_, at) => rows[at] !== 0)
}

const readAll = async (database: Database, name: string) =>
  (await database.openTable(name)).query().toArrow()

/** The table that holds the vectors of an embedder. */
export const documentTableName = (fingerprint: string): string =>
  `documents-${createHash('sha256').update(fingerprint).digest('hex').slice(0, 16)}`

const tableOf = (folder: Folder, fingerprint: string): DerivedTable =>
  derivedTable(folder, documentTableName(fingerprint))

function toRows(documents: StoredDocument[], dimensions: number, isChecked: boolean) {
  const rows = [...new Map(documents.map((document) => [document.hash, document])).values()]
  const vectors = rows.map(({ vector }) => vector)
  return arrowTable({
    hash: rows.map(({ hash }) => hash),
    text: rows.map(({ text }) => text),
    vector: vectorColumn(vectors, dimensions),
    ...(isChecked && {
      [CHECKSUM]: Int32Array.from(rows, ({ hash, vector }) => checksumOf(hash, vector)),
    }),
  })
}
