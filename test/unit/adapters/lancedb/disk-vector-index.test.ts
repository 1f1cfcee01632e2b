import { describe, expect, it } from 'vitest'
import { buildMemoryVectorIndex } from '../../../../src-main/adapters/memory/memory-vector-index'
import type { StoredDocument } from '../../../../src-main/ports/workspace-store'
import { clusteredDocuments, DIMENSIONS } from '../../../fixtures/workspace/clustered-documents'
import { openTables, ownKeys, storedTables, type Tables } from './stored-vectors'

const ROWS = 6_000
const documents = clusteredDocuments(ROWS)
const queries = clusteredDocuments(20, 1_000_000).map(({ vector }) => vector)
const depth = 20

const inMemory = (given: StoredDocument[], pooling?: 'best' | 'mean') =>
  buildMemoryVectorIndex(
    given.map(({ hash, vector }) => ({ key: hash, vector })),
    pooling,
  )

const indexOf = async (tables: Tables) => (await (await tables.table()).listIndices())[0]

describe('the vector index on disk', () => {
  it('gives what memory gives, score by score', async () => {
    const tables = await storedTables(documents)
    const index = await tables.vectorIndex('model', ownKeys(documents))
    expect(await indexOf(tables)).toMatchObject({ indexType: 'IvfFlat', numIndexedRows: ROWS })
    expect(await index.search(queries, { depth })).toEqual(
      await inMemory(documents).search(queries, { depth }),
    )
  })

  it('finds nearly all that memory finds, with the same scores, where vectors are compressed', async () => {
    const tables = await storedTables(documents, { mostWholeBytes: 0 })
    const index = await tables.vectorIndex('model', ownKeys(documents))
    expect(await indexOf(tables)).toMatchObject({ indexType: 'IvfRq', numIndexedRows: ROWS })
    const lists = await index.search(queries, { depth })
    const expected = await inMemory(documents).search(queries, { depth })
    const scoreOf = lists.map((hits) => new Map(hits.map(({ key, score }) => [key, score])))
    const found = expected.flatMap((hits, at) => hits.filter(({ key }) => scoreOf[at]?.has(key)))
    expect(found.length).toBeGreaterThan(0.97 * queries.length * depth)
    expected.forEach((hits, at) => {
      for (const { key, score } of hits) expect(scoreOf[at]?.get(key) ?? score).toBe(score)
    })
  })

  it('serves vectors that cannot be compressed, as their length is no multiple of eight', async () => {
    const odd = documents.slice(0, 2_000).map((one) => ({ ...one, vector: one.vector.subarray(3) }))
    const tables = await storedTables(odd, { mostWholeBytes: 0 })
    const index = await tables.vectorIndex('model', ownKeys(odd))
    expect(await indexOf(tables)).toMatchObject({ indexType: 'IvfFlat', numIndexedRows: 2_000 })
    const cut = queries.map((vector) => vector.subarray(3))
    expect(await index.search(cut, { depth })).toEqual(await inMemory(odd).search(cut, { depth }))
  })

  it('fills the depth where most stored texts are of no key any more', async () => {
    const tables = await storedTables(documents)
    const current = documents.filter((_, at) => at % 10 === 3)
    const index = await tables.vectorIndex('model', ownKeys(current))
    expect(index.size).toBe(ROWS / 10)
    expect(await index.search(queries, { depth })).toEqual(
      await inMemory(current).search(queries, { depth }),
    )
  })

  it('fills the depth among few of its keys, on disk and in memory', async () => {
    const among = new Set(documents.filter((_, at) => at % 500 === 7).map(({ hash }) => hash))
    const few = documents.filter(({ hash }) => among.has(hash))
    const expected = await inMemory(few).search(queries, { depth: 10 })
    for (const mostInMemory of [0, few.length]) {
      const tables = await storedTables(documents, { mostInMemory })
      const index = await tables.vectorIndex('model', ownKeys(documents))
      expect(await index.search(queries, { depth: 10, among })).toEqual(expected)
      expect(await index.search(queries, { depth: 10, among })).toEqual(expected)
    }
  })

  it('keeps ties in the order of keys, however many share a vector', async () => {
    const [same] = documents
    const copies = Array.from({ length: 3_000 }, (_, at) => ({
      hash: `copy ${`${at}`.padStart(4, '0')}`,
      text: '',
      vector: same?.vector ?? new Float32Array(),
    })).reverse()
    const tables = await storedTables([...documents.slice(1), ...copies])
    const index = await tables.vectorIndex('model', ownKeys([...documents, ...copies]))
    const [hits] = await index.search([copies[0]?.vector ?? new Float32Array()], { depth: 3 })
    expect(hits?.map(({ key }) => key)).toEqual(['copy 0000', 'copy 0001', 'copy 0002'])
  })

  it('pools several texts a key', async () => {
    const tables = await storedTables(documents)
    const keyOf = ({ hash }: StoredDocument) => `key ${Number(hash.slice(5)) % 900}`
    const keys = new Map(documents.map((one) => [one.hash, [keyOf(one)]]))
    for (const pooling of ['best', 'mean'] as const) {
      const index = await tables.vectorIndex('model', keys, pooling)
      const memory = buildMemoryVectorIndex(
        documents.map((one) => ({ key: keyOf(one), vector: one.vector })),
        pooling,
      )
      const lists = await index.search(queries, { depth })
      const expected = await memory.search(queries, { depth })
      expect(lists.map((hits) => hits.map(({ key }) => key))).toEqual(
        expected.map((hits) => hits.map(({ key }) => key)),
      )
      const alike = await index.alike('key 1', 'key 2')
      expect(alike).toBeCloseTo((await memory.alike('key 1', 'key 2')) ?? NaN, 6)
    }
  })

  it('takes a text that is not stored for one that is like nothing', async () => {
    const tables = await storedTables(documents.slice(0, 100))
    const keys = new Map([
      ['hash 1', ['a']],
      ['hash 2', ['b']],
      ['not stored', ['a', 'c']],
    ])
    const index = await tables.vectorIndex('model', keys, 'mean')
    const [hits] = await index.search([documents[1]?.vector ?? new Float32Array()], { depth: 5 })
    expect(hits?.find(({ key }) => key === 'a')?.score).toBeCloseTo(0.5, 6)
    expect(hits).toHaveLength(2)
    expect(await index.alike('a', 'c')).toBeUndefined()
  })

  it('finds nothing where nothing is stored', async () => {
    const tables = await storedTables(documents.slice(0, 100))
    const index = await tables.vectorIndex('another model', new Map([['hash 1', ['a']]]))
    expect(index.size).toBe(1)
    expect(await index.search([new Float32Array(DIMENSIONS)], { depth: 5 })).toEqual([[]])
    expect(await index.alike('a', 'a')).toBeUndefined()
  })

  it('tells which texts are stored', async () => {
    const tables = await storedTables(documents.slice(0, 3))
    const asked = new Set(['hash 2', 'hash 3', 'hash 0'])
    expect(await tables.storedHashes('model', asked)).toEqual(new Set(['hash 2', 'hash 0']))
    expect(await tables.storedHashes('another model', asked)).toEqual(new Set())
  })
})

describe('the index over stored vectors', () => {
  it('is not made for a table that is small enough without', async () => {
    const tables = await storedTables(documents.slice(0, 500), { indexFrom: 501 })
    await tables.vectorIndex('model', new Map())
    expect(await indexOf(tables)).toBeUndefined()
  })

  it('is made once and kept over commits and processes', async () => {
    const tables = await storedTables(documents)
    await tables.vectorIndex('model', ownKeys(documents))
    const made = await indexOf(tables)
    const reopened = await openTables(tables.dir)
    const index = await reopened.vectorIndex('model', ownKeys(documents.slice(10)))
    expect(await indexOf(reopened)).toEqual(made)
    expect(await index.search(queries, { depth })).toEqual(
      await inMemory(documents.slice(10)).search(queries, { depth }),
    )
  })

  it('is made once where two catalogs want it at the same time', async () => {
    const tables = await storedTables(documents)
    const before = await (await tables.table()).version()
    const open = () => tables.vectorIndex('model', ownKeys(documents))
    await Promise.all([open(), open(), open()])
    expect(await (await tables.table()).version()).toBe(before + 1)
  })

  it('is made once more, of compressed vectors, when these grow too large to be kept whole', async () => {
    const tables = await storedTables(documents)
    await tables.vectorIndex('model', ownKeys(documents))
    const grown = await openTables(tables.dir, { mostWholeBytes: 100_000 })
    await grown.vectorIndex('model', ownKeys(documents))
    expect(await indexOf(grown)).toMatchObject({ indexType: 'IvfRq', numIndexedRows: ROWS })
  })

  it.each([100, 1_000])('finds %i texts that came after it', async (added) => {
    const tables = await storedTables(documents)
    await tables.vectorIndex('model', ownKeys(documents))
    const later = clusteredDocuments(added, ROWS)
    await tables.saveDocuments('model', later)
    const all = [...documents, ...later]
    const index = await tables.vectorIndex('model', ownKeys(all))
    const asked = [...queries, ...later.slice(0, 5).map(({ vector }) => vector)]
    expect(await index.search(asked, { depth })).toEqual(
      await inMemory(all).search(asked, { depth }),
    )
  })

  it('takes in what came after it once that is a twentieth', async () => {
    const tables = await storedTables(documents)
    const unindexed = async (added: StoredDocument[]) => {
      await tables.saveDocuments('model', added)
      await tables.vectorIndex('model', new Map())
      return (await (await tables.table()).indexStats('vector_idx'))?.numUnindexedRows
    }
    expect(await unindexed([])).toBe(0)
    expect(await unindexed(clusteredDocuments(200, ROWS))).toBe(200)
    expect(await unindexed(clusteredDocuments(200, ROWS + 200))).toBe(0)
  })

  it('forgets texts that were removed, and finds those put back', async () => {
    const tables = await storedTables(documents)
    await tables.vectorIndex('model', ownKeys(documents))
    const kept = documents.filter((_, at) => at % 2 === 0)
    await tables.pruneDocuments('model', new Set(kept.map(({ hash }) => hash)))
    const index = await tables.vectorIndex('model', ownKeys(documents))
    expect(await index.search(queries, { depth })).toEqual(
      await inMemory(kept).search(queries, { depth }),
    )
    await tables.saveDocuments('model', documents)
    const again = await tables.vectorIndex('model', ownKeys(documents))
    expect(await again.search(queries, { depth })).toEqual(
      await inMemory(documents).search(queries, { depth }),
    )
  })
})
