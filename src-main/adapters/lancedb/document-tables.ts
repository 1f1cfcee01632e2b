import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection, Table } from '@lancedb/lancedb'
import { requireVector } from '../../domain/vector'
import type { StoredDocument, WorkspaceStore } from '../../ports/workspace-store'
import { arrowTable, textsOf, vectorColumn, vectorsOf } from './arrow-tables'
import { openDatabase } from './database'
import { isRefusal } from './storage-problem'
import { isOneOf, lastByKey } from './workspace-tables'

export const DOCUMENT_TABLE = /^documents-[0-9a-f]{16}$/

/** Stale hashes named in one delete, to bound the length of its SQL. */
const DELETE_BATCH = 1_000

type DocumentTables = Pick<
  WorkspaceStore,
  'vectors' | 'hasOnlyOtherEmbeddersDocuments' | 'saveDocuments' | 'pruneDocuments'
>

/**
 * Vectors in one table an embedder. All of it can be made again, so it is written without a commit, and a table that
 * cannot be read is dropped rather than reported.
 */
export function documentTables(dir: string, database: Connection): DocumentTables {
  const open = async (name: string): Promise<Table | undefined> =>
    (await database.tableNames()).includes(name) ? database.openTable(name) : undefined

  const drop = async (name: string): Promise<void> => {
    await database.dropTable(name).catch(() => undefined)
    await rm(join(dir, `${name}.lance`), { recursive: true, force: true })
  }

  /** Tried twice, as another process may just be cleaning up below the first try. */
  const orDrop = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work().catch(work)
    } catch (error) {
      if (isRefusal(error)) throw error
      await drop(name).catch(() => undefined)
      return undefined
    }
  }

  return {
    async vectors(fingerprint, hashes) {
      const name = tableName(fingerprint)
      const found = await orDrop(name, async () => readVectors(await open(name), hashes))
      return found ?? new Map<string, Float32Array>()
    },
    async hasOnlyOtherEmbeddersDocuments(fingerprint) {
      const filled = await filledTables(database)
      return filled.length > 0 && !filled.includes(tableName(fingerprint))
    },
    async saveDocuments(fingerprint, documents) {
      const first = documents[0]
      if (!first) return
      const name = tableName(fingerprint)
      const dimensions = first.vector.length
      documents.forEach(({ vector, text }) =>
        requireVector(vector, dimensions, `the text "${text.slice(0, 60)}"`),
      )
      const rows = toRows(documents, dimensions)
      const table = await orDrop(name, () => open(name))
      if (table) {
        const stored = await storedDimensions(table)
        requireVector(first.vector, stored, 'a document of this embedder')
        const merge = table.mergeInsert('hash').whenMatchedUpdateAll().whenNotMatchedInsertAll()
        const saved = await orDrop(name, () => merge.execute(rows))
        if (saved) return
      }
      await database.createTable(name, rows)
    },
    async pruneDocuments(fingerprint, keep) {
      const name = tableName(fingerprint)
      await orDrop(name, async () => {
        const table = await open(name)
        if (!table) return
        const stored = textsOf(await table.query().select(['hash']).toArrow(), 'hash')
        const stale = stored.filter((hash) => !keep.has(hash))
        for (let start = 0; start < stale.length; start += DELETE_BATCH) {
          await table.delete(isOneOf('hash', stale.slice(start, start + DELETE_BATCH)))
        }
        await table.optimize({ cleanupOlderThan: new Date() })
      })
    },
  }
}

/** Copies the vectors of all embedders; one that cannot be read is left out, to be made again. */
export async function copyDocuments(from: string, to: string): Promise<void> {
  const source = await openDatabase(from)
  const target = await openDatabase(to)
  for (const name of await tablesOf(source)) {
    const rows = await readAll(source, name).catch(() => undefined)
    if (rows) await target.createTable(name, rows)
  }
  source.close()
  target.close()
}

const tablesOf = async (database: Connection): Promise<string[]> =>
  (await database.tableNames()).filter((name) => DOCUMENT_TABLE.test(name))

/** Those with a document in them: a table whose last one was dropped stays. */
async function filledTables(database: Connection): Promise<string[]> {
  const names = await tablesOf(database)
  const count = async (name: string) => (await database.openTable(name)).countRows()
  const rows = await Promise.all(names.map((name) => count(name).catch(() => 0)))
  return names.filter((_, at) => rows[at] !== 0)
}

const readAll = async (database: Connection, name: string) =>
  (await database.openTable(name)).query().toArrow()

const tableName = (fingerprint: string): string =>
  `documents-${createHash('sha256').update(fingerprint).digest('hex').slice(0, 16)}`

async function readVectors(
  table: Table | undefined,
  hashes: ReadonlySet<string>,
): Promise<Map<string, Float32Array>> {
  if (!table) return new Map()
  const rows = await table.query().select(['hash', 'vector']).toArrow()
  const vectors = vectorsOf(rows, 'vector')
  const entries = textsOf(rows, 'hash').flatMap((hash, row): [string, Float32Array][] => {
    const vector = vectors[row]
    return vector && hashes.has(hash) ? [[hash, vector]] : []
  })
  return new Map(entries)
}

function toRows(documents: StoredDocument[], dimensions: number) {
  const rows = lastByKey(documents, ({ hash }) => hash)
  const vectors = rows.map(({ vector }) => vector)
  return arrowTable({
    hash: rows.map(({ hash }) => hash),
    text: rows.map(({ text }) => text),
    vector: vectorColumn(vectors, dimensions),
  })
}

async function storedDimensions(table: Table): Promise<number> {
  const { fields } = await table.schema()
  const type: unknown = fields.find(({ name }) => name === 'vector')?.type
  return (type as { listSize?: number } | undefined)?.listSize ?? 0
}
