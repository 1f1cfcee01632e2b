import { describe, expect, it } from 'vitest'
import { eachInOrder } from '../../../src-main/evaluation/each-in-order'

const never = new AbortController().signal

/** Work that ends when the test says so. */
function heldWork() {
  const begun: number[] = []
  const ends = new Map<number, { end(): void; fail(error: Error): void }>()
  const work = (item: number) => {
    begun.push(item)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    ends.set(item, { end: () => resolve(`result ${item}`), fail: reject })
    return promise
  }
  const turn = () => new Promise(setImmediate)
  return {
    begun,
    work,
    async end(item: number) {
      ends.get(item)?.end()
      await turn()
    },
    async fail(item: number) {
      ends.get(item)?.fail(new Error(`no ${item}`))
      await turn()
    },
  }
}

describe('work on items in order', () => {
  it('begins the next one when one is done, and never more at the same time than wanted', async () => {
    const { begun, work, end } = heldWork()
    const all = eachInOrder([1, 2, 3, 4], { atOnce: 2, signal: never }, work)
    expect(begun).toEqual([1, 2])
    await end(2)
    expect(begun).toEqual([1, 2, 3])
    await end(3)
    await end(4)
    await end(1)
    expect(await all).toEqual(['result 1', 'result 2', 'result 3', 'result 4'])
  })

  it('is done one after the other where one at a time is wanted', async () => {
    const { begun, work, end } = heldWork()
    const all = eachInOrder([1, 2], { atOnce: 1, signal: never }, work)
    expect(begun).toEqual([1])
    await end(1)
    expect(begun).toEqual([1, 2])
    await end(2)
    expect(await all).toEqual(['result 1', 'result 2'])
  })

  it.each([1, 3])(
    'ends with the first failure, and begins nothing more (%i at once)',
    async (n) => {
      const { begun, work, fail } = heldWork()
      const all = eachInOrder([1, 2, 3, 4, 5], { atOnce: n, signal: never }, work)
      const failed = expect(all).rejects.toThrow('no 1')
      await fail(1)
      await failed
      expect(begun).toHaveLength(n)
    },
  )

  it('tells what is still at work that another failed', async () => {
    const signals: AbortSignal[] = []
    const work = async (item: number, signal: AbortSignal) => {
      signals.push(signal)
      if (item === 2) throw new Error('no 2')
      await new Promise(setImmediate)
    }
    const all = eachInOrder([1, 2], { atOnce: 2, signal: never }, work)
    await expect(all).rejects.toThrow('no 2')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('ends when told to stop, and begins nothing more', async () => {
    const stop = new AbortController()
    const { begun, work, end } = heldWork()
    const all = eachInOrder([1, 2, 3], { atOnce: 2, signal: stop.signal }, work)
    const stopped = expect(all).rejects.toThrow('Stopped by the user.')
    stop.abort(new Error('Stopped by the user.'))
    await end(1)
    await stopped
    expect(begun).toEqual([1, 2])
  })

  it('of nothing is nothing', async () => {
    expect(await eachInOrder([], { atOnce: 4, signal: never }, async () => 1)).toEqual([])
  })
})
