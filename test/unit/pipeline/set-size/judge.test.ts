import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import type { DenseSource } from '../../../../src-main/pipeline/kit'
import { calibrated } from '../../../../src-main/pipeline/set-size/calibration'
import { learnJudge } from '../../../../src-main/pipeline/set-size/judge'
import { aboutTheSame, likeness, type Lesson } from '../../../../src-main/pipeline/set-size/lessons'
import type { Reading } from '../../../../src-main/pipeline/set-size/signs'
import { id } from '../../../fakes/catalog-tool'

const signsOf = (value: number) => ({ strength: value, signs: [value, value, value, value] })

interface Drawn {
  fitting: number
  negative: number
  isLike?: boolean
}

/**
 * Queries that fit lie about 1, those left out about 0, and those that no tool fits as those that
 * fit.
 */
function lessonsOf({ fitting, negative, isLike = false }: Drawn): Lesson[] {
  const random = randomNumbers(7)
  const all = Array.from({ length: fitting + negative }, (_, at): Lesson => {
    const tools: ToolId[] = at < fitting ? [id(`tool ${at}`)] : []
    return {
      text: `query ${at}`,
      tools,
      servers: tools,
      asIs: signsOf(0.5 + random()),
      alike: [],
      ...(at < fitting && { without: signsOf(random() - 0.5) }),
    }
  })
  if (!isLike) return all
  const isFitting = (lesson: Lesson) => lesson.tools.length > 0
  return all.map((lesson) => ({
    ...lesson,
    alike: all.map((other) => (isFitting(other) === isFitting(lesson) ? 0.6 : 0.2) + random() / 10),
  }))
}

/** Finds golden queries as near as they are told to be. */
const nearestOf = (alike: readonly number[]) =>
  ({
    search: () => Promise.resolve([alike.map((score, at) => ({ key: String(at), score }))]),
  }) as unknown as DenseSource<string>

const asked = (text: string, value: number) => ({
  text,
  reading: { ...signsOf(value), strength: { all: value } } as unknown as Reading,
  step: { signal: new AbortController().signal, embedded: () => undefined },
})
const pause = () => Promise.resolve()

describe('whether any tool fits', () => {
  it('is told by the one number that ships where there are too few golden queries to learn from', async () => {
    const { judge } = calibrated({ all: lessonsOf({ fitting: 29, negative: 40 }) })
    expect(await judge(asked('new', 0.05), 0.05)).toEqual({ fits: true, least: { strength: 0.04 } })
    expect(await judge(asked('new', 0.03), 0.05)).toMatchObject({ fits: false })
  })

  it('is told by all signs where there are enough', async () => {
    const { judge } = calibrated({ all: lessonsOf({ fitting: 60, negative: 0 }) })
    const high = await judge(asked('new', 1), 0.05)
    const low = await judge(asked('new', -0.4), 0.05)
    expect([high.fits, low.fits]).toEqual([true, false])
    expect(high.learned?.from).toMatchObject({ fitting: 60 })
  })

  it('refuses no more golden queries that some tool fits than it may, each judged by what others taught', async () => {
    const all = lessonsOf({ fitting: 100, negative: 30, isLike: true })
    for (const falseRefusalRate of [0, 0.05, 0.2]) {
      const { learned } = await calibrated({ all, nearest: nearestOf([]) }).judge(
        asked('new', 1),
        falseRefusalRate,
      )
      expect(learned?.from.refused).toBeLessThanOrEqual(falseRefusalRate * 100)
    }
  })

  it('is not told of a golden query by what that one taught', async () => {
    const all = lessonsOf({ fitting: 60, negative: 20, isLike: true })
    const alike = all[0]?.alike ?? []
    const turned = all.map((lesson, at) =>
      at === 0 ? { ...lesson, tools: [], asIs: signsOf(9), without: signsOf(9) } : lesson,
    )
    const ask = (lessons: Lesson[], text: string) =>
      calibrated({ all: lessons, nearest: nearestOf(alike) }).judge(asked(text, 0.7), 0.05)
    expect(await ask(all, ' Query  0')).toEqual(await ask(turned, 'query 0'))
    expect(await ask(all, 'new')).not.toEqual(await ask(turned, 'new'))
  })

  it('is told alike by golden queries that no tool fits, for a request that is like them', async () => {
    const all = lessonsOf({ fitting: 60, negative: 30, isLike: true })
    const foreign = all.map(({ tools }) => (tools.length > 0 ? 0.2 : 0.6))
    const own = all.map(({ tools }) => (tools.length > 0 ? 0.6 : 0.2))
    const ask = (alike: number[]) =>
      calibrated({ all, nearest: nearestOf(alike) }).judge(asked('new', 0.8), 0.05)
    expect((await ask(foreign)).fits).toBe(false)
    expect((await ask(foreign)).learned?.like).toBe('query 60')
    expect((await ask(own)).fits).toBe(true)
    expect((await ask(own)).learned).not.toHaveProperty('like')
    const without = calibrated({ all: lessonsOf({ fitting: 60, negative: 0 }) })
    expect((await without.judge(asked('new', 0.8), 0.05)).fits).toBe(true)
  })

  it('is learned alike each time', async () => {
    const all = lessonsOf({ fitting: 50, negative: 20, isLike: true })
    const places = [...all.keys()]
    expect(await learnJudge(all, places, pause)).toEqual(await learnJudge(all, places, pause))
  })

  it('scores each lesson once, and each but the negative ones with its tools left out', async () => {
    const all = lessonsOf({ fitting: 50, negative: 20 })
    const { scores } = await learnJudge(all, [...all.keys()], pause)
    expect(scores.fitting).toHaveLength(50)
    expect(scores.leftOut).toHaveLength(50)
    expect(scores.negative).toHaveLength(20)
  })
})

describe('how much a request is like golden queries', () => {
  it('is the difference between the nearest of either kind', () => {
    const alike = [0.9, 0.8, 0.7, 0.6, 0.5, 0, 0.4, 0.2]
    const compared = { fitting: [0, 1, 2, 3, 4, 5], negative: [6, 7] }
    expect(likeness(alike, compared)).toBeCloseTo(0.7 - 0.3)
  })

  const about = (...tools: string[]) => ({ tools, servers: tools.map((tool) => tool[0] as string) })

  it('leaves out those that are about the same server, or tools where nearly all are', () => {
    const servers = [about('a1'), about('a2'), about('b1'), about('b2'), about('c1')]
    expect(aboutTheSame(servers).map((same) => [...same])).toEqual([
      [0, 1],
      [0, 1],
      [2, 3],
      [2, 3],
      [4],
    ])
    const oneServer = [about('a1'), about('a1'), about('a2'), about('a3')]
    expect(aboutTheSame(oneServer).map((same) => [...same])).toEqual([[0, 1], [0, 1], [2], [3]])
  })

  it('takes a query for one about what the fewest need', () => {
    const apart = [about('now', 'p'), about('now', 'q'), about('now', 'r'), about('x'), about('y')]
    expect([...(aboutTheSame(apart)[0] ?? [])]).toEqual([0])
  })
})
