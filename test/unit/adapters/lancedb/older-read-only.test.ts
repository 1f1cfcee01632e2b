import { chmodSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { openWorkspace } from '../../../../src-main/adapters/lancedb/workspace-store'
import { catalogTool, goldenSet, run } from '../../../fixtures/workspace/content'
import { filesIn, temporaryFolder } from './temporary-workspaces'
import { versionOneWorkspace } from './earlier-workspaces'

/**
 * Nothing can be written where no lock can be made. It also holds for the superuser, whom
 * permissions do not bind.
 */
const disk = vi.hoisted(() => ({ readOnly: '', refusal: '' }))
vi.mock('../../../../src-main/adapters/files/lock-file', async (original) => {
  const actual = await original<typeof import('../../../../src-main/adapters/files/lock-file')>()
  const createLock: typeof actual.createLock = (path, holder) =>
    disk.readOnly && path.startsWith(disk.readOnly)
      ? Promise.reject(new Error(disk.refusal))
      : actual.createLock(path, holder)
  return { ...actual, createLock }
})

afterEach(() => {
  disk.readOnly = ''
})

async function readOnlyFolder(refusal = 'EROFS: read-only file system, open'): Promise<string> {
  const dir = await versionOneWorkspace()
  Object.assign(disk, { readOnly: dir, refusal })
  return dir
}

const ownedFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('pegboard-own-'))

describe('an older workspace in a folder that may only be read', () => {
  it.each(['EROFS: read-only file system, open', 'ENOSPC: no space left on device, write'])(
    'is read with all it holds, and left as it is: %s',
    async (refusal) => {
      const dir = await readOnlyFolder(refusal)
      const before = filesIn(dir)
      const store = await openWorkspace(dir)
      expect(await store.info()).toMatchObject({ dir, name: 'Mail tools', revision: 2, tools: 3 })
      expect((await store.tools())[0]).toEqual({
        ...catalogTool('draft'),
        layer: { note: 'Ask the "post" team.', tags: [] },
      })
      expect(await store.members('goldenSets', 'main')).toEqual(goldenSet('main', 3).queries)
      expect((await store.read('runs')).runs).toEqual([run('r1')])
      expect(await store.vectors('model', new Set(['h']))).toEqual(
        new Map([['h', Float32Array.of(1, 0)]]),
      )
      expect(await store.state()).toEqual(await store.state())
      await store.close()
      expect(filesIn(dir)).toEqual(before)
    },
  )

  it('leaves no copy behind once it is closed', async () => {
    vi.stubEnv('TMPDIR', await temporaryFolder())
    const store = await openWorkspace(await readOnlyFolder())
    expect(ownedFolders()).toHaveLength(1)
    await store.close()
    expect(ownedFolders()).toEqual([])
    vi.unstubAllEnvs()
  })

  it('refuses a change, and takes it once the folder may be written to', async () => {
    const dir = await readOnlyFolder()
    const before = filesIn(dir)
    const store = await openWorkspace(dir)
    await expect(store.commit({ name: 'Post' })).rejects.toMatchObject({
      code: 'storage',
      fix: expect.stringContaining('duplicate') as string,
    })
    expect(filesIn(dir)).toEqual(before)
    disk.readOnly = ''
    await store.commit({ name: 'Post' })
    expect(await store.info()).toMatchObject({ name: 'Post', revision: 3, tools: 3 })
    expect(await store.tools()).toHaveLength(3)
    await store.close()
    const again = await openWorkspace(dir)
    expect(await again.info()).toMatchObject({ name: 'Post', tools: 3 })
    await again.close()
  })

  it('is listed and duplicated', async () => {
    const dir = await readOnlyFolder()
    const library = workspaceLibrary(await temporaryFolder())
    expect(await workspaceLibrary(join(dir, '..')).list()).toEqual([{ dir, name: 'Mail tools' }])
    const copy = await library.duplicate(dir, 'Mine')
    expect(await copy.tools()).toHaveLength(3)
    await copy.commit({ name: 'Changed' })
    await copy.close()
  })

  it.skipIf(process.getuid?.() === 0)('is read where permissions forbid writing', async () => {
    const dir = await versionOneWorkspace()
    const folders = [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]
      .map((name) => (name === dir ? dir : join(dir, name)))
      .filter((path) => statSync(path).isDirectory())
    folders.forEach((path) => chmodSync(path, 0o555))
    try {
      const store = await openWorkspace(dir)
      expect(await store.tools()).toHaveLength(3)
      await store.close()
    } finally {
      folders.forEach((path) => chmodSync(path, 0o755))
    }
  })
})
