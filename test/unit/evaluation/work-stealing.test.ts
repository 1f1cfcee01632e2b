import { describe, expect, it } from 'vitest'
import { stealWork, eachInOrder, type Help } from '../../../src-main/evaluation/work-stealing'

const numbers = Array.from({ length: 500 }, (_, at) => at)
const tenfold = (value: number) => value * 10
const results = numbers.map(tenfold)

/** Work here and elsewhere, both noted. */
function helped(
  elsewhere: (piece: readonly number[]) => Promise<readonly number[]>,
  isWorthIt: Help<number, number>['isWorthIt'] = () => true,
) {
  const here: number[] = []
  const pieces: number[][] = []
  const help: Help<number, number> = {
    isWorthIt,
    others: () => [
      (piece) => {
        pieces.push([...piece])
        return elsewhere(piece)
      },
    ],
  }
  const work = async (value: number) => {
    here.push(value)
    await new Promise(setImmediate)
    return tenfold(value)
  }
  return { here, pieces, all: () => stealWork(numbers, help, work) }
}

describe('a list worked on from both ends', () => {
  it('gives every result in its place, each item worked on once', async () => {
    const { here, pieces, all } = helped(async (piece) => piece.map(tenfold))
    expect(await all()).toEqual(results)
    expect([...here, ...pieces.flat()].sort((a, b) => a - b)).toEqual(numbers)
    expect(pieces[0]?.at(-1)).toBe(499)
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(100)
  })

  it('gives pieces away that become smaller towards the end, so that nobody waits long', async () => {
    const { pieces, all } = helped(async (piece) => {
      await new Promise(setImmediate)
      return piece.map(tenfold)
    })
    await all()
    const sizes = pieces.map(({ length }) => length)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes.at(-1)).toBe(1)
  })

  it('does here what another failed at, and asks that one no more', async () => {
    const { here, pieces, all } = helped(() => Promise.reject(new Error('The thread ended.')))
    expect(await all()).toEqual(results)
    expect(pieces).toHaveLength(1)
    expect(here.toSorted((a, b) => a - b)).toEqual(numbers)
  })

  it('asks nobody while that is not worth it', async () => {
    const seen: [number, number][] = []
    const { pieces, all } = helped(
      async (piece) => piece.map(tenfold),
      (done, left) => {
        seen.push([done, left])
        return false
      },
    )
    expect(await all()).toEqual(results)
    expect(pieces).toEqual([])
    expect(seen[0]).toEqual([1, 499])
  })

  it('is given up elsewhere as well, once the work here fails', async () => {
    let pieces = 0
    const help: Help<number, number> = {
      isWorthIt: () => true,
      others: () => [
        async (piece) => {
          pieces++
          await new Promise(setImmediate)
          return piece.map(tenfold)
        },
      ],
    }
    const work = (value: number) =>
      value > 0 ? Promise.reject(new Error('no results')) : Promise.resolve(0)
    await expect(stealWork(numbers, help, work)).rejects.toThrow('no results')
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(pieces).toBeLessThanOrEqual(1)
  })

  it('fails as the work here does', async () => {
    const help = { isWorthIt: () => false, others: () => [] }
    const failing = stealWork([1, 2], help, () => Promise.reject(new Error('no results')))
    await expect(failing).rejects.toThrow('no results')
  })
})

const never = new AbortController().signal

/** Lets what is to begin begin. */
const turn = () => new Promise(setImmediate)

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
    await turn()
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
    await turn()
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
      await turn()
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
    await turn()
    stop.abort(new Error('Stopped by the user.'))
    await end(1)
    await stopped
    expect(begun).toEqual([1, 2])
  })

  it('of nothing is nothing', async () => {
    expect(await eachInOrder([], { atOnce: 4, signal: never }, async () => 1)).toEqual([])
  })
})
