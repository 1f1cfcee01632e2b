import { describe, expect, it } from 'vitest'
import {
  learn,
  recommended,
  type Learned,
} from '../../../../src-main/pipeline/recommendation/learn'
import { askedFor, learnFrom, pastQueries, silent, wishes } from './past-of'

const none: ReadonlySet<number> = new Set()

async function toolsFor(
  learned: Learned,
  text: string,
  leftOut: ReadonlySet<number> = none,
): Promise<string[]> {
  const documents = await silent()
  const found = recommended(learned, askedFor(text), { documents, leftOut })
  const places = found.takesBundle ? found.bundle : found.set
  return places.map((place) => learned.past.tools[place] as string)
}

describe('what is learned from past queries', () => {
  it('gives the tools of a bundle that was logged, all of them and no more', async () => {
    const learned = await learnFrom(wishes(12))
    expect(await toolsFor(learned, wishes(12)[0]?.[0] ?? '')).toEqual(
      wishes(12)[0]?.slice(1).toSorted(),
    )
  })

  it('gives tools one by one where no past query took just these', async () => {
    const rows = wishes(12).filter(([query = '']) => !/w0.*w1|w1.*w0/.test(query))
    const learned = await learnFrom(rows)
    expect(await toolsFor(learned, 'w0 w1 please')).toEqual(['t0', 't1'])
  })

  it('is the same each time', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => learnFrom(wishes(8))))
    expect(one?.asNew).toEqual(other?.asNew)
    expect(one?.gate).toEqual(other?.gate)
    expect(one?.least).toBe(other?.least)
  })

  it('learns nothing from past queries that are left out', async () => {
    const rows = wishes(10).filter(([, ...tools]) => !tools.includes('t5'))
    const odd = [1, 2, 3, 4].map((at) => [`w9 w9 w9 odd${at}`, 't7'])
    const learned = await learnFrom([...rows, ...odd])
    const places = new Set(odd.map((_, at) => rows.length + at))
    expect(await toolsFor(learned, 'w9 w9 w9')).toEqual(['t7'])
    expect(await toolsFor(learned, 'w9 w9 w9', places)).not.toContain('t7')
  })

  it('reports how far it is, and ends at once when it is stopped', async () => {
    const past = await pastQueries(wishes(10))
    const reported: number[] = []
    const call = { documentsOf: silent, onProgress: (done: number) => reported.push(done) }
    await learn(past, { ...call, pause: () => Promise.resolve() })
    expect(reported.at(-1)).toBe(40)
    let pauses = 0
    const stopping = () =>
      ++pauses > 20 ? Promise.reject(new Error('stopped')) : Promise.resolve()
    await expect(learn(past, { documentsOf: silent, pause: stopping })).rejects.toThrow('stopped')
  })

  it('asks the documents of no more than a thousand past queries, however many there are', async () => {
    let asked = 0
    const documentsOf = () => {
      asked++
      return silent()
    }
    await learn(await pastQueries(wishes(300)), { documentsOf, pause: () => Promise.resolve() })
    expect(asked).toBe(1000)
  })
})

describe('a history that teaches little', () => {
  const many = Array.from({ length: 30 }, (_, at) => at)

  it('gives all of the only bundle there is', async () => {
    const learned = await learnFrom(many.map((at) => [`w1 w2 x${at}`, 't1', 't2']))
    expect(await toolsFor(learned, 'w1 w2')).toEqual(['t1', 't2'])
  })

  it('takes labels that contradict each other', async () => {
    const rows = many.map((at) => ['w1 w2', at % 2 ? 't1' : 't2'])
    const given = await toolsFor(await learnFrom(rows), 'w1 w2')
    expect(given.length).toBeGreaterThan(0)
    expect(given.every((tool) => ['t1', 't2'].includes(tool))).toBe(true)
  })

  it('takes queries of which nothing is known, each with tools of its own', async () => {
    const rows = many.map((at) => ['', `t${at % 8}`, `t${(at + 1 + (at >> 3)) % 8}`])
    expect((await toolsFor(await learnFrom(rows), 'w1')).length).toBeGreaterThan(0)
  })

  it('takes bundles of all tools', async () => {
    const all = Array.from({ length: 8 }, (_, at) => `t${at}`)
    const learned = await learnFrom(many.map((at) => [`w1 x${at}`, ...all]))
    expect(await toolsFor(learned, 'w1')).toEqual(all)
  })
})
