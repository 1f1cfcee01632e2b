import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Broadcast, ServerEvent } from '../../../../src-main/contract/reply'
import { openClient, requestMessage, responseTo, type HttpClient } from './http-client'
import { eventually } from '../../../fixtures/eventually'

let client: HttpClient
beforeEach(async () => void (client = await openClient()))
afterEach(() => client.close())

const logged = (line: string) => eventually(() => expect(client.app.log).toContain(line))

/** Listens to a tab's events, from once the stream is open. */
async function listen(tab: string) {
  const { authorization } = client
  const sent = client.send({ path: `/events?tab=${tab}`, headers: { authorization } })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const events: ServerEvent[] = []
  let text = ''
  response.setEncoding('utf8')
  response.on('error', () => undefined)
  response.on('data', (piece: string) => {
    text += piece
    const whole = text.split('\n\n')
    text = whole.pop() ?? ''
    for (const event of whole.filter((event) => event.startsWith('data: ')))
      events.push(JSON.parse(event.slice(6)) as ServerEvent)
  })
  return { response, events, stop: () => sent.destroy() }
}

describe('a message', () => {
  it('is answered with the reply of the app', async () => {
    const answer = await client.post(requestMessage('1', 'echo', { text: 'héllo' }))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(JSON.parse(answer.body)).toEqual({ ok: true, data: { text: 'héllo' } })
  })

  it('and its answer keep the digits of integers beyond 2^53', async () => {
    const answer = await client.post(requestMessage('1', 'echo', { id: 1234567890123456789n }))
    expect(answer.body).toBe('{"ok":true,"data":{"id":1234567890123456789}}')
  })

  it('is answered with the error of the app', async () => {
    const answer = await client.post(requestMessage('1', 'no.such', {}))
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'of the content type "%s" is refused',
    async (type) => {
      const answer = await client.post(requestMessage('1', 'wait', 'x'), { 'content-type': type })
      expect(answer.status).toBe(415)
      expect(client.app.log).toEqual([])
    },
  )

  it.each([
    ['text that is not JSON', '{"kind":'],
    ['nothing', ''],
    ['another kind', JSON.stringify({ kind: 'changed', dir: '/', revision: 1, commit: 'c1' })],
    ['an id that is not text', JSON.stringify({ kind: 'request', id: 1, action: 'wait' })],
    ['an id that is too long', JSON.stringify({ kind: 'cancel', id: 'x'.repeat(65) })],
  ])('holding %s is refused', async (_what, body) => {
    const answer = await client.post(body)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  })

  it('as large as a piece of a file is accepted', async () => {
    const answer = await client.post(requestMessage('1', 'echo', 'x'.repeat(6_000_000)))
    expect(answer.status).toBe(200)
  })

  it('that announces too large a body is refused before it is read', async () => {
    const { authorization } = client
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': String(9 * 2 ** 20),
      expect: '100-continue',
    }
    const sent = client.send({ path: '/message', method: 'POST', headers }, '{')
    expect((await responseTo(sent)).status).toBe(413)
    sent.destroy()
  })

  it('that grows too large while it is read is refused', async () => {
    const { authorization } = client
    const headers = {
      authorization,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    }
    const large = JSON.stringify(requestMessage('1', 'wait', 'x'.repeat(9 * 2 ** 20)))
    const sent = client.send({ path: '/message', method: 'POST', headers }, large)
    const outcome = await responseTo(sent).then(
      ({ status }) => status,
      // The server may have hung up before the whole of it was sent.
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(outcome)
    expect(client.app.log).toEqual([])
  })
})

describe('a long request', () => {
  it('is cancelled by a message', async () => {
    const waiting = client.post(requestMessage('1', 'wait', 'a'))
    await logged('started: a')
    expect(await client.post({ kind: 'cancel', id: '1' })).toMatchObject({ status: 204, body: '' })
    expect(JSON.parse((await waiting).body)).toMatchObject({ error: { code: 'cancelled' } })
  })

  it('is not cancelled by another tab', async () => {
    const waiting = client.post(requestMessage('1', 'wait', 'a'))
    await logged('started: a')
    await client.post({ kind: 'cancel', id: '1' }, { 'pegboard-tab': 'other' })
    await client.post(requestMessage('2', 'echo', 1))
    expect(client.app.log).toEqual(['started: a'])
    await client.post({ kind: 'cancel', id: '1' })
    await waiting
  })

  it('is cancelled when its page closes the connection', async () => {
    const { authorization } = client
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify(requestMessage('1', 'wait', 'a'))
    const sent = client.send({ path: '/message', method: 'POST', headers }, body)
    sent.on('error', () => undefined)
    await logged('started: a')
    sent.destroy()
    await logged('cancelled: a')
  })
})

describe('the events', () => {
  it('carry the progress of the tab’s own requests only', async () => {
    const mine = await listen('tab')
    const others = await listen('other')
    await client.post(requestMessage('1', 'count', 3))
    await eventually(() =>
      expect(mine.events.at(-1)).toEqual({
        kind: 'progress',
        id: '1',
        progress: { what: 'Counting', done: 3, total: 3 },
      }),
    )
    expect(mine.response.headers['content-type']).toBe('text/event-stream')
    expect(others.events).toEqual([])
    mine.stop()
    others.stop()
  })

  it('tell every tab of a change, and a tab opened later of the last one', async () => {
    const early = await listen('early')
    const last: ServerEvent = { kind: 'changed', dir: '/w', revision: 3, commit: 'c3' }
    client.app.broadcast({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
    client.app.broadcast(last)
    await eventually(() => expect(early.events).toHaveLength(2))
    const late = await listen('late')
    await eventually(() => expect(late.events).toEqual([last]))
    early.stop()
    late.stop()
  })

  it('tell a tab opened later of answers that are others by now, each once', async () => {
    const early = await listen('early')
    const outdated = (dir: string): Broadcast => ({ kind: 'outdated', dir, action: 'a.state' })
    const all = [outdated('/one'), outdated('/two'), outdated('/one')]
    for (const event of all) client.app.broadcast(event)
    await eventually(() => expect(early.events).toEqual(all))
    const late = await listen('late')
    await eventually(() => expect(late.events).toEqual(all.slice(0, 2)))
    early.stop()
    late.stop()
  })

  it('tell the open tabs of a notice, and none that is opened later', async () => {
    const early = await listen('early')
    const notice: ServerEvent = { kind: 'notice', dir: '/w', text: 'Embedded again.' }
    const change: ServerEvent = { kind: 'changed', dir: '/w', revision: 3, commit: 'c3' }
    client.app.broadcast(change)
    client.app.broadcast(notice)
    await eventually(() => expect(early.events).toEqual([change, notice]))
    const late = await listen('late')
    client.app.broadcast({ ...change, revision: 4 })
    await eventually(() => expect(late.events).toEqual([change, { ...change, revision: 4 }]))
    early.stop()
    late.stop()
  })

  it('do not stop a request when they break', async () => {
    const events = await listen('tab')
    const waiting = client.post(requestMessage('1', 'wait', 'a'))
    await logged('started: a')
    events.stop()
    await client.post(requestMessage('2', 'echo', 1))
    expect(client.app.log).toEqual(['started: a'])
    await client.post({ kind: 'cancel', id: '1' })
    await waiting
  })
})

describe('closing', () => {
  it('ends streams, cancels requests and closes the app', async () => {
    const events = await listen('tab')
    const ended = once(events.response, 'close')
    const waiting = client.post(requestMessage('1', 'wait', 'a'))
    await logged('started: a')
    await client.served.close()
    await ended
    expect(JSON.parse((await waiting).body)).toMatchObject({ error: { code: 'cancelled' } })
    expect(client.app.log).toContain('cancelled: a')
    expect(client.app.closed).toBe(true)
    client = await openClient()
  })
})
