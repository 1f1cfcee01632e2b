import type { WebContents } from 'electron'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Opened, OpenedEvent } from '../../../../src-main/contract/opened'
import { connectOpening } from '../../../../src-main/hosts/desktop/ipc'
import { hearOpening, type Opening } from '../../../../src-main/hosts/desktop/opened'
import type { AppWorker } from '../../../../src-main/hosts/worker/app-worker'
import { fakeApp, workerOver } from '../../../fakes/app'
import { app, FakeWebContents, type FakeFrame } from '../../../fakes/electron'
import { eventually } from '../../../fixtures/eventually'

vi.mock('electron', () => import('../../../fakes/electron'))

let folder: string
let opening: Opening
let heard: Opened[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
  app.removeAllListeners()
  app.recent.length = 0
  opening = hearOpening()
  heard = []
})
afterEach(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, content = 'an archive'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const event = { preventDefault: () => undefined }
const listen = () => opening.tell((opened) => heard.push(opened))
const heardOf = (count: number) => eventually(() => expect(heard).toHaveLength(count))
const named = () => heard.map((one) => (one.kind === 'file' ? one.name : one.kind))

describe('what the system opens', () => {
  it('waits for a window, and is told in the order in which it was opened', async () => {
    app.emit('open-file', event, fileOf('one.pegboard'))
    app.emit('open-url', event, 'pegboard://open/demo')
    app.emit('open-file', event, fileOf('two.PEGBOARD'))
    listen()
    await heardOf(3)
    expect(named()).toEqual(['one.pegboard', 'link', 'two.PEGBOARD'])
    expect(app.recent.map((path) => basename(path))).toEqual(['one.pegboard', 'two.PEGBOARD'])
  })

  it('waits again once a window is gone, twenty at most', async () => {
    listen()()
    const all = Array.from({ length: 30 }, (_, at) => `pegboard://open/demo-${at}`)
    let count = 0
    opening.onOpened(() => (count += 1))
    opening.start(all, folder)
    await eventually(() => expect(count).toBe(30))
    listen()
    expect(heard).toHaveLength(20)
    expect(heard[0]).toEqual({ kind: 'link', place: { workspace: 'demo-0' } })
  })

  it('is named by the arguments of a start, as seen from its folder', async () => {
    fileOf('here.pegboard')
    const address = pathToFileURL(fileOf('a b.pegboard')).href
    listen()
    opening.start(
      ['.', '--flag=x.pegboard', 'here.pegboard', address, 'PEGBOARD://open/x.pegboard'],
      folder,
    )
    await heardOf(3)
    expect(named()).toEqual(['here.pegboard', 'a b.pegboard', 'link'])
  })

  it('is named by the arguments of another start too', async () => {
    fileOf('here.pegboard')
    listen()
    app.emit('second-instance', {}, ['/pegboard', '--switch', 'here.pegboard'], folder)
    await heardOf(1)
    expect(named()).toEqual(['here.pegboard'])
  })

  it('is refused in words where it is no workspace file or no link', async () => {
    mkdirSync(join(folder, 'folder.pegboard'))
    truncateSync(fileOf('huge.pegboard'), (512 << 20) + 1)
    listen()
    app.emit('open-file', event, fileOf('tools.json'))
    for (const name of ['folder', 'huge', 'gone', 'nul\0', 'x'.repeat(300)])
      opening.start([`${name}.pegboard`], folder)
    opening.start(['file://elsewhere%2f.example/x.pegboard', 'pegboard://user@open/x'], folder)
    await heardOf(8)
    const texts = heard.map((one) => (one.kind === 'refused' ? one.text : one.kind))
    expect(texts.slice(0, 4)).toEqual([
      '“tools.json” cannot be opened: its name does not end with .pegboard.',
      '“folder.pegboard” cannot be opened: there is no such file.',
      '“huge.pegboard” cannot be opened: it is larger than any workspace file.',
      '“gone.pegboard” cannot be opened: there is no such file.',
    ])
    expect(texts.slice(4, 7).every((text) => text.endsWith('no such file.'))).toBe(true)
    expect(texts[7]).toBe('The link leads to nothing that Pegboard opens.')
    expect(texts.join('')).not.toContain('\0')
    expect(app.recent).toEqual([])
  })
})

describe('a window', () => {
  const page: FakeFrame = { origin: 'app://pegboard', parent: null }
  const strangers: (FakeFrame | null)[] = [
    null,
    { origin: 'app://pegboard', parent: page },
    { origin: 'https://evil.example', parent: null },
  ]
  /** What was handed in, by its place. */
  let handedIn: Map<string, string>
  let contents: FakeWebContents
  let worker: AppWorker
  let refusal: string | undefined
  beforeEach(() => {
    handedIn = new Map()
    refusal = undefined
    const fake = fakeApp()
    fake.dispatch = async (action, input) => {
      if (action === 'files.begin') return { ok: true, data: { folder: '/begun' } }
      if (refusal) return { ok: false, error: { code: 'bad-input', message: refusal } }
      const { folder: begun, path, bytes } = input as Record<string, string>
      const place = `${begun}/${path}`
      const piece = Buffer.from(bytes ?? '', 'base64').toString()
      handedIn.set(place, (handedIn.get(place) ?? '') + piece)
      return { ok: true, data: { path: place } }
    }
    worker = workerOver(fake)
    contents = new FakeWebContents()
    connectOpening(contents as unknown as WebContents, { origin: page.origin, worker, opening })
  })
  afterEach(() => worker.close())

  const hear = (frame: FakeFrame | null = page) =>
    contents.ipc.receive('pegboard:hear', frame, undefined)
  const handIn = (ticket: unknown, frame: FakeFrame | null = page) =>
    contents.ipc.invoke('pegboard:hand-in', frame, ticket)
  const told = () => contents.sent.map(({ payload }) => (payload as OpenedEvent).opened)

  async function ticketOf(path: string): Promise<string> {
    hear()
    opening.start([path], folder)
    await eventually(() => expect(told().at(-1)).toMatchObject({ name: basename(path) }))
    const file = told().at(-1)
    return file?.kind === 'file' ? file.ticket : ''
  }

  it('is told nothing before its own page hears it, nor after that is gone', async () => {
    let count = 0
    opening.onOpened(() => (count += 1))
    const opened = async (link: string) => {
      const before = count
      opening.start([link], folder)
      await eventually(() => expect(count).toBe(before + 1))
    }
    strangers.forEach(hear)
    await opened('pegboard://open/one')
    expect(told()).toEqual([])
    hear()
    expect(told()).toEqual([{ kind: 'link', place: { workspace: 'one' } }])
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
    await opened('pegboard://open/two')
    expect(told()).toHaveLength(1)
    hear()
    expect(told()).toHaveLength(2)
    contents.emit('render-process-gone')
    await opened('pegboard://open/three')
    hear()
    contents.destroy()
    await opened('pegboard://open/four')
    expect(told()).toHaveLength(3)
  })

  it('hands a file in whole by its ticket, and is never told its path', async () => {
    const text = 'many bytes '.repeat(400_000)
    const ticket = await ticketOf(fileOf('catalog.pegboard', text))
    expect(JSON.stringify(told())).not.toContain(folder.slice(1))
    expect(await handIn(ticket)).toEqual({ ok: true, data: '/begun/opened.pegboard' })
    expect(handedIn.get('/begun/opened.pegboard') === text).toBe(true)
  })

  it('hands in an empty file, for the import to say what is wrong with it', async () => {
    expect(await handIn(await ticketOf(fileOf('empty.pegboard', '')))).toMatchObject({ ok: true })
    expect([...handedIn.values()]).toEqual([''])
  })

  it('hands in nothing for a stranger, nor for what is no ticket', async () => {
    const path = fileOf('catalog.pegboard')
    const ticket = await ticketOf(path)
    for (const frame of strangers) expect(await handIn(ticket, frame)).toMatchObject({ ok: false })
    for (const wrong of [path, undefined, 7, { ticket }, crypto.randomUUID(), '../x'])
      expect(await handIn(wrong)).toMatchObject({ ok: false })
    expect(handedIn.size).toBe(0)
  })

  it('says so where the file is gone, or is refused', async () => {
    const path = fileOf('catalog.pegboard')
    const ticket = await ticketOf(path)
    refusal = 'That is more than can be read at once.'
    appendFileSync(path, 'more')
    expect(await handIn(ticket)).toMatchObject({ error: { message: refusal } })
    rmSync(path)
    expect(await handIn(ticket)).toMatchObject({
      error: { message: 'catalog.pegboard cannot be read.' },
    })
  })

  it('forgets all files but the last twenty', async () => {
    const first = await ticketOf(fileOf('0.pegboard'))
    for (let at = 1; at <= 20; at++) await ticketOf(fileOf(`${at}.pegboard`))
    expect(await handIn(first)).toMatchObject({ ok: false })
  })
})
