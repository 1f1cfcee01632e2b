import { describe, expect, it } from 'vitest'
import { queryOf, type QueryPlan } from '../../../../src-main/domain/query'
import { retrieve } from '../../../../src-main/pipeline/retrieval/retrieve'
import type { Hit } from '../../../../src-main/ports/tool-index'
import { id } from '../../../fakes/catalog-tool'
import { stageContext } from '../../../fakes/stage-context'

const FOUND: Record<string, Hit[]> = {
  mail: [
    { tool: id('send'), score: 5, terms: { mail: 5 } },
    { tool: id('find'), score: 3 },
  ],
  message: [
    { tool: id('find'), score: 4 },
    { tool: id('archive'), score: 3 },
    { tool: id('send'), score: 1 },
  ],
}

function searching(depth = 10) {
  const asked: string[] = []
  const stage = retrieve({
    name: 'lexical',
    source: 'bm25',
    settings: { depth },
    depth,
    async search(text) {
      asked.push(text)
      return (FOUND[text] ?? []).slice(0, depth)
    },
  })
  return { asked, stage }
}

const planOf = (...steps: string[][]): QueryPlan => ({
  shape: 'plan',
  query: queryOf('q'),
  steps: steps.map((variations) => ({ text: variations[0] ?? '', variations })),
})

describe('retrieving', () => {
  it('gives the ranking of a single text, with source, rank and matched terms as parts', async () => {
    const { stage } = searching()
    const plan = planOf(['mail'])
    expect(await stage.run(plan, stageContext())).toEqual({
      shape: 'ranking',
      plan,
      tools: [
        {
          tool: 'send',
          score: 5,
          parts: [{ source: 'bm25', score: 5, rank: 1, terms: { mail: 5 } }],
        },
        { tool: 'find', score: 3, parts: [{ source: 'bm25', score: 3, rank: 2 }] },
      ],
    })
  })

  it('keeps for each tool its best over all texts of a plan, ties by tool id', async () => {
    const { stage } = searching()
    const { tools } = await stage.run(planOf(['mail'], ['message']), stageContext())
    expect(tools.map(({ tool, score }) => [tool, score])).toEqual([
      ['send', 5],
      ['find', 4],
      ['archive', 3],
    ])
    expect(tools.map(({ parts }) => parts[0]?.rank)).toEqual([1, 2, 3])
  })

  it('gives no more than depth, also of several texts', async () => {
    const { stage } = searching(2)
    const { tools } = await stage.run(planOf(['mail', 'message']), stageContext())
    expect(tools.map(({ tool }) => tool)).toEqual(['send', 'find'])
  })

  it('asks every variation, but each text once', async () => {
    const { stage, asked } = searching()
    await stage.run(planOf(['mail', 'message'], ['message', 'letter']), stageContext())
    expect(asked).toEqual(['mail', 'message', 'letter'])
  })

  it('finds nothing where nothing matches', async () => {
    const { stage } = searching()
    expect((await stage.run(planOf(['letter']), stageContext())).tools).toEqual([])
  })
})
