import { describe, expect, it } from 'vitest'
import type { DenseSource } from '../../../../src-main/pipeline/kit'
import { diversity } from '../../../../src-main/pipeline/reranking/diversity'
import { pipe } from '../../../../src-main/pipeline/stage'
import { namesOf } from '../../../fakes/retrievers'
import { recorded } from '../../../fakes/run-call'
import { ranking } from '../fusion/rankings'

/** Tools whose names begin alike are alike; it counts how often it is asked. */
const likeness = () => {
  const asked = { times: 0 }
  const source = {
    key: 'names',
    embeds: true,
    alike(one: string, other: string) {
      asked.times++
      return Promise.resolve(one[0] === other[0] ? 1 : 0)
    },
  } as unknown as DenseSource
  return { asked, source }
}

const order = async (scores: Record<string, number>, weight: number) => {
  const { output } = await recorded(
    pipe(diversity(likeness().source, weight)),
    ranking('bm25', scores),
  )
  return namesOf(output)
}

describe('diversity', () => {
  it('puts a tool later that is like one before it', async () => {
    expect(await order({ mail1: 10, mail2: 9, room: 8 }, 0.3)).toEqual(['mail1', 'room', 'mail2'])
  })

  it('counts for nothing with a weight of 0', async () => {
    expect(await order({ mail1: 10, mail2: 9, room: 8 }, 0)).toEqual(['mail1', 'mail2', 'room'])
  })

  it('counts the same on any scale of scores', async () => {
    const small = await order({ mail1: 0.1, mail2: 0.09, room: 0.08 }, 0.3)
    expect(small).toEqual(['mail1', 'room', 'mail2'])
  })

  it('loses no tool, and compares no more than the first fifty', async () => {
    const scores = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`tool${at}`, 400 - at]),
    )
    const { source, asked } = likeness()
    const { output } = await recorded(pipe(diversity(source, 0.5)), ranking('bm25', scores))
    expect(new Set(namesOf(output)).size).toBe(400)
    expect(asked.times).toBeLessThanOrEqual((50 * 49) / 2)
  })

  it('takes an empty list, and scores of nothing', async () => {
    expect(await order({}, 0.5)).toEqual([])
    expect(await order({ a: 0, b: 0 }, 0.5)).toEqual(['a', 'b'])
  })
})
