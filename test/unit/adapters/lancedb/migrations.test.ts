import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Migration } from '../../../../src-main/adapters/lancedb/migration'
import { MIGRATIONS } from '../../../../src-main/adapters/lancedb/migrations'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { sampleWorkspace, stateOf } from './temporary-workspaces'

const rename = (suffix: string): Migration => ({
  workspace: async (manifest) => ({ ...manifest, name: `${String(manifest['name'])}${suffix}` }),
  archive: ({ head, rows }) => ({
    head: { ...head, name: `${String(head['name'])}${suffix}` },
    rows,
  }),
})

const storedIn = (dir: string) =>
  JSON.parse(readFileSync(join(dir, 'workspace.json'), 'utf8')) as Record<string, unknown>

describe('a workspace of an older version', () => {
  it('is brought up to date step by step when it is opened', async () => {
    const { folder, store } = await sampleWorkspace()
    const before = await stateOf(store)
    const migrations = [...MIGRATIONS, rename(' one'), rename(' two')]
    const library = workspaceLibrary(folder, { migrations })
    expect((await library.list())[0]).toEqual({ dir: store.dir, name: 'before' })

    const opened = await library.open(store.dir)
    expect(storedIn(store.dir)).toMatchObject({ schemaVersion: 4, name: 'before one two' })
    expect(await stateOf(opened)).toEqual({
      ...before,
      info: { ...before.info, name: 'before one two' },
    })
    await opened.close()

    const again = await library.open(store.dir)
    expect((await again.info()).name).toBe('before one two')
    await again.close()
  })

  it('takes only the steps it lacks', async () => {
    const { folder, store } = await sampleWorkspace()
    await workspaceLibrary(folder, { migrations: [...MIGRATIONS, rename(' one')] }).open(store.dir)
    const migrations = [...MIGRATIONS, rename(' one'), rename(' two')]
    const library = workspaceLibrary(folder, { migrations })
    expect((await (await library.open(store.dir)).info()).name).toBe('before one two')
  })

  it('stays as it was when a step fails', async () => {
    const { folder, store } = await sampleWorkspace()
    const before = storedIn(store.dir)
    const failing: Migration = {
      ...rename(''),
      workspace: () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
    }
    const migrations = [...MIGRATIONS, rename(' one'), failing]
    const library = workspaceLibrary(folder, { migrations })
    await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'storage' })
    expect(storedIn(store.dir)).toEqual(before)
    expect(await store.tools()).toHaveLength(2)
  })

  it('of no version at all is no workspace file', async () => {
    const { library, store } = await sampleWorkspace()
    writeFileSync(join(store.dir, 'workspace.json'), '{"name": "before"}')
    await expect(library.open(store.dir)).rejects.toMatchObject({ code: 'unreadable' })
  })
})
