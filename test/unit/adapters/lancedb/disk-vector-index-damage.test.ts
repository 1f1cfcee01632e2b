import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { derivedTable } from '../../../../src-main/adapters/lancedb/vectors/derived-table'
import { buildMemoryVectorIndex } from '../../../../src-main/adapters/memory/memory-vector-index'
import { clusteredDocuments } from '../../../fixtures/workspace/clustered-documents'
import { otherProcess } from './other-process'
import { openTables, ownKeys, storedTables } from './stored-vectors'
import { temporaryFolder } from './temporary-workspaces'

const documents = clusteredDocuments(3_000)
const queries = clusteredDocuments(5, 1_000_000).map(({ vector }) => vector)
const depth = 10
/** The number of the other process's first document. */
const OTHERS_FROM = 500_000
const keys = ownKeys(documents)
const expected = () =>
  buildMemoryVectorIndex(documents.map(({ hash, vector }) => ({ key: hash, vector }))).search(
    queries,
    { depth },
  )

const tableFolder = (dir: string): string =>
  join(dir, readdirSync(dir).find((entry) => entry.startsWith('documents-')) ?? '')

function garbleAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), 'garbage')
  }
}

describe('a damaged index over stored vectors', () => {
  it('is done without, and made once more when next opened', async () => {
    const { dir, vectorIndex } = await storedTables(documents)
    await vectorIndex('model', keys)
    garbleAll(join(tableFolder(dir), '_indices'))
    const tables = await openTables(dir)
    const index = await tables.vectorIndex('model', keys)
    expect(await index.search(queries, { depth })).toEqual(await expected())
    const later = await openTables(dir)
    const again = await later.vectorIndex('model', keys)
    expect(await again.search(queries, { depth })).toEqual(await expected())
    const [stats] = await (await later.table()).listIndices()
    expect(stats).toMatchObject({ numIndexedRows: documents.length })
  })

  it('is done without also where it is damaged after it was opened', async () => {
    const { dir, vectorIndex } = await storedTables(documents)
    await vectorIndex('model', keys)
    const tables = await openTables(dir)
    const index = await tables.vectorIndex('model', keys)
    garbleAll(join(tableFolder(dir), '_indices'))
    expect(await index.search(queries, { depth })).toEqual(await expected())
    expect(await index.search(queries, { depth })).toEqual(await expected())
    expect(await (await tables.table()).listIndices()).toEqual([])
  })
})

describe('damaged stored vectors', () => {
  for (const [what, harm] of Object.entries({
    'their data': (table: string) => garbleAll(join(table, 'data')),
    'their versions': (table: string) => rmSync(join(table, '_versions'), { recursive: true }),
  })) {
    it(`are reported when ${what} are gone, and can be stored again`, async () => {
      const { dir, vectorIndex } = await storedTables(documents)
      await vectorIndex('model', keys)
      harm(tableFolder(dir))
      const tables = await openTables(dir)
      const searching = tables
        .vectorIndex('model', keys)
        .then((index) => index.alike('hash 1', 'hash 2'))
      await expect(searching).rejects.toMatchObject({
        code: 'unreadable',
        fix: expect.stringContaining('Index the catalog again') as string,
      })
      expect(await tables.storedHashes('model', new Set(keys.keys()))).toEqual(new Set())
      await tables.saveDocuments('model', documents)
      const index = await tables.vectorIndex('model', keys)
      expect(await index.search(queries, { depth })).toEqual(await expected())
    })
  }

  it('are reported by an index that was open when they were removed', async () => {
    const tables = await storedTables(documents)
    const index = await tables.vectorIndex('model', keys)
    rmSync(tableFolder(tables.dir), { recursive: true })
    await expect(index.search(queries, { depth })).rejects.toMatchObject({ code: 'unreadable' })
  })

  it('are not given up for an error that has another reason', async () => {
    const tables = await storedTables(documents)
    const name = (await tables.database.tableNames())[0] ?? ''
    const conflict = () => Promise.reject(new Error('Retryable commit conflict for version 7'))
    await expect(derivedTable(tables, name).orDrop(conflict)).rejects.toThrow('conflict')
    expect((await tables.storedHashes('model', new Set(keys.keys()))).size).toBe(3_000)
  })

  it('are not mistaken for a workspace that was closed', async () => {
    const tables = await storedTables(documents)
    const index = await tables.vectorIndex('model', keys)
    await tables.database.close()
    await index.search(queries, { depth }).catch(() => undefined)
    const reopened = await openTables(tables.dir)
    expect((await reopened.storedHashes('model', new Set(keys.keys()))).size).toBe(3_000)
  })
})

describe('an index beside another process', () => {
  it('stays right while the other removes the version it has open', async () => {
    const tables = await storedTables(documents)
    const index = await tables.vectorIndex('model', keys)
    const other = await openTables(tables.dir)
    await other.saveDocuments('model', clusteredDocuments(50, 5_000))
    await other.pruneDocuments('model', new Set(keys.keys()))
    await other.saveDocuments('model', clusteredDocuments(50, 6_000))
    await other.pruneDocuments('model', new Set(keys.keys()))
    expect(await index.search(queries, { depth })).toEqual(await expected())
  })

  it('is stored once by both at the same time, text by text', async () => {
    const tables = await storedTables(documents)
    const other = await openTables(tables.dir)
    for (let turn = 0; turn < 5; turn++) {
      const added = clusteredDocuments(20, 5_000 + 20 * turn)
      await Promise.all([tables, other].map((each) => each.saveDocuments('model', added)))
    }
    expect(await (await tables.table()).countRows()).toBe(documents.length + 100)
  })

  it('may be stored by both for the first time', async () => {
    const one = await openTables(await temporaryFolder())
    const other = await openTables(one.dir)
    const half = documents.slice(0, 1_500)
    const rest = documents.slice(1_500)
    await Promise.all([one.saveDocuments('model', half), other.saveDocuments('model', rest)])
    const index = await one.vectorIndex('model', keys)
    expect(await index.search(queries, { depth })).toEqual(await expected())
  })

  it('is made by both at the same time, and nothing is lost', async () => {
    const tables = await storedTables(documents)
    const other = otherProcess('workspace/index-vectors.ts', tables.dir, 'model', '20')
    let isOver = false
    void other.ended.then(() => (isOver = true))
    const saved = [...documents]
    for (let turn = 0; !isOver; turn++) {
      const added = clusteredDocuments(200, 10_000 + turn * 200)
      await tables.saveDocuments('model', added)
      await tables.vectorIndex('model', keys)
      saved.push(...added)
    }
    expect(await other.ended).toBe(0)
    const hashes = new Set(saved.map(({ hash }) => hash))
    for (let at = 0; at < 20 * 200; at++) hashes.add(`hash ${OTHERS_FROM + at}`)
    expect(await tables.storedHashes('model', hashes)).toEqual(hashes)
    const index = await tables.vectorIndex('model', keys)
    expect(await index.search(queries, { depth })).toEqual(await expected())
  })

  it('is whole after the other was killed while making it', async () => {
    const tables = await storedTables(documents)
    const other = otherProcess('workspace/index-vectors.ts', tables.dir, 'model', '1000')
    while (!existsSync(join(tableFolder(tables.dir), '_indices'))) {
      await new Promise((resume) => setTimeout(resume, 1))
    }
    other.kill()
    expect(await other.ended).toBe('SIGKILL')
    await tables.saveDocuments('model', documents)
    const index = await tables.vectorIndex('model', keys)
    expect(await index.search(queries, { depth })).toEqual(await expected())
  })
})
