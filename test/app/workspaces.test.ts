import { describe, expect, it } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp } from './open-app'

describe('workspaces', () => {
  it('begin with the demo, once', async () => {
    const { ask } = await openApp()
    const first = await ask('workspace.first', {})
    expect(first).toMatchObject({ name: 'Demo', goldenSets: 1, bundles: 60 })
    expect(first.tools).toBeGreaterThanOrEqual(95)
    expect((await ask('workspace.first', {})).dir).toBe(first.dir)
    expect(await ask('workspace.list', {})).toHaveLength(1)
  })

  it('open the last one used first', async () => {
    const { ask } = await openApp()
    await ask('workspace.first', {})
    const { dir } = await ask('workspace.create', { name: 'Mine' })
    await ask('workspace.open', { dir })
    expect(await ask('workspace.first', {})).toMatchObject({ name: 'Mine' })
  })

  it('are not shown first for having been read', async () => {
    const { ask } = await openApp()
    const { dir } = await ask('workspace.first', {})
    await ask('workspace.open', { dir })
    const other = await ask('workspace.create', { name: 'Mine' })
    expect(await ask('workspace.read', { dir: other.dir })).toMatchObject({ name: 'Mine' })
    expect(await ask('workspace.first', {})).toMatchObject({ dir })
  })

  it('can be renamed and duplicated', async () => {
    const { ask, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await ask('workspace.rename', { dir, name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
    })
    const copy = await ask('workspace.duplicate', { dir, name: 'Copy' })
    expect(copy).toMatchObject({ name: 'Copy', tools: 5, goldenSets: 1 })
    expect(copy.dir).not.toBe(dir)
  })

  it('are deleted only when their name is repeated', async () => {
    const { ask, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await reply('workspace.delete', { dir, confirm: 'small' })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fix: 'Type “Small” to delete it.' },
    })
    await ask('workspace.delete', { dir, confirm: 'Small' })
    expect(await ask('workspace.list', {})).toEqual([])
    expect(await reply('workspace.open', { dir })).toMatchObject({ error: { code: 'not-found' } })
  })

  it('travel as one file, handed over piece by piece', async () => {
    const { ask, folder, smallWorkspace } = await openApp()
    const offered = await ask('workspace.export', { dir: await smallWorkspace() })
    expect(offered.name).toBe('Small.pegboard')
    const pieces: Buffer[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece: { bytes: string; next?: number } = await ask('files.read', {
        file: offered.file,
        offset,
      })
      pieces.push(Buffer.from(piece.bytes, 'base64'))
      offset = piece.next
    }
    const path = join(folder, offered.name)
    await writeFile(path, Buffer.concat(pieces))
    const restored = await ask('workspace.import', { path, name: 'Restored' })
    expect(restored).toMatchObject({ name: 'Restored', tools: 5, goldenSets: 1 })
  })

  it('refuse a file that is no exported workspace and leave nothing behind', async () => {
    const { ask, reply, file } = await openApp()
    const path = await file('broken.pegboard', 'this is no archive')
    expect(await reply('workspace.import', { path })).toMatchObject({
      ok: false,
      error: { code: 'unreadable' },
    })
    expect(await ask('workspace.list', {})).toEqual([])
  })

  it('tell listeners of every commit', async () => {
    const { app, ask, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const heard: string[] = []
    const stop = app.onBroadcast((event) => heard.push(event.dir))
    await ask('workspace.rename', { dir, name: 'Again' })
    stop()
    await ask('workspace.rename', { dir, name: 'And again' })
    expect(heard).toEqual([dir])
  })
})

describe('settings', () => {
  it('have defaults, keep what is written and refuse what does not fit', async () => {
    const { ask, reply } = await openApp()
    expect(await ask('settings.read', {})).toMatchObject({ theme: 'system', maximumK: 128 })
    expect(await ask('settings.write', { theme: 'dark', k: 7 })).toMatchObject({
      theme: 'dark',
      k: 7,
    })
    expect(await ask('settings.read', {})).toMatchObject({ theme: 'dark', k: 7 })
    expect(await ask('settings.write', { maximumK: 64 })).toMatchObject({ theme: 'dark', k: 7 })
    expect(await reply('settings.write', { ollamaUrl: 'javascript:alert(1)' })).toMatchObject({
      error: { code: 'bad-input' },
    })
  })
})
