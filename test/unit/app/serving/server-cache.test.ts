import { describe, expect, it } from 'vitest'
import { serverCache, type CalledServer } from '../../../../src-main/app/serving/server-cache'
import type { ToolConnection } from '../../../../src-main/ports/tool-servers'
import { manualClock } from '../../../fakes/clock'

const IDLE_MS = 5 * 60_000
const notes: CalledServer = {
  mark: 'notes',
  server: { kind: 'http', url: 'https://notes.example', headers: {} },
  protocol: undefined,
  unsaid: [],
}
const signal = new AbortController().signal

/** Servers that can be started, and what became of each. */
function servers() {
  const clock = manualClock()
  const started: { isClosed: boolean; end: () => void; asked: number }[] = []
  let listed = 'one'
  const reads: string[] = []
  const connect = async (): Promise<ToolConnection> => {
    const { promise: closed, resolve } = Promise.withResolvers<undefined>()
    const own = { isClosed: false, end: () => resolve(undefined), asked: 0 }
    started.push(own)
    await settled()
    return {
      closed,
      tools: async () => {
        own.asked++
        return { tools: Buffer.from(listed), protocol: '1' }
      },
      call: async () => ({}),
      async close() {
        own.isClosed = true
        resolve(undefined)
      },
    }
  }
  const kept = serverCache({ toolServers: { connect }, clock }, async ({ tools }) => {
    const text = Buffer.from(tools).toString()
    reads.push(text)
    if (text === 'bad') throw new Error('It cannot be read.')
    return text
  })
  return { clock, kept, started, reads, list: (text: string) => void (listed = text) }
}

/** After all that is under way by then. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const nothing = async () => undefined

describe('a server that is called', () => {
  it('is started once for calls at a time and after each other', async () => {
    const { kept, started } = servers()
    await Promise.all([kept.use(notes, signal, nothing), kept.use(notes, signal, nothing)])
    await kept.use(notes, signal, nothing)
    expect(started).toHaveLength(1)
    await kept.use({ ...notes, mark: 'another' }, signal, nothing)
    expect(started).toHaveLength(2)
  })

  it('is ended once nobody called it for five minutes, and started again', async () => {
    const { clock, kept, started } = servers()
    await kept.use(notes, signal, nothing)
    clock.moveOn(IDLE_MS - 1)
    await settled()
    expect(started[0]?.isClosed).toBe(false)
    clock.moveOn(1)
    await settled()
    expect(started[0]?.isClosed).toBe(true)
    await kept.use(notes, signal, nothing)
    expect(started).toHaveLength(2)
  })

  it('is left alone while a call takes long, and for five minutes after it', async () => {
    const { clock, kept, started } = servers()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const using = kept.use(notes, signal, () => promise)
    await settled()
    clock.moveOn(2 * IDLE_MS)
    await settled()
    expect(started[0]?.isClosed).toBe(false)
    resolve(undefined)
    await using
    clock.moveOn(IDLE_MS - 1)
    await settled()
    expect(started[0]?.isClosed).toBe(false)
  })

  it('is left alone after a call that failed, which counts as over', async () => {
    const { clock, kept, started } = servers()
    const failing = kept.use(notes, signal, () => Promise.reject(new Error('It failed.')))
    await expect(failing).rejects.toThrow('It failed.')
    clock.moveOn(IDLE_MS)
    await settled()
    expect(started[0]?.isClosed).toBe(true)
  })

  it('is started again where it ended by itself, and is looked after no longer', async () => {
    const { clock, kept, started } = servers()
    await kept.use(notes, signal, nothing)
    expect(clock.watchers).toBe(1)
    started[0]?.end()
    await settled()
    expect(clock.watchers).toBe(0)
    await kept.use(notes, signal, nothing)
    expect([started.length, clock.watchers]).toEqual([2, 1])
  })

  it('is not started for who has stopped, and goes on where one of two stops', async () => {
    const { kept, started } = servers()
    await expect(kept.use(notes, AbortSignal.abort(), nothing)).rejects.toThrow()
    expect(started).toHaveLength(0)
    const stopping = new AbortController()
    const first = kept.use(notes, stopping.signal, nothing)
    const second = kept.use(notes, signal, nothing)
    stopping.abort()
    await expect(first).rejects.toThrow()
    await expect(second).resolves.toBeUndefined()
    expect(started[0]?.isClosed).toBe(false)
  })

  it('is ended with the others', async () => {
    const { clock, kept, started } = servers()
    await kept.use(notes, signal, nothing)
    await kept.close()
    expect([started[0]?.isClosed, clock.watchers]).toEqual([true, 0])
  })
})

describe('the list of a server', () => {
  it('is asked for anew each time, and read only where it is another', async () => {
    const { kept, started, reads, list } = servers()
    const listed = () => kept.use(notes, signal, (open) => open.listed())
    expect([await listed(), await listed()]).toEqual(['one', 'one'])
    expect([started[0]?.asked, reads]).toEqual([2, ['one']])
    list('two')
    expect(await listed()).toBe('two')
    expect(reads).toEqual(['one', 'two'])
  })

  it('is shared by those who wait for it at once', async () => {
    const { kept, started } = servers()
    await kept.use(notes, signal, (open) => Promise.all([open.listed(), open.listed()]))
    expect(started[0]?.asked).toBe(1)
  })

  it('that could not be read is read again', async () => {
    const { kept, reads, list } = servers()
    list('bad')
    const listed = () => kept.use(notes, signal, (open) => open.listed())
    await expect(listed()).rejects.toThrow('cannot be read')
    await expect(listed()).rejects.toThrow('cannot be read')
    expect(reads).toEqual(['bad', 'bad'])
  })
})
