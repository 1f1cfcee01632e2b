import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { sameText } from '../../../../src-main/domain/value/same-text'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'
import { EVERYDAY_REQUESTS } from '../../../../src-main/pipeline/set-size/everyday-requests'
import type { Lesson } from '../../../../src-main/pipeline/set-size/lessons'
import { judgeFor, learnJudges } from '../../../../src-main/pipeline/set-size/standing-in'
import { id } from '../../../fakes/catalog-tool'

const signsOf = (value: number) => ({ strength: value, signs: [value, value, value, value] })

interface Drawn {
  /** About what the signs of everyday requests lie; those that fit lie about 1. */
  everyday: number
  /** How near requests that fit are to each other, and everyday ones to these. */
  near: { fitting: number; everyday: number }
  labelled?: number
}

const FITTING = 60
const EVERYDAY = 40

function lessonsOf({ everyday, near, labelled = 0 }: Drawn): Lesson[] {
  const random = randomNumbers(5)
  const alikeOf = (to: number) =>
    Array.from({ length: FITTING + labelled + EVERYDAY }, () => to + random() / 10)
  const about = (value: number) => signsOf(value - 0.5 + random())
  const none = { tools: [] as ToolId[], servers: [] }
  return [
    ...Array.from({ length: FITTING }, (_, at) => ({
      text: `query ${at}`,
      tools: [id(`tool ${at}`)],
      servers: [`tool ${at}`],
      asIs: about(1),
      without: about(0.4),
      alike: alikeOf(near.fitting),
    })),
    ...Array.from({ length: labelled }, (_, at) => ({
      ...none,
      text: `labelled ${at}`,
      asIs: about(0),
      alike: alikeOf(near.everyday),
    })),
    ...Array.from({ length: EVERYDAY }, (_, at) => ({
      ...none,
      isShipped: true as const,
      text: `everyday ${at}`,
      asIs: about(everyday),
      alike: alikeOf(near.everyday),
    })),
  ]
}

async function chosenBy(drawn: Drawn, falseRefusalRate = 0.05) {
  const lessons = lessonsOf(drawn)
  const judges = await learnJudges(lessons, [...lessons.keys()], () => Promise.resolve())
  return { judges, ...judgeFor(judges, falseRefusalRate) }
}

const APART = { fitting: 0.6, everyday: 0.2 }
const ALIKE = { fitting: 0.4, everyday: 0.4 }

describe('everyday requests', () => {
  it('are 300, each of other words, of three to thirty', () => {
    expect(new Set(EVERYDAY_REQUESTS.map(sameText)).size).toBe(300)
    for (const text of EVERYDAY_REQUESTS) {
      const words = text.split(' ').length
      expect(words).toBeGreaterThanOrEqual(3)
      expect(words).toBeLessThanOrEqual(30)
    }
  })

  it('are no near duplicates', () => {
    const words = EVERYDAY_REQUESTS.map((text) => new Set(text.toLowerCase().match(/[a-z]+/g)))
    for (const [at, one] of words.entries())
      for (const other of words.slice(at + 1)) {
        const both = [...one].filter((word) => other.has(word)).length
        expect(both / (one.size + other.size - both)).toBeLessThan(0.4)
      }
  })

  it('teach too, where fewer are answered wrongly with them', async () => {
    const { judges, judge, toldBy } = await chosenBy({ everyday: 0.6, near: APART })
    expect(toldBy).toEqual({ what: 'everyday', count: EVERYDAY })
    expect(judge).toBe(judges.standing?.judge)
    expect(judge.isComparing).toBe(true)
    expect(judge.taught.negative).toEqual([])
  })

  it('teach nothing where they would do harm: where golden queries without their tools are told worse', async () => {
    const { judges, judge, toldBy } = await chosenBy({ everyday: -2, near: APART })
    expect(toldBy).toEqual({ what: 'harmful', count: 0 })
    expect(judge).toBe(judges.own)
    expect(judge.isComparing).toBe(false)
  })

  it.each([0, 0.05, 0.2])(
    'refuse nothing where they look like what some tool fits, and %s may be refused',
    async (falseRefusalRate) => {
      const { judges, judge, toldBy } = await chosenBy(
        { everyday: 1, near: ALIKE },
        falseRefusalRate,
      )
      expect(toldBy.what).toBe('harmful')
      expect(judge).toBe(judges.own)
    },
  )

  it('teach beside the few that are labelled, which count where they teach nothing', async () => {
    const with5 = { labelled: 5 }
    const used = await chosenBy({ everyday: 0.6, near: APART, ...with5 })
    expect(used.toldBy).toEqual({ what: 'everyday', count: EVERYDAY })
    expect(used.judge.scores.negative).toHaveLength(EVERYDAY + 5)
    const unused = await chosenBy({ everyday: 1, near: ALIKE, ...with5 })
    expect(unused.toldBy).toEqual({ what: 'labelled', count: 5 })
  })

  it('let no more golden queries be refused than may be', async () => {
    for (const falseRefusalRate of [0, 0.05, 0.2]) {
      const { least } = await chosenBy({ everyday: 0.6, near: APART }, falseRefusalRate)
      expect(least.refused).toBeLessThanOrEqual(falseRefusalRate * FITTING)
    }
  })
})
