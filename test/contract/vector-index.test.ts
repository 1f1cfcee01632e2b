import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src-main/adapters/lancedb/tables/database'
import {
  documentTables,
  type DocumentTableOptions,
} from '../../src-main/adapters/lancedb/vectors/document-tables'
import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { onTestFinished } from 'vitest'
import { describeVectorIndex, type OpenVectorIndex } from './vector-index.suite'

describeVectorIndex(
  'memory vector index',
  (documents, pooling) => Promise.resolve(buildMemoryVectorIndex(documents, pooling)),
  { runs: 100 },
)

const hashOf = (vector: Float32Array): string =>
  createHash('sha256').update(vector.join()).digest('hex').slice(0, 32)

/** Documents stored in a folder of their own, which is gone when the test is over. */
const stored =
  (options: DocumentTableOptions): OpenVectorIndex =>
  async (documents, pooling) => {
    const dir = await mkdtemp(join(tmpdir(), 'pegboard-test-'))
    const database = await openDatabase(dir)
    const tables = documentTables({ dir, database }, options)
    const clear = async () => {
      await database.close()
      await rm(dir, { recursive: true, force: true })
    }
    onTestFinished(clear)
    const rows = documents.map(({ vector }) => ({ hash: hashOf(vector), text: '', vector }))
    await tables.saveDocuments('model', rows)
    const keys = new Map<string, string[]>()
    documents.forEach(({ key, vector }) => {
      keys.set(hashOf(vector), [...(keys.get(hashOf(vector)) ?? []), key])
    })
    return tables.vectorIndex('model', keys, pooling)
  }

const onDisk = { mostInMemory: 0 }

describeVectorIndex('LanceDB with an index', stored({ ...onDisk, indexFrom: 1 }), { runs: 15 })
describeVectorIndex('LanceDB without an index', stored(onDisk), { runs: 10 })
describeVectorIndex('LanceDB with subsets in memory', stored({ indexFrom: 1 }), { runs: 10 })

/** An index of which some keys had other vectors, some are added, and one is gone. */
const replaced =
  (open: OpenVectorIndex): OpenVectorIndex =>
  async (documents, pooling) => {
    const byKey = [...Map.groupBy(documents, ({ key }) => key)]
    const stale = documents[0]?.vector
    if (!stale) return open(documents, pooling)
    const before = byKey.flatMap(([key, own], at) => {
      if (at % 3 === 1) return []
      return at % 3 === 0 ? [{ key, vector: stale }] : own
    })
    const index = await open([...before, { key: 'gone', vector: stale }], pooling)
    const vectorsOf = (own: typeof documents) => own.map(({ vector }) => vector)
    const first = byKey.filter((_, at) => at % 3 === 0).map(([key]) => [key, []] as const)
    const then = byKey
      .filter((_, at) => at % 3 !== 2)
      .map(([key, own]) => [key, vectorsOf(own)] as const)
    return index.withVectors(new Map([...first, ['gone', []]])).withVectors(new Map(then))
  }

describeVectorIndex(
  'memory vector index, vectors replaced',
  replaced((documents, pooling) => Promise.resolve(buildMemoryVectorIndex(documents, pooling))),
  { runs: 50 },
)
describeVectorIndex('LanceDB, vectors replaced', replaced(stored(onDisk)), { runs: 5 })
