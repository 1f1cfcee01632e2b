import { expect, it } from 'vitest'
import { onlyNew } from '../../../../src-main/pipeline/selection/only-new'
import { pipe } from '../../../../src-main/pipeline/stage'
import { id } from '../../../fakes/catalog-tool'
import { namesOf } from '../../../fakes/retrievers'
import { recorded } from '../../../fakes/run-call'
import { plan, ranking } from '../fusion/rankings'

it('leaves out what the agent holds already, and says so', async () => {
  const query = { ...plan.query, held: [id('a'), id('elsewhere')] }
  const found = { ...ranking('bm25', { a: 3, b: 2 }), plan: { ...plan, query } }
  const { output, steps } = await recorded(pipe(onlyNew()), found)
  expect(namesOf(output)).toEqual(['b'])
  expect(steps[0]?.step.dropped).toMatchObject([{ why: 'held already', tools: [{ tool: 'a' }] }])
})
