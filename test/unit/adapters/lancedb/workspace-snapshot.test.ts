import { describe, expect, it } from 'vitest'
import { newManifest, type Manifest } from '../../../../src-main/adapters/lancedb/folder/manifest'
import {
  readSnapshot,
  type Readable,
} from '../../../../src-main/adapters/lancedb/workspace-snapshot'

const named = (name: string, changed: Partial<Manifest> = {}): Manifest => ({
  ...newManifest({ schemaVersion: 2, name, createdAt: '2026-01-01T00:00:00.000Z' }),
  stamp: name,
  ...changed,
})

/** A folder whose manifest is another each time it is looked at, the last one for good. */
const folderOf = (...manifests: Manifest[]): Pick<Readable, 'dir' | 'manifest'> => ({
  dir: '/somewhere',
  manifest: async () => {
    const next = manifests.length > 1 ? manifests.shift() : manifests[0]
    if (!next) throw new Error('no manifest')
    return next
  },
})

const read = (folder: Pick<Readable, 'dir' | 'manifest'>, work: (name: string) => string) =>
  readSnapshot({ ...folder, databaseOf: () => undefined as never }, async ({ manifest }) =>
    work(manifest.name),
  )

describe('reading a snapshot', () => {
  it('is done again when the folder became another workspace meanwhile', async () => {
    const first = named('first')
    const second = named('second')
    expect(await read(folderOf(first, second), (name) => name)).toBe('second')
  })

  it('is done again when the folder became a copy of the same workspace meanwhile', async () => {
    const first = named('first', { folder: { file: '1', bornNs: '1' } })
    const copy = { ...first, name: 'copy', folder: { file: '2', bornNs: '2' } }
    expect(await read(folderOf(first, copy), (name) => name)).toBe('copy')
  })

  it('is done again when it fails and the tables are at other versions by then', async () => {
    const first = named('first')
    const tables = { tools: { version: 2, rows: 1, compacted: 1 } }
    const folder = folderOf(first, { ...first, name: 'second', tables })
    const answer = read(folder, (name) => {
      if (name === 'first') throw new Error('cleaned up')
      return name
    })
    expect(await answer).toBe('second')
  })

  it('fails when it fails on what is still there', async () => {
    const failing = read(folderOf(named('first')), () => {
      throw new Error('garbage')
    })
    await expect(failing).rejects.toMatchObject({ code: 'unreadable' })
  })
})
