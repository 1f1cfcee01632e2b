// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../../../src-renderer/bridge/connect'

interface Posted {
  url: string
  headers: Record<string, string>
  body: { kind: string; id: string }
}

/** The browser's own, as far as the bridge uses it. */
class FakeEventSource {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 0
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onerror?: () => void
  constructor(readonly url: string) {
    FakeEventSource.opened.push(this)
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
  static get current(): FakeEventSource {
    const last = FakeEventSource.opened.at(-1)
    if (!last) throw new Error('No stream was opened')
    return last
  }
}

let posted: Posted[]
let respond: () => Promise<Response>

beforeEach(() => {
  posted = []
  FakeEventSource.opened = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string>; body: string }) => {
    posted.push({ url, headers: init.headers, body: JSON.parse(init.body) as Posted['body'] })
    return respond()
  })
})
afterEach(() => {
  show('visible')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(visibilityState: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('a request', () => {
  it('is posted as JSON under the id of the tab that also hears its events', async () => {
    respond = async () => Response.json({ ok: true, data: { version: '1' } })
    expect(await connect().request('app.about', {})).toEqual({ ok: true, data: { version: '1' } })
    const [message] = posted
    expect(message?.url).toBe('/message')
    expect(message?.headers['Content-Type']).toBe('application/json')
    expect(message?.body).toMatchObject({ kind: 'request', route: 'app.about', input: {} })
    expect(FakeEventSource.current.url).toBe(`/events?tab=${message?.headers['Pegboard-Tab']}`)
  })

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers what is no reply', async () => new Response('<html>')],
  ])('is unavailable, with a fix, when the server %s', async (_what, answer) => {
    respond = answer
    expect(await connect().request('app.about', {})).toMatchObject({
      ok: false,
      error: { code: 'unavailable', fix: expect.stringContaining('start it again') as string },
    })
  })

  it('gives the error the server sends when it knows the browser no more', async () => {
    const reply = { ok: false, error: { code: 'unavailable', message: 'Pegboard was restarted.' } }
    respond = async () => Response.json(reply, { status: 401 })
    expect(await connect().request('app.about', {})).toEqual(reply)
  })

  it('is cancelled by a message', async () => {
    respond = () => new Promise(() => undefined)
    const abort = new AbortController()
    void connect().request('app.about', {}, { signal: abort.signal })
    abort.abort()
    expect(posted[1]?.body).toEqual({ kind: 'cancel', id: posted[0]?.body.id })
  })
})

describe('the stream of events', () => {
  it('brings progress and changes', () => {
    respond = () => new Promise(() => undefined)
    const bridge = connect()
    const heard: unknown[] = []
    bridge.onChange((change) => heard.push(change.revision))
    void bridge.request('app.about', {}, { onProgress: ({ done }) => heard.push(`done ${done}`) })
    const send = (event: object) =>
      FakeEventSource.current.onmessage?.({ data: JSON.stringify(event) })
    send({ kind: 'progress', id: posted[0]?.body.id, progress: { what: 'Working', done: 1 } })
    send({ kind: 'changed', dir: '/w', revision: 2, commit: 'c2' })
    expect(heard).toEqual(['done 1', 2])
  })

  it('is opened again when the server refused it, after longer and longer waits', () => {
    connect()
    const fail = () => {
      FakeEventSource.current.readyState = FakeEventSource.CLOSED
      FakeEventSource.current.onerror?.()
    }
    fail()
    expect(FakeEventSource.opened).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(FakeEventSource.opened).toHaveLength(2)
    fail()
    vi.advanceTimersByTime(1_000)
    expect(FakeEventSource.opened).toHaveLength(2)
    vi.advanceTimersByTime(1_000)
    expect(FakeEventSource.opened).toHaveLength(3)
  })

  it('is left to the browser while that connects again by itself', () => {
    connect()
    FakeEventSource.current.onerror?.()
    vi.advanceTimersByTime(60_000)
    expect(FakeEventSource.opened).toHaveLength(1)
  })

  it('is let go while the page is hidden', () => {
    connect()
    const { url } = FakeEventSource.current
    const streams = () => FakeEventSource.opened.filter((stream) => stream.url === url)
    show('hidden')
    expect(streams().map(({ readyState }) => readyState)).toEqual([FakeEventSource.CLOSED])
    show('visible')
    expect(streams().map(({ readyState }) => readyState)).toEqual([FakeEventSource.CLOSED, 0])
  })
})
