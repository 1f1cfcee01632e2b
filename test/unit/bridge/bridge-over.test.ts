// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { reactive } from 'vue'
import type { MenuChoice } from '../../../src-main/contract/menu'
import type { OpenedEvent } from '../../../src-main/contract/opened'
import type { PreloadApi } from '../../../src-main/contract/preload-api'
import type { Progress, Reply, ServerEvent } from '../../../src-main/contract/reply'
import { bridgeOver } from '../../../src-renderer/bridge/bridge-over'
import { connect } from '../../../src-renderer/bridge/connect'

type Sent = Parameters<PreloadApi['request']>[0]

/** A host that waits to be told what to reply, and clones as a process boundary does. */
function fakeHost() {
  const sent: Sent[] = []
  const cancelled: string[] = []
  const settle: ((reply: Reply<unknown>) => void)[] = []
  const listeners = new Set<Parameters<PreloadApi['on']>[0]>()
  const api: PreloadApi = {
    request(message) {
      sent.push(structuredClone(message))
      return new Promise((resolve) => settle.push(resolve))
    },
    cancel: (id) => void cancelled.push(id),
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const emit = (event: ServerEvent | MenuChoice | OpenedEvent) =>
    listeners.forEach((listener) => listener(event))
  return { api, sent, cancelled, settle, emit }
}

const done = { ok: true, data: { deleted: 'x' } } as const

describe('a request', () => {
  it('is sent under an id of its own and resolves with its reply', async () => {
    const host = fakeHost()
    const bridge = bridgeOver(host.api)
    const first = bridge.request('workspace.delete', { dir: '/a', confirm: 'a' })
    const second = bridge.request('workspace.delete', { dir: '/b', confirm: 'b' })
    host.settle[1]?.({ ok: false, error: { code: 'not-found', message: 'No b.' } })
    host.settle[0]?.(done)
    expect(await first).toEqual(done)
    expect(await second).toMatchObject({ ok: false })
    expect(host.sent[0]).toMatchObject({ kind: 'request', action: 'workspace.delete' })
    expect(host.sent[0]?.id).not.toBe(host.sent[1]?.id)
  })

  it('may hold the reactive state of a view', async () => {
    const host = fakeHost()
    const state = reactive({ dir: '/a', filter: { tags: ['x'] } })
    void bridgeOver(host.api).request('catalog.list', state)
    expect(host.sent[0]?.input).toEqual({ dir: '/a', filter: { tags: ['x'] } })
  })

  it('keeps the digits of integers beyond 2^53', async () => {
    const host = fakeHost()
    const state = reactive({ dir: '/a', fields: { parameters: { const: 1234567890123456789n } } })
    void bridgeOver(host.api).request('catalog.edit', state as never)
    expect(host.sent[0]?.input).toEqual({
      dir: '/a',
      fields: { parameters: { const: 1234567890123456789n } },
    })
  })

  it('is answered with an error when it cannot be sent', async () => {
    const host = fakeHost()
    const api = { ...host.api, request: () => Promise.reject(new Error('gone')) }
    expect(await bridgeOver(api).request('app.about', {})).toMatchObject({
      ok: false,
      error: { code: 'internal', message: expect.stringContaining('gone') as string },
    })
  })
})

describe('aborting', () => {
  it('cancels the request and waits for what the app says', async () => {
    const host = fakeHost()
    const abort = new AbortController()
    const reply = bridgeOver(host.api).request('app.about', {}, { signal: abort.signal })
    abort.abort()
    expect(host.cancelled).toEqual([host.sent[0]?.id])
    host.settle[0]?.({ ok: false, error: { code: 'cancelled', message: 'Stopped.' } })
    expect(await reply).toMatchObject({ ok: false, error: { message: 'Stopped.' } })
  })

  it('beforehand sends nothing', async () => {
    const host = fakeHost()
    const signal = AbortSignal.abort()
    const reply = await bridgeOver(host.api).request('app.about', {}, { signal })
    expect(reply).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(host.sent).toEqual([])
  })

  it('afterwards cancels nothing', async () => {
    const host = fakeHost()
    const abort = new AbortController()
    const reply = bridgeOver(host.api).request('app.about', {}, { signal: abort.signal })
    host.settle[0]?.(done)
    await reply
    abort.abort()
    expect(host.cancelled).toEqual([])
  })
})

describe('events', () => {
  it('of progress reach the request they belong to, until its reply', async () => {
    const host = fakeHost()
    const bridge = bridgeOver(host.api)
    const heard: { first: Progress[]; second: Progress[] } = { first: [], second: [] }
    const first = bridge.request('app.about', {}, { onProgress: (step) => heard.first.push(step) })
    void bridge.request('app.about', {}, { onProgress: (step) => heard.second.push(step) })
    const id = host.sent[0]?.id ?? ''
    host.emit({ kind: 'progress', id, progress: { what: 'Working', done: 1 } })
    host.settle[0]?.(done)
    await first
    host.emit({ kind: 'progress', id, progress: { what: 'Working', done: 2 } })
    expect(heard).toEqual({ first: [{ what: 'Working', done: 1 }], second: [] })
  })

  it('of changes reach all who listen, until they stop', () => {
    const host = fakeHost()
    const bridge = bridgeOver(host.api)
    const revisions: number[] = []
    const stop = bridge.onChange(({ revision }) => revisions.push(revision))
    bridge.onChange(({ revision }) => revisions.push(revision * 10))
    host.emit({ kind: 'changed', dir: '/w', revision: 1, commit: 'c1' })
    stop()
    host.emit({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
    expect(revisions).toEqual([1, 10, 20])
  })

  it('of answers that are others by now reach those who listen for them, until they stop', () => {
    const host = fakeHost()
    const bridge = bridgeOver(host.api)
    const heard: string[] = []
    bridge.onNotice(({ text }) => heard.push(text))
    const stop = bridge.onOutdated(({ action }) => heard.push(action))
    host.emit({ kind: 'outdated', dir: '/w', action: 'serving.state' })
    stop()
    host.emit({ kind: 'outdated', dir: '/w', action: 'sources.list' })
    expect(heard).toEqual(['serving.state'])
  })

  it('of notices reach those who listen for notices, until they stop', () => {
    const host = fakeHost()
    const bridge = bridgeOver(host.api)
    const heard: (string | number)[] = []
    bridge.onChange(({ revision }) => heard.push(revision))
    const stop = bridge.onNotice(({ text }) => heard.push(text))
    host.emit({ kind: 'notice', dir: '/w', text: 'Embedded again.' })
    host.emit({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
    stop()
    host.emit({ kind: 'notice', dir: '/w', text: 'And again.' })
    expect(heard).toEqual(['Embedded again.', 2])
  })
})

describe('the menus of the system', () => {
  it('are none where the host has none', () => {
    expect(bridgeOver(fakeHost().api).menu).toBeUndefined()
  })

  it('are offered commands, and what is chosen reaches those who listen, until they stop', () => {
    const host = fakeHost()
    const offered: unknown[] = []
    const { menu } = bridgeOver({ ...host.api, offer: (commands) => void offered.push(commands) })
    const chosen: string[] = []
    const stop = menu?.onChoice(({ id }) => chosen.push(id))
    const commands = [{ id: 'import', menu: 'File' as const, title: 'Import', keys: 'Mod+I' }]
    menu?.offer(reactive(commands))
    host.emit({ kind: 'command', id: 'import' })
    stop?.()
    host.emit({ kind: 'command', id: 'other' })
    expect([offered, chosen]).toEqual([[commands], ['import']])
  })
})

it('is connected through the preload where there is one', async () => {
  const host = fakeHost()
  window.pegboard = host.api
  const bridge = await connect()
  void bridge?.request('app.about', {})
  delete window.pegboard
  expect(host.sent).toHaveLength(1)
})

describe('what the system opens', () => {
  it('is heard from when somebody listens, until they stop', () => {
    const host = fakeHost()
    let heard = 0
    const handIn = () => Promise.resolve({ ok: true as const, data: '/in' })
    const { opened } = bridgeOver({ ...host.api, opened: { hear: () => (heard += 1), handIn } })
    expect(heard).toBe(0)
    const told: unknown[] = []
    const stop = opened?.onOpened((one) => told.push(one))
    expect(heard).toBe(1)
    const refused = { kind: 'refused', text: 'No.' } as const
    host.emit({ kind: 'opened', opened: refused })
    stop?.()
    host.emit({ kind: 'opened', opened: refused })
    expect(told).toEqual([refused])
  })

  it('is handed in, or fails with an error', async () => {
    const host = fakeHost()
    const handIn = () => Promise.reject(new Error('gone'))
    const { opened } = bridgeOver({ ...host.api, opened: { hear: () => undefined, handIn } })
    expect(await opened?.handIn('t')).toMatchObject({ ok: false, error: { code: 'internal' } })
  })

  it('is not offered by a host that is told nothing of it', () => {
    expect(bridgeOver(fakeHost().api).opened).toBeUndefined()
  })
})
