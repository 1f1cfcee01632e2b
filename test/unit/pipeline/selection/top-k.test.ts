import { describe, expect, it } from 'vitest'
import type { PlacedTool, Ranking } from '../../../../src-main/domain/query/query'
import { run, sweep } from '../../../../src-main/pipeline/runner'
import { topK, type TopKOptions } from '../../../../src-main/pipeline/selection/top-k'
import { pipe, stage } from '../../../../src-main/pipeline/stage'
import { id } from '../../../fakes/catalog-tool'
import { namesOf } from '../../../fakes/retrievers'
import { recorded, runCall } from '../../../fakes/run-call'
import { plan, ranking } from '../fusion/rankings'

const scores = ranking('bm25', { a: 3, b: 2, c: 2, d: 0.5 })
const select = async (from: Ranking, { k, ...options }: TopKOptions & { k: number }) => {
  const { tools } = await run(pipe(topK(options)), from, runCall({ k }))
  return namesOf({ tools }).join('')
}
const kept: PlacedTool[] = [
  { tool: id('x'), witnesses: [{ kind: 'bundle', bundle: 'minutes' }] },
  { tool: id('b'), score: 0.1, witnesses: [] },
]
const keeping: Ranking = { ...scores, plan: { ...plan, kept } }

describe('selecting the top k', () => {
  it.each([
    [{ k: 1 }, 'a'],
    [{ k: 3 }, 'abc'],
    [{ k: 10 }, 'abcd'],
    [{ k: 10, threshold: 2 }, 'abc'],
    [{ k: 1, threshold: 2 }, 'a'],
    [{ k: 4, threshold: 5 }, ''],
    [{ k: 4, threshold: 0 }, 'abcd'],
  ])('with %j keeps “%s”', async (options, chosen) => {
    expect(await select(scores, options)).toBe(chosen)
  })

  it('gives a tool set for the query, with scores and witnesses as they were', async () => {
    const set = await run(pipe(topK()), scores, runCall({ k: 2 }))
    expect(set).toEqual({
      shape: 'tool-set',
      query: plan.query,
      size: 'k',
      tools: scores.tools.slice(0, 2),
    })
  })

  it('names the threshold among its settings where there is one, and k in its notes', async () => {
    expect(topK().settings).toEqual({})
    expect(topK({ threshold: 1 }).settings).toEqual({ threshold: 1 })
    const { steps } = await recorded(pipe(topK()), scores, { k: 2 })
    expect(steps[0]?.step.notes).toEqual({ k: 2 })
  })

  it('says what it cut off, from which place, and what was below the threshold', async () => {
    const { steps } = await recorded(pipe(topK({ threshold: 2.5 })), scores, { k: 3 })
    expect(
      steps[0]?.step.dropped.map(({ tools, ...rest }) => [namesOf({ tools }).join(''), rest]),
    ).toEqual([
      ['d', { why: 'below the cut at k = 3', firstRank: 4 }],
      ['bc', { why: 'below the score threshold 2.5' }],
    ])
  })

  it('says nothing where nothing is left out', async () => {
    const { steps } = await recorded(pipe(topK({ threshold: 0 })), scores, { k: 4 })
    expect(steps[0]?.step.dropped).toEqual([])
  })

  it.each([
    [{ k: 1 }, 'x'],
    [{ k: 2 }, 'xb'],
    [{ k: 3 }, 'xba'],
    [{ k: 9 }, 'xbacd'],
  ])('with %j takes the tools that the plan keeps first, each once: “%s”', async (call, chosen) => {
    expect(await select(keeping, call)).toBe(chosen)
  })

  it('holds no threshold against tools that the plan keeps, nor against tools without a score', async () => {
    expect(await select(keeping, { k: 9, threshold: 2.5 })).toBe('xba')
    const unscored = { ...scores, tools: [...scores.tools, { tool: id('e'), witnesses: [] }] }
    expect(await select(unscored, { k: 9, threshold: 2.5 })).toBe('ae')
  })

  it('gives in a sweep what it gives for each k, also where scores do not fall', async () => {
    const tools = [1, 0.1, 1, 0.2, 1].map((score, at) => ({
      tool: id(`tool-${at}`),
      score,
      witnesses: [],
    }))
    const reranked = pipe(
      stage<typeof plan.query, Ranking>({
        name: 'reranked',
        gives: 'ranking',
        settings: {},
        run: () => ({ shape: 'ranking', plan, order: 'given', tools }),
      }),
    ).to(topK({ threshold: 0.5 }))
    const ks = [1, 2, 3, 4, 5]
    const alone = await Promise.all(ks.map((k) => run(reranked, plan.query, runCall({ k }))))
    expect(alone.map((set) => set.tools.length)).toEqual([1, 1, 2, 2, 3])
    expect(await sweep(reranked, plan.query, { ...runCall(), ks })).toEqual(alone)
  })
})
