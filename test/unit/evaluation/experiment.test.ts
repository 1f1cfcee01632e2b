import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src-main/domain/problem'
import type { Run } from '../../../src-main/domain/run/run'
import { experiment } from '../../../src-main/evaluation/experiment'

const never = new AbortController().signal
const runOf = (cell: string) => ({ id: `run of ${cell}` }) as Run

describe('an experiment', () => {
  it('measures one cell after the other', async () => {
    const log: string[] = []
    const { runs, failed } = await experiment(
      ['bm25', 'dense'],
      { signal: never, keep: true, noun: 'recipe' },
      async (cell, at) => {
        log.push(`${at} begins`)
        await new Promise(setImmediate)
        log.push(`${at} ends`)
        return runOf(cell)
      },
    )
    expect(runs.map(({ id }) => id)).toEqual(['run of bm25', 'run of dense'])
    expect(failed).toEqual([])
    expect(log).toEqual(['0 begins', '0 ends', '1 begins', '1 ends'])
  })

  it('goes on after a cell that fails, and keeps those before', async () => {
    const gone = new Problem('unavailable', 'The model is not there.', 'Pull it.')
    const { runs, failed } = await experiment(
      ['bm25', 'dense', 'hybrid'],
      { signal: never, keep: true, noun: 'recipe' },
      async (cell) => {
        if (cell === 'dense') throw gone
        return runOf(cell)
      },
    )
    expect(runs.map(({ id }) => id)).toEqual(['run of bm25', 'run of hybrid'])
    expect(failed).toEqual([{ cell: 'dense', error: gone }])
  })

  it.each([
    [0, true, 'Stopped. No recipe was measured to its end, so nothing is kept.'],
    [1, true, 'Stopped. 1 of 3 recipes is measured and kept.'],
    [2, true, 'Stopped. 2 of 3 recipes are measured and kept.'],
    [2, false, 'Stopped. 2 of 3 recipes are measured, and not kept.'],
  ])('that is stopped after %i cells says what is finished', async (after, keep, message) => {
    const stop = new AbortController()
    const measured: string[] = []
    const stopped = experiment(
      ['bm25', 'dense', 'hybrid'],
      { signal: stop.signal, keep, noun: 'recipe' },
      async (cell, at) => {
        if (at === after) {
          stop.abort()
          stop.signal.throwIfAborted()
        }
        measured.push(cell)
        return runOf(cell)
      },
    )
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled', message })
    expect(measured).toHaveLength(after)
  })

  it('that is stopped between two cells begins no other', async () => {
    const stop = new AbortController()
    const measured: string[] = []
    const stopped = experiment(
      ['bm25', 'dense'],
      { signal: stop.signal, keep: true, noun: 'recipe' },
      async (cell) => {
        measured.push(cell)
        stop.abort()
        return runOf(cell)
      },
    )
    await expect(stopped).rejects.toThrow('Stopped. 1 of 2 recipes is measured and kept.')
    expect(measured).toEqual(['bm25'])
  })
})
