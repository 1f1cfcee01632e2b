import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ActionName } from '../../../../src-main/features/actions'
import { otherThread } from '../../../../src-main/hosts/worker/other-threads'
import { fakeApp, workerOver } from '../../../fakes/app'

const never = new AbortController().signal
// The fake app has actions of its own.
const action = (name: string) => name as ActionName
const nothing = {} as never

describe('another thread', () => {
  it('gives what its app answers', async () => {
    const thread = otherThread(workerOver(fakeApp()))
    const input = { queries: ['one', 'two'] } as never
    expect(await thread.request(action('echo'), input, never)).toEqual(input)
  })

  it('fails as its app does', async () => {
    const thread = otherThread(workerOver(fakeApp()))
    await expect(thread.request(action('nowhere'), nothing, never)).rejects.toMatchObject({
      name: 'Problem',
      code: 'not-found',
    })
  })

  it('stops what it works on when it is told to', async () => {
    const app = fakeApp()
    const stop = new AbortController()
    const thread = otherThread(workerOver(app))
    const waiting = thread.request(action('wait'), 'long' as never, stop.signal)
    await expect.poll(() => app.log).toEqual(['started: long'])
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await expect(thread.request(action('echo'), nothing, stop.signal)).rejects.toThrow(/abort/i)
  })

  it('lets go of what is open when it is closed, and closes its app', async () => {
    const app = fakeApp()
    const thread = otherThread(workerOver(app))
    const waiting = thread.request(action('wait'), 'long' as never, never)
    const ended = expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await setImmediate()
    await thread.close()
    await ended
    expect(app.closed).toBe(true)
  })
})
