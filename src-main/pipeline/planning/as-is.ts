import type { Query, QueryPlan } from '../../domain/query/query'
import { stage } from '../stage'

/** The plan that searches the query as it stands, in one step. */
export const planAsIs = () =>
  stage<Query, QueryPlan>({
    name: 'plan',
    gives: 'plan',
    settings: {},
    run: (query) => ({
      shape: 'plan',
      query,
      steps: [{ text: query.text, variations: [query.text] }],
      kept: [],
    }),
  })
