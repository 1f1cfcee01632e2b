import { onTestFinished } from 'vitest'
import { lancedb, openDatabase } from '../../../../src-main/adapters/lancedb/tables/database'
import {
  documentTables,
  type DocumentTableOptions,
} from '../../../../src-main/adapters/lancedb/vectors/document-tables'
import type { StoredDocument } from '../../../../src-main/ports/workspace-store'
import { temporaryFolder } from './temporary-workspaces'

/**
 * A folder of vectors as one process sees it: what it has read of tables is shared with no other.
 */
export async function openTables(dir: string, options: DocumentTableOptions = {}) {
  const { Session } = await lancedb()
  const database = await openDatabase(dir, new Session(64n << 20n, 64n << 20n))
  onTestFinished(() => database.close())
  const tables = documentTables({ dir, database }, { indexFrom: 1, mostInMemory: 0, ...options })
  const table = async () => database.openTable((await database.tableNames())[0] ?? '')
  return { dir, database, table, ...tables }
}

export type Tables = Awaited<ReturnType<typeof openTables>>

/** A new folder that holds these documents of the embedder `model`. */
export async function storedTables(
  documents: StoredDocument[],
  options?: DocumentTableOptions,
): Promise<Tables> {
  const tables = await openTables(await temporaryFolder(), options)
  await tables.saveDocuments('model', documents)
  return tables
}

/** Each document stands for a key of its own, named like its hash. */
export const ownKeys = (documents: StoredDocument[]): Map<string, string[]> =>
  new Map(documents.map(({ hash }) => [hash, [hash]]))
