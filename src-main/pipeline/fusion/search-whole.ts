import type { QueryPlan, Ranking } from '../../domain/query/query'
import { pipe, stage, type Retriever } from '../stage'

/**
 * Searches the whole of a request for several things again, as it is searched beside its clauses;
 * any other request keeps what was found. For a search that decides late whether clauses follow.
 */
export function searchWhole(search: Retriever, isWholeOfSeveral: (plan: QueryPlan) => boolean) {
  const whole = { label: 'whole', pipeline: pipe(search) }
  return stage<Ranking, Ranking>({
    name: 'search whole',
    gives: 'ranking',
    settings: {},
    inside: [whole],
    absent: 'the request as a whole does not find it',
    run: (ranking, step) =>
      isWholeOfSeveral(ranking.plan) ? step.branch(whole, ranking.plan) : ranking,
  })
}
