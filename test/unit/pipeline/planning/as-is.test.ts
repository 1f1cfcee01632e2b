import { expect, it } from 'vitest'
import { id } from '../../../fakes/catalog-tool'
import { runCall } from '../../../fakes/run-call'
import { queryOf } from '../../../../src-main/domain/query/query'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { run } from '../../../../src-main/pipeline/runner'
import { pipe } from '../../../../src-main/pipeline/stage'

it('plans a query as one step, word for word, and keeps nothing', async () => {
  const query = { ...queryOf('  Send THIS “as is”\n'), turns: ['Hello'], held: [id('ping')] }
  expect(await run(pipe(planAsIs()), query, runCall())).toEqual({
    shape: 'plan',
    query,
    steps: [{ text: query.text, variations: [query.text] }],
    kept: [],
  })
})
