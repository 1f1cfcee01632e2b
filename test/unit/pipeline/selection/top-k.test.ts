import { describe, expect, it } from 'vitest'
import { topK, type TopKOptions } from '../../../../src-main/pipeline/selection/top-k'
import { stageContext } from '../../../fakes/stage-context'
import { plan, ranking } from '../fusion/rankings'

const scores = ranking('bm25', { a: 3, b: 2, c: 2, d: 0.5 })
const select = async (options: TopKOptions) => {
  const { tools } = await topK(options).run(scores, stageContext())
  return tools.map(({ tool }) => tool).join('')
}

describe('selecting the top k', () => {
  it.each([
    [{ k: 1 }, 'a'],
    [{ k: 3 }, 'abc'],
    [{ k: 10 }, 'abcd'],
    [{ k: 10, threshold: 2 }, 'abc'],
    [{ k: 1, threshold: 2 }, 'a'],
    [{ k: 4, threshold: 5 }, ''],
    [{ k: 4, threshold: 0 }, 'abcd'],
  ])('with %j keeps “%s”', async (options, kept) => {
    expect(await select(options)).toBe(kept)
  })

  it('gives a tool set for the query, with scores and parts as they were', async () => {
    const set = await topK({ k: 2 }).run(scores, stageContext())
    expect(set).toEqual({ shape: 'tool-set', query: plan.query, tools: scores.tools.slice(0, 2) })
  })

  it('names the threshold among its settings where there is one', async () => {
    const trace: { settings: object }[] = []
    const context = stageContext({ trace: trace as never })
    await topK({ k: 2 }).run(scores, context)
    await topK({ k: 2, threshold: 1 }).run(scores, context)
    expect(trace.map(({ settings }) => settings)).toEqual([{ k: 2 }, { k: 2, threshold: 1 }])
  })
})
