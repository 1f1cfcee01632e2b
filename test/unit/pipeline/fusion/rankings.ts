import { queryOf, type QueryPlan, type Ranking } from '../../../../src-main/domain/query/query'
import { stage } from '../../../../src-main/pipeline/stage'
import { id } from '../../../fakes/catalog-tool'

export const plan: QueryPlan = {
  shape: 'plan',
  query: queryOf('send a mail'),
  steps: [{ text: 'send a mail', variations: ['send a mail'] }],
  kept: [],
}

/** The ranking of one retriever, tools by falling score as given. */
export const ranking = (source: string, scores: Record<string, number>): Ranking => ({
  shape: 'ranking',
  plan,
  order: 'score',
  tools: Object.entries(scores).map(([tool, score], at) => ({
    tool: id(tool),
    score,
    witnesses: [{ kind: 'score', source, score, rank: at + 1 }],
  })),
})

/** A ranking that no score gave. */
export const unscored = (...tools: string[]): Ranking => ({
  shape: 'ranking',
  plan,
  order: 'given',
  tools: tools.map((tool) => ({ tool: id(tool), witnesses: [] })),
})

/** Searches by a table: what each text scores each tool. */
export const byTable = (table: Record<string, Record<string, number>>) =>
  stage<QueryPlan, Ranking>({
    name: 'table',
    gives: 'ranking',
    settings: {},
    run: (given) => ({ ...ranking('table', table[given.steps[0]?.text ?? ''] ?? {}), plan: given }),
  })
