import { describe, expect, it } from 'vitest'
import { yieldToEventLoop } from '../../../src-main/evaluation/yield-to-event-loop'
import { fakeClock } from '../../fakes/clock'

const never = new AbortController().signal

describe('turns', () => {
  it('let others run when a turn is over, and only then', async () => {
    let others = 0
    const pause = yieldToEventLoop(fakeClock(5), never)
    setImmediate(() => others++)
    expect(await pause()).toBe(false)
    expect(await pause()).toBe(false)
    expect(others).toBe(0)
    expect(await pause()).toBe(true)
    expect(others).toBe(1)
    expect(await pause()).toBe(false)
  })

  it('end when told to stop in between', async () => {
    const stop = new AbortController()
    const pause = yieldToEventLoop(fakeClock(20), stop.signal)
    setImmediate(() => stop.abort(new Error('Stopped by the user.')))
    await expect(pause()).rejects.toThrow('Stopped by the user.')
  })
})
