import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Origin } from '../../src-main/domain/catalog/source'
import { argsOf } from '../fixtures/mcp/fixture-server'
import { emptyFolder, openAppOn } from './open-app'
import { agree, withServer } from './sources'

/** All files below a folder, in one text. */
async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

describe('a program', () => {
  it('is not started before somebody agreed to it', async () => {
    const { app, dir, stdio, starts } = await withServer()
    const source = { name: 'notes', origin: stdio() }
    for (const action of ['import.preview', 'import.commit'] as const) {
      expect(await app.reply(action, { dir, source })).toMatchObject({
        error: { code: 'asks-start' },
      })
    }
    const look = await app.request('sources.look', { dir, source })
    expect(look).toMatchObject({ kind: 'stdio', isAgreed: false, program: process.execPath })
    expect(starts()).toBe(0)
  })

  it('is not started by copying, archiving, restoring or opening a workspace', async () => {
    const { app, add, dir, starts, folder } = await withServer()
    await add()
    await app.request('workspace.duplicate', { dir, name: 'Copy' })
    const { file } = await app.request('workspace.export', { dir })
    expect(starts()).toBe(1)

    const pieces: Buffer[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece: { bytes: string; next?: number } = await app.request('files.read', {
        file,
        offset,
      })
      pieces.push(Buffer.from(piece.bytes, 'base64'))
      offset = piece.next
    }
    const path = join(folder, 'notes.pegboard')
    await writeFile(path, Buffer.concat(pieces))
    const elsewhere = await openAppOn(await emptyFolder())
    const restored = await elsewhere.request('workspace.import', { path })
    const asked = { dir: restored.dir, source: { name: 'notes' } }
    expect(await elsewhere.reply('import.preview', asked)).toMatchObject({
      error: { code: 'asks-start' },
    })
    const opened = { dir, source: { name: 'notes' } }
    expect(await elsewhere.reply('import.commit', opened)).toMatchObject({
      error: { code: 'asks-start' },
    })
    expect(starts()).toBe(1)
  })

  it('is asked for again where its command, arguments or folder change', async () => {
    const { app, dir, stdio, add, folder } = await withServer()
    await add()
    const isAgreed = async (origin: Origin) =>
      (await app.request('sources.look', { dir, source: { name: 'other', origin } })).isAgreed
    expect(await isAgreed(stdio())).toBe(true)
    expect(await isAgreed(stdio({ say: 'more' }))).toBe(false)
    expect(await isAgreed(stdio({}, { cwd: join(folder, '..') }))).toBe(false)
    expect(await isAgreed(stdio({}, { command: '/bin/sh' }))).toBe(false)
  })

  it.skipIf(process.platform === 'win32')(
    'is asked for again where a link comes to lead to another program',
    async () => {
      const { app, dir, stdio, folder } = await withServer()
      const command = join(folder, 'serve')
      await symlink(process.execPath, command)
      const source = { name: 'notes', origin: stdio({}, { command }) }
      const { mark } = await app.request('sources.look', { dir, source })
      await app.request('sources.agree', { dir, source, mark })
      expect((await app.request('sources.look', { dir, source })).isAgreed).toBe(true)
      await rm(command)
      await symlink('/bin/sh', command)
      const look = await app.request('sources.look', { dir, source })
      expect(look).toMatchObject({ isAgreed: false, program: command })
    },
  )

  it('is asked for again where a variable says something else', async () => {
    const values: Record<string, string> = { TOKEN: 'swordfish-1' }
    const { app, dir, stdio } = await withServer({ variable: (name) => values[name] })
    const source = { name: 'notes', origin: stdio({}, { variables: ['TOKEN'] }) }
    expect((await agree(app, source, dir)).isAgreed).toBe(true)
    values.TOKEN = 'swordfish-2'
    expect((await app.request('sources.look', { dir, source })).isAgreed).toBe(false)
  })

  it('is not agreed to where something else was looked at', async () => {
    const { app, dir, stdio } = await withServer()
    const { mark } = await app.request('sources.look', {
      dir,
      source: { name: 'notes', origin: stdio() },
    })
    const source = { name: 'notes', origin: stdio({ say: 'other' }) }
    expect(await app.reply('sources.agree', { dir, source, mark })).toMatchObject({
      error: { code: 'conflict' },
    })
  })

  it('is marked where a variable changes what it loads', async () => {
    const { app, stdio } = await withServer({ variable: () => '--require x' })
    const source = { name: 'x', origin: stdio({}, { variables: ['NODE_OPTIONS', 'TOKEN'] }) }
    expect((await app.request('sources.look', { source })).needs).toEqual([
      { name: 'NODE_OPTIONS', written: '${env:NODE_OPTIONS}', risk: 'loads other code' },
      { name: 'TOKEN', written: '${env:TOKEN}' },
    ])
  })
})

describe('a secret', () => {
  const SECRET = 'swordfish-1'

  it('is asked for where it is missing, and kept nowhere on disk', async () => {
    const { app, dir, stdio, folder, refresh } = await withServer()
    const origin = stdio({}, { variables: ['TOKEN'] })
    const source = { name: 'notes', origin }
    const look = await app.request('sources.look', { dir, source })
    expect(look).toMatchObject({
      missing: ['TOKEN'],
      needs: [{ name: 'TOKEN', written: '${env:TOKEN}' }],
      variables: [{ name: 'TOKEN', isKnown: false }],
    })
    expect(await app.reply('import.commit', { dir, source })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringMatching(/TOKEN/) as string },
    })
    const values = { TOKEN: SECRET }
    const given = await app.request('sources.agree', { dir, source, values })
    expect(given).toMatchObject({ missing: [], isAgreed: false })
    const variables = ['TOKEN']
    await app.request('sources.agree', { dir, source, mark: given.mark, variables })
    const committed = await app.request('import.commit', { dir, source })
    expect(committed.change.added.total).toBe(2)
    await refresh()
    const told = [look, given, committed, await app.request('sources.list', { dir }), app.progress]
    expect(JSON.stringify(told)).not.toContain(SECRET)
    expect(await textBelow(folder)).not.toContain(SECRET)
  })

  it('stands in no message, whether it was a variable, an argument or in an address', async () => {
    const { app, dir, stdio } = await withServer({ variable: () => SECRET })
    const origins: Origin[] = [
      stdio({ does: 'refuses' }, { variables: ['TOKEN'] }),
      { kind: 'stdio', command: process.execPath, variables: [], args: ['-e', 'throw "${TOKEN}"'] },
      { kind: 'http', url: 'http://127.0.0.1:9/?key=${TOKEN}', headers: { A: 'Bearer ${TOKEN}' } },
    ]
    for (const [at, origin] of origins.entries()) {
      const source = { name: `source ${at}`, origin }
      const look = await agree(app, source, dir)
      const reply = await app.reply('import.commit', { dir, source })
      expect(reply).toMatchObject({ ok: false, error: { code: 'unavailable' } })
      expect(JSON.stringify([look, reply])).not.toContain(SECRET)
    }
  })

  it('is not taken as part of an address', async () => {
    const { app, dir } = await withServer()
    const origin = { kind: 'http' as const, url: `http://me:${SECRET}@127.0.0.1:9/`, headers: {} }
    const config = { mcpServers: { x: { url: origin.url } } }
    const file = await app.file('mcp.json', config)
    const listed = await app.request('sources.configured', { file })
    expect(listed.servers).toMatchObject([{ name: 'x', where: 'http://•••@127.0.0.1:9/' }])
    for (const from of [origin, { kind: 'config' as const, file, server: 'x' }]) {
      const source = { name: 'x', origin: from }
      const reply = await app.reply('sources.look', { dir, source })
      expect(reply).toMatchObject({ error: { code: 'bad-input' } })
      expect(JSON.stringify(reply)).not.toContain(SECRET)
    }
  })
})

describe('a sign-in', () => {
  it('is not begun where a header tells the server who asks', async () => {
    const { app, dir } = await withServer({ variable: () => 'swordfish' })
    const headers = { authorization: 'Bearer ${TOKEN}' }
    const source = {
      name: 'shop',
      origin: { kind: 'http' as const, url: 'http://127.0.0.1:9/', headers },
    }
    await agree(app, source, dir)
    expect(await app.reply('sources.signIn', { dir, source })).toMatchObject({
      error: { code: 'bad-input', fix: 'Take its header Authorization out first.' },
    })
  })

  it('is waited for no longer than a browser is', async () => {
    const begun = {
      address: 'https://a.example/',
      closed: Promise.resolve(),
      done: () => Promise.resolve(),
    }
    const signIns = { begin: () => Promise.resolve(begun), token: () => Promise.resolve(undefined) }
    const { app, dir } = await withServer({ signIns })
    const origin = { kind: 'http' as const, url: 'http://127.0.0.1:9/', headers: {} }
    const source = { name: 'shop', origin }
    await agree(app, source, dir)
    const { id } = await app.request('sources.signIn', { dir, source })
    expect(await app.reply('sources.signedIn', { id })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('a server of a client’s configuration', () => {
  it('is read anew from the file, and asked for again where that has changed', async () => {
    const { app, dir, folder, log, ids, refresh, starts } = await withServer()
    const told = { log, list: join(folder, 'tools.json') }
    const file = join(folder, '.mcp.json')
    const write = (env: object) => {
      const notes = { command: process.execPath, args: argsOf(told), env }
      return writeFile(file, JSON.stringify({ mcpServers: { notes, off: { disabled: true } } }))
    }
    await write({ TOKEN: 'one-value' })
    const source = { name: 'notes', origin: { kind: 'config' as const, file, server: 'notes' } }
    expect(await app.request('sources.configured', { file })).toMatchObject({
      servers: [{ name: 'notes' }, { name: 'off', isOff: true }],
    })
    await agree(app, source, dir)
    await app.request('import.commit', { dir, source })
    expect(await ids()).toEqual(['notes/find', 'notes/write'])
    await write({ TOKEN: 'other-value' })
    await expect(refresh()).rejects.toThrow('agreed')
    await writeFile(file, '{"mcpServers": {}}')
    await expect(refresh()).rejects.toThrow('is not there')
    expect(starts()).toBe(1)
  })

  it('is given with the source that it is already, by that name or another, until it is another program', async () => {
    const { app, dir, add, folder, log, stdio } = await withServer()
    const file = join(folder, '.mcp.json')
    const server = (more: object = {}) => ({
      command: process.execPath,
      args: argsOf({ log }),
      cwd: folder,
      ...more,
    })
    const write = (mcpServers: object) => writeFile(file, JSON.stringify({ mcpServers }))
    const connected = async () => {
      const { servers } = await app.request('sources.configured', { file, dir })
      return Object.fromEntries(servers.map(({ name, source }) => [name, source]))
    }
    await write({ mine: server(), same: server(), other: server({ env: { ACCOUNT: 'two' } }) })
    expect(await connected()).toEqual({ mine: undefined, same: undefined, other: undefined })
    await add('mine', { kind: 'config', file, server: 'mine' })
    await app.request('sources.rename', { dir, name: 'mine', to: 'yours' })
    expect(await connected()).toEqual({ mine: 'yours', same: 'yours', other: undefined })
    expect(await app.request('sources.configured', { file })).toMatchObject({
      servers: [{ name: 'mine' }, { name: 'same' }, { name: 'other' }],
    })

    await write({ typed: { command: process.execPath, args: argsOf({ log }), cwd: folder } })
    await app.request('sources.remove', { dir, name: 'yours' })
    expect(await connected()).toEqual({ typed: undefined })
    await add('by hand', stdio({}, { args: argsOf({ log }) }))
    expect(await connected()).toEqual({ typed: 'by hand' })
    await write({ typed: { command: process.execPath, args: argsOf({ log, does: 'pages' }) } })
    expect(await connected()).toEqual({ typed: undefined })
  })
})
