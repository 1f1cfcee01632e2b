import type { QueryPlan, ToolSet } from '../../domain/query'

/** What a set keeps of its plan: the query, and what is to be asked back. */
export const asked = ({ query, questions }: QueryPlan): Pick<ToolSet, 'query' | 'questions'> => ({
  query,
  ...(questions && { questions }),
})
