import { describe, expect, it } from 'vitest'
import { stealWork, type Help } from '../../../src-main/evaluation/work-stealing'

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
