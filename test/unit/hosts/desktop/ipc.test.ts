import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppWorker } from '../../../../src-main/hosts/worker/app-worker'
import { connectMenu, connectWindow } from '../../../../src-main/hosts/desktop/ipc'
import { fakeApp, workerOver, type FakeApp } from '../../../fakes/app'
import { FakeWebContents, type FakeFrame } from '../../../fakes/electron'
import { eventually } from '../../../fixtures/eventually'

vi.mock('electron', () => import('../../../fakes/electron'))

const page: FakeFrame = { origin: 'app://pegboard', parent: null }
const request = (id: string, action: string, input: unknown) => ({
  kind: 'request',
  id,
  action,
  input,
})

let app: FakeApp
let worker: AppWorker
let watched: string[]
let contents: FakeWebContents
beforeEach(() => {
  app = fakeApp()
  worker = workerOver(app)
  contents = new FakeWebContents()
  watched = []
  connectWindow(contents as unknown as WebContents, worker, {
    origin: 'app://pegboard',
    watch: {
      progress: (id, { what }) => watched.push(`${id} ${what}`),
      ended: (id, { ok }) => watched.push(`${id} ended ${ok}`),
    },
    onReply: (action, { ok }) => watched.push(`${action} answered ${ok}`),
  })
})
afterEach(() => worker.close())

const send = (payload: unknown, frame: FakeFrame | null = page) =>
  contents.ipc.invoke('pegboard:request', frame, payload)
const logged = (line: string) => eventually(() => expect(app.log).toContain(line))

it('listens on two channels', () => {
  expect([...contents.ipc.handlers.keys(), ...contents.ipc.eventNames()]).toEqual([
    'pegboard:request',
    'pegboard:cancel',
  ])
})

it('answers the page with the reply of the app', async () => {
  expect(await send(request('1', 'echo', { a: 1 }))).toEqual({ ok: true, data: { a: 1 } })
})

it('keeps the digits of integers beyond 2^53', async () => {
  const data = { id: 1234567890123456789n }
  expect(await send(request('1', 'echo', data))).toEqual({ ok: true, data })
})

const strangers: [string, FakeFrame | null][] = [
  ['a frame that is gone', null],
  ['a frame within the page', { origin: 'app://pegboard', parent: page }],
  ['another site', { origin: 'https://evil.example', parent: null }],
  ['another host of the scheme', { origin: 'app://other', parent: null }],
  ['a page without an origin', { origin: 'null', parent: null }],
  ['a file', { origin: 'file://', parent: null }],
]

it('has its work watched, by the ids of the page', async () => {
  await send(request('1', 'count', 2))
  expect(watched).toEqual(['1 Counting', '1 Counting', '1 ended true', 'count answered true'])
})

describe('what the menus are offered', () => {
  const command = { id: 'import', menu: 'File', title: 'Import' }
  function menus() {
    const offers: unknown[] = []
    const choose = connectMenu(contents as unknown as WebContents, 'app://pegboard', (commands) =>
      offers.push(commands),
    )
    return { offers, choose }
  }

  it('comes from the window’s page, which is told what was chosen, until it is gone', () => {
    const { offers, choose } = menus()
    contents.ipc.receive('pegboard:offer', page, [command])
    choose('import')
    contents.destroy()
    choose('import')
    expect(offers).toEqual([[command], []])
    expect(contents.sent).toEqual([
      { channel: 'pegboard:event', payload: { kind: 'command', id: 'import' } },
    ])
  })

  it.each(strangers)('comes not from %s', (_who, frame) => {
    const { offers } = menus()
    contents.ipc.receive('pegboard:offer', frame, [command])
    expect(offers).toEqual([])
  })

  it.each([
    ['no list', command],
    ['another menu', [{ ...command, menu: 'appMenu' }]],
    ['no name', [{ id: 'import', menu: 'File' }]],
    ['too long a name', [{ ...command, title: 'x'.repeat(501) }]],
    ['too many', Array.from({ length: 2_001 }, () => command)],
  ])('is left alone where it is %s', (_what, offer) => {
    const { offers } = menus()
    contents.ipc.receive('pegboard:offer', page, offer)
    expect(offers).toEqual([])
  })
})

describe('a sender', () => {
  it.each(strangers)('that is %s is refused', async (_who, frame) => {
    expect(await send(request('1', 'wait', 'x'), frame)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
    expect(app.log).toEqual([])
  })

  it.each(strangers)('that is %s cancels nothing', async (_who, frame) => {
    const waiting = send(request('1', 'wait', 'x'))
    await logged('started: x')
    contents.ipc.receive('pegboard:cancel', frame, '1')
    await send(request('2', 'echo', 1))
    expect(app.log).toEqual(['started: x'])
    contents.ipc.receive('pegboard:cancel', page, '1')
    await waiting
  })
})

it.each([
  undefined,
  null,
  'request',
  {},
  { kind: 'cancel', id: '1' },
  request('', 'wait', 'x'),
  request('x'.repeat(65), 'wait', 'x'),
  { ...request('1', 'wait', 'x'), id: 1 },
  { ...request('1', 'wait', 'x'), action: { toString: 'wait' } },
  request('1', 'w'.repeat(65), 'x'),
])('refuses the payload %j', async (payload) => {
  expect(await send(payload)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  expect(app.log).toEqual([])
})

it.each([undefined, null, { id: '1' }, 1, 'x'.repeat(65)])(
  'ignores the cancel %j',
  async (payload) => {
    const waiting = send(request('1', 'wait', 'x'))
    await logged('started: x')
    contents.ipc.receive('pegboard:cancel', page, payload)
    await send(request('2', 'echo', 1))
    expect(app.log).toEqual(['started: x'])
    contents.ipc.receive('pegboard:cancel', page, '1')
    expect(await waiting).toMatchObject({ error: { code: 'cancelled' } })
  },
)

it('sends progress, changes and notices on the one channel for events', async () => {
  await send(request('1', 'count', 1))
  app.broadcast({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
  app.broadcast({ kind: 'notice', dir: '/w', text: 'Embedded again.' })
  await send(request('2', 'echo', 1))
  const progress = { what: 'Counting', done: 1, total: 1 }
  expect(contents.sent).toEqual([
    { channel: 'pegboard:event', payload: { kind: 'progress', id: '1', progress } },
    {
      channel: 'pegboard:event',
      payload: { kind: 'changed', dir: '/w', revision: 2, commit: 'c2' },
    },
    { channel: 'pegboard:event', payload: { kind: 'notice', dir: '/w', text: 'Embedded again.' } },
  ])
})

describe('the requests of a page are cancelled', () => {
  it.each([
    ['reloaded', 'did-start-navigation', { isMainFrame: true, isSameDocument: false }],
    ['killed', 'render-process-gone', {}],
  ])('when it is %s', async (_what, event, details) => {
    void send(request('1', 'wait', 'x'))
    await logged('started: x')
    contents.emit(event, details)
    await logged('cancelled: x')
  })

  it('but not when it moves within the document', async () => {
    const waiting = send(request('1', 'wait', 'x'))
    await logged('started: x')
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true })
    await send(request('2', 'echo', 1))
    expect(app.log).toEqual(['started: x'])
    contents.ipc.receive('pegboard:cancel', page, '1')
    await waiting
  })

  it('and nothing more is sent, when the window is closed', async () => {
    void send(request('1', 'wait', 'x'))
    await logged('started: x')
    contents.destroy()
    await logged('cancelled: x')
    const sent = contents.sent.length
    app.broadcast({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
    expect(contents.sent).toHaveLength(sent)
  })
})

it('takes no answer of a person from the page', async () => {
  const answer = { kind: 'confirmed', id: '1', isAgreed: true }
  expect(await send(answer)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
})
