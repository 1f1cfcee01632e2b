import { expect, it } from 'vitest'
import { queryOf } from '../../../../src-main/domain/query'
import { planAsIs } from '../../../../src-main/pipeline/planning/as-is'
import { stageContext } from '../../../fakes/stage-context'

it('plans a query as one step, word for word', async () => {
  const query = queryOf('  Send THIS “as is”\n')
  expect(await planAsIs().run(query, stageContext())).toEqual({
    shape: 'plan',
    query,
    steps: [{ text: query.text, variations: [query.text] }],
  })
})
