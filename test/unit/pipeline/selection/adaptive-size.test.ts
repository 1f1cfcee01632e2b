import { describe, expect, it } from 'vitest'
import type { Ranking } from '../../../../src-main/domain/query/query'
import { run } from '../../../../src-main/pipeline/runner'
import { adaptiveSize } from '../../../../src-main/pipeline/selection/top-k'
import { pipe, readsK } from '../../../../src-main/pipeline/stage'
import { id } from '../../../fakes/catalog-tool'
import { namesOf } from '../../../fakes/retrievers'
import { runCall } from '../../../fakes/run-call'
import { plan, ranking } from '../fusion/rankings'

const scores = ranking('bm25', { a: 3, b: 2, c: 1 })
const select = (from: Ranking, k = 5) => run(pipe(adaptiveSize()), from, runCall({ k }))

describe('an adaptive set', () => {
  it('holds all of the ranking, in its order, however many tools are wanted', async () => {
    expect(await select(scores, 1)).toEqual({
      shape: 'tool-set',
      query: plan.query,
      size: 'adaptive',
      tools: scores.tools,
    })
    expect(readsK(adaptiveSize())).toBeUndefined()
  })

  it('begins with the tools that the plan keeps, each once', async () => {
    const kept = ['x', 'b'].map((tool) => ({ tool: id(tool), witnesses: [] }))
    const set = await select({ ...scores, plan: { ...plan, kept } })
    expect(namesOf(set)).toEqual(['x', 'b', 'a', 'c'])
    expect(set.tools[1]).toBe(kept[1])
  })

  it('may be empty', async () => {
    expect((await select({ ...scores, tools: [] })).tools).toEqual([])
  })
})
