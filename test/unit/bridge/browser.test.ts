// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../src-renderer/bridge/bridge'
import { connect } from '../../../src-renderer/bridge/connect'

interface Sent {
  url: string
  headers: Record<string, string>
  body: { kind?: string; id?: string; token?: string }
  signal?: AbortSignal
}

/** A stream of events, as the server keeps it open. */
interface Stream extends Sent {
  send(text: string): void
  end(): void
}

let sent: Sent[]
let sentTexts: string[]
let streams: Stream[]
let respond: () => Promise<Response>
let respondSession: (body: { token?: string }) => Response
let respondStream: (body: ReadableStream) => Response

const posted = (url: string): Sent[] => sent.filter((each) => each.url === url)
const messages = (): Sent[] => posted('/message')

function openStream(about: Sent): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.push({
        ...about,
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
      })
    },
  })
  return respondStream(body)
}

beforeEach(() => {
  sent = []
  sentTexts = []
  streams = []
  respond = () => new Promise(() => undefined)
  respondSession = ({ token }) => Response.json(token ? { session: `for ${token}` } : {})
  respondStream = (body) => new Response(body)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', (url: string, init: { body?: string } & Omit<Sent, 'url' | 'body'>) => {
    const body = JSON.parse(init.body ?? '{}') as Sent['body']
    const about = { url, headers: init.headers, body, signal: init.signal }
    sent.push(about)
    sentTexts.push(init.body ?? '')
    if (url === '/session') return Promise.resolve(respondSession(body))
    return url.startsWith('/events') ? Promise.resolve(openStream(about)) : respond()
  })
  localStorage.clear()
  location.hash = '#token=once'
})
afterEach(() => {
  show('visible')
  location.hash = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function connected(): Promise<Bridge> {
  const bridge = await connect()
  if (!bridge) throw new Error('There is no session.')
  return bridge
}

/** Lets what waits for answers that are there go on. */
const settle = () => vi.advanceTimersByTimeAsync(0)

function show(visibilityState: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the session', () => {
  it('is opened with the token of the link, which leaves the address', async () => {
    await connected()
    expect(posted('/session').map(({ body }) => body)).toEqual([{ token: 'once' }])
    expect(location.hash).toBe('')
    expect(localStorage.getItem('pegboard-session')).toBe('for once')
  })

  it('is known to a page that is reloaded, and to a second tab', async () => {
    await connected()
    await connected()
    const again = posted('/session')[1]
    expect(again?.body).toEqual({})
    expect(again?.headers['Authorization']).toBe('Bearer for once')
  })

  it('outlives a link that is opened a second time', async () => {
    await connected()
    location.hash = '#token=once'
    respondSession = ({ token }) => (token ? new Response('', { status: 401 }) : Response.json({}))
    expect(await connect()).toBeDefined()
  })

  it('is not there for a page that was not opened by the link', async () => {
    location.hash = '#/catalog'
    expect(await connect()).toBeUndefined()
    expect(sent).toEqual([])
    expect(location.hash).toBe('#/catalog')
  })

  it('is not there any more when the server does not know it', async () => {
    await connected()
    respondSession = () => new Response('', { status: 401 })
    expect(await connect()).toBeUndefined()
  })
})

describe('a request', () => {
  it('and its reply keep the digits of integers beyond 2^53', async () => {
    respond = async () => new Response('{"ok":true,"data":{"rows":[1234567890123456789]}}')
    const bridge = await connected()
    const reply = await bridge.request('app.about', { id: 1234567890123456789n } as never)
    expect(reply).toEqual({ ok: true, data: { rows: [1234567890123456789n] } })
    expect(sentTexts.at(-1)).toContain('"input":{"id":1234567890123456789}')
  })

  it('is posted as JSON with the secret of the session, under the id of the tab that also hears its events', async () => {
    respond = async () => Response.json({ ok: true, data: { version: '1' } })
    const bridge = await connected()
    expect(await bridge.request('app.about', {})).toEqual({ ok: true, data: { version: '1' } })
    const [message] = messages()
    expect(message?.headers).toMatchObject({
      'Content-Type': 'application/json',
      Authorization: 'Bearer for once',
    })
    expect(message?.body).toMatchObject({ kind: 'request', action: 'app.about', input: {} })
    expect(streams[0]?.url).toBe(`/events?tab=${message?.headers['Pegboard-Tab']}`)
    expect(streams[0]?.headers['Authorization']).toBe('Bearer for once')
  })

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers what is no reply', async () => new Response('<html>')],
  ])('is unavailable, with a fix, when the server %s', async (_what, answer) => {
    respond = answer
    expect(await (await connected()).request('app.about', {})).toMatchObject({
      ok: false,
      error: { code: 'unavailable', fix: expect.stringContaining('start it again') as string },
    })
  })

  it('gives the error the server sends when it knows the browser no more', async () => {
    const reply = { ok: false, error: { code: 'unavailable', message: 'Pegboard was restarted.' } }
    respond = async () => Response.json(reply, { status: 401 })
    expect(await (await connected()).request('app.about', {})).toEqual(reply)
  })

  it('is cancelled by a message', async () => {
    const bridge = await connected()
    const abort = new AbortController()
    void bridge.request('app.about', {}, { signal: abort.signal })
    abort.abort()
    const [request, cancel] = messages()
    expect(cancel?.body).toEqual({ kind: 'cancel', id: request?.body.id })
    expect(cancel?.headers['Authorization']).toBe('Bearer for once')
  })
})

describe('the stream of events', () => {
  it('brings progress and changes, however they are cut into pieces', async () => {
    const bridge = await connected()
    const heard: unknown[] = []
    bridge.onChange((change) => heard.push(change.revision))
    void bridge.request('app.about', {}, { onProgress: ({ done }) => heard.push(`done ${done}`) })
    const progress = { what: 'Wörking', done: 1 }
    const text = [
      { kind: 'progress', id: messages()[0]?.body.id, progress },
      { kind: 'changed', dir: '/w', revision: 2, commit: 'c2' },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`)
    const whole = `:\n\n${text.join(':\n\n')}`
    for (let at = 0; at < whole.length; at += 7) streams[0]?.send(whole.slice(at, at + 7))
    await settle()
    expect(heard).toEqual(['done 1', 2])
  })

  it('is opened again when the server refused it, after longer and longer waits', async () => {
    respondStream = () => new Response('', { status: 401 })
    await connected()
    await settle()
    expect(streams).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(streams).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(streams).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(streams).toHaveLength(3)
  })

  it('is opened again soon when it broke off after it was open', async () => {
    await connected()
    await settle()
    for (const opened of [2, 3, 4]) {
      streams.at(-1)?.end()
      await settle()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(streams).toHaveLength(opened)
    }
  })

  it('is let go while the page is hidden', async () => {
    await connected()
    const { url } = streams[0] as Stream
    const own = () => streams.filter((stream) => stream.url === url)
    show('hidden')
    await settle()
    expect(own().map(({ signal }) => signal?.aborted)).toEqual([true])
    show('visible')
    await settle()
    expect(own().map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })
})
