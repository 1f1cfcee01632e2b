import { describe, expect, it } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp } from './open-app'

describe('workspaces', () => {
  it('begin with the demo, once', async () => {
    const { request } = await openApp()
    const first = await request('workspace.first', {})
    expect(first).toMatchObject({ name: 'Demo', goldenSets: 2, bundles: 60 })
    expect(first.tools).toBeGreaterThanOrEqual(95)
    expect((await request('workspace.first', {})).dir).toBe(first.dir)
    expect(await request('workspace.list', {})).toHaveLength(1)
  })

  it('open the last one used first', async () => {
    const { request } = await openApp()
    await request('workspace.first', {})
    const { dir } = await request('workspace.create', { name: 'Mine' })
    await request('workspace.open', { dir })
    expect(await request('workspace.first', {})).toMatchObject({ name: 'Mine' })
  })

  it('are not shown first for having been read', async () => {
    const { request } = await openApp()
    const { dir } = await request('workspace.first', {})
    await request('workspace.open', { dir })
    const other = await request('workspace.create', { name: 'Mine' })
    expect(await request('workspace.read', { dir: other.dir })).toMatchObject({ name: 'Mine' })
    expect(await request('workspace.first', {})).toMatchObject({ dir })
  })

  it('can be renamed and duplicated', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await request('workspace.rename', { dir, name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
    })
    const copy = await request('workspace.duplicate', { dir, name: 'Copy' })
    expect(copy).toMatchObject({ name: 'Copy', tools: 5, goldenSets: 1 })
    expect(copy.dir).not.toBe(dir)
  })

  it('are deleted only when their name is repeated', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await reply('workspace.delete', { dir, confirm: 'small' })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fix: 'Type “Small” to delete it.' },
    })
    await request('workspace.delete', { dir, confirm: 'Small' })
    expect(await request('workspace.list', {})).toEqual([])
    expect(await reply('workspace.open', { dir })).toMatchObject({ error: { code: 'not-found' } })
  })

  it('travel as one file, handed over piece by piece', async () => {
    const { request, folder, smallWorkspace } = await openApp()
    const offered = await request('workspace.export', { dir: await smallWorkspace() })
    expect(offered.name).toBe('Small.pegboard')
    const pieces: Buffer[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece: { bytes: string; next?: number } = await request('files.read', {
        file: offered.file,
        offset,
      })
      pieces.push(Buffer.from(piece.bytes, 'base64'))
      offset = piece.next
    }
    const path = join(folder, offered.name)
    await writeFile(path, Buffer.concat(pieces))
    const restored = await request('workspace.import', { path, name: 'Restored' })
    expect(restored).toMatchObject({ name: 'Restored', tools: 5, goldenSets: 1 })
  })

  it('refuse a file that is no exported workspace and leave nothing behind', async () => {
    const { request, reply, file } = await openApp()
    const path = await file('broken.pegboard', 'this is no archive')
    expect(await reply('workspace.import', { path })).toMatchObject({
      ok: false,
      error: { code: 'unreadable' },
    })
    expect(await request('workspace.list', {})).toEqual([])
  })

  it('tell listeners of every commit', async () => {
    const { app, request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const heard: string[] = []
    const stop = app.onBroadcast((event) => heard.push(event.dir))
    await request('workspace.rename', { dir, name: 'Again' })
    stop()
    await request('workspace.rename', { dir, name: 'And again' })
    expect(heard).toEqual([dir])
  })
})

describe('settings', () => {
  it('have defaults, keep what is written and refuse what does not fit', async () => {
    const { request, reply } = await openApp()
    expect(await request('settings.read', {})).toMatchObject({ theme: 'system', maximumK: 128 })
    expect(await request('settings.write', { theme: 'dark', welcomed: true })).toMatchObject({
      theme: 'dark',
      welcomed: true,
    })
    expect(await request('settings.read', {})).toMatchObject({ theme: 'dark', welcomed: true })
    expect(await request('settings.write', { maximumK: 64 })).toMatchObject({
      theme: 'dark',
      welcomed: true,
    })
    expect(await reply('settings.write', { ollamaUrl: 'javascript:alert(1)' })).toMatchObject({
      error: { code: 'bad-input' },
    })
  })
})
