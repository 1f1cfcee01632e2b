import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src-main/adapters/lancedb/tables/database'
import {
  documentTables,
  type DocumentTableOptions,
} from '../../src-main/adapters/lancedb/tables/document-tables'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { describeVectorIndex, type OpenVectorIndex } from './vector-index.suite'

describeVectorIndex(
  'memory vector index',
  (documents, pooling) => Promise.resolve(buildMemoryVectorIndex(documents, pooling)),
  { runs: 100 },
)

const hashOf = (vector: Float32Array): string =>
  createHash('sha256').update(vector.join()).digest('hex').slice(0, 32)

/** Documents stored in a folder of their own, which is gone when the index is closed. */
const stored =
  (options: DocumentTableOptions): OpenVectorIndex =>
  async (documents, pooling) => {
    const dir = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
    const database = await openDatabase(dir)
    const tables = documentTables({ dir, database }, options)
    const clear = async () => {
      database.close()
      await rm(dir, { recursive: true, force: true })
    }
    try {
      const rows = documents.map(({ vector }) => ({ hash: hashOf(vector), text: '', vector }))
      await tables.saveDocuments('model', rows)
      const keys = new Map<string, string[]>()
      documents.forEach(({ key, vector }) => {
        keys.set(hashOf(vector), [...(keys.get(hashOf(vector)) ?? []), key])
      })
      const index = await tables.vectorIndex('model', keys, pooling)
      return { ...index, close: async () => index.close().then(clear) }
    } catch (error) {
      await clear()
      throw error
    }
  }

const onDisk = { mostInMemory: 0 }

describeVectorIndex('LanceDB with an index', stored({ ...onDisk, indexFrom: 1 }), { runs: 15 })
describeVectorIndex('LanceDB without an index', stored(onDisk), { runs: 10 })
describeVectorIndex('LanceDB with subsets in memory', stored({ indexFrom: 1 }), { runs: 10 })
