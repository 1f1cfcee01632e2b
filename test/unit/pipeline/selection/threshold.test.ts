import { expect, it } from 'vitest'
import { threshold } from '../../../../src-main/pipeline/selection/threshold'
import { pipe } from '../../../../src-main/pipeline/stage'
import { id } from '../../../fakes/catalog-tool'
import { namesOf } from '../../../fakes/retrievers'
import { recorded } from '../../../fakes/run-call'
import { ranking } from '../fusion/rankings'

it('drops what scores below, says so, and leaves tools without a score', async () => {
  const scored = ranking('bm25', { a: 3, b: 2, c: 1 })
  const tools = [...scored.tools, { tool: id('by-hand'), witnesses: [] }]
  const { output, steps } = await recorded(pipe(threshold(2)), { ...scored, tools })
  expect(namesOf(output)).toEqual(['a', 'b', 'by-hand'])
  expect(steps[0]?.step.dropped).toMatchObject([{ why: 'below the score threshold 2' }])
})
