import { queryOf, type QueryPlan, type Ranking } from '../../../../src-main/domain/query'
import { id } from '../../../fakes/catalog-tool'

export const plan: QueryPlan = {
  shape: 'plan',
  query: queryOf('send a mail'),
  steps: [{ text: 'send a mail', variations: ['send a mail'] }],
}

/** The ranking of one retriever, tools by falling score as given. */
export const ranking = (source: string, scores: Record<string, number>): Ranking => ({
  shape: 'ranking',
  plan,
  tools: Object.entries(scores).map(([tool, score], at) => ({
    tool: id(tool),
    score,
    parts: [{ source, score, rank: at + 1 }],
  })),
})
