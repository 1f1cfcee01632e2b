import { z } from 'zod'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { dense } from '../../../pipeline/retrieval/dense'
import { topK } from '../../../pipeline/selection/top-k'
import { pipe } from '../../../pipeline/stage'
import { recipe } from '../../../pipeline/recipes/recipe'
import { ASKED_AS_IS, namesAndDescriptions, OTHER_EMBEDDER, providerOptions } from './options'

export const langgraphBigtool = recipe({
  id: 'langgraph-bigtool',
  title: 'LangGraph bigtool',
  summary:
    'What langgraph-bigtool finds as it comes: names and descriptions by meaning, two tools.',
  source: 'langgraph-bigtool 0.0.3, retrieve_tools',
  simulates: {
    by: 'LangGraph',
    page: 'https://pypi.org/project/langgraph-bigtool/0.0.3/',
    read: '2026-11-28',
    assumed: [ASKED_AS_IS, OTHER_EMBEDDER],
  },
  size: 'k',
  options: z.strictObject(providerOptions(2)),
  build(kit, { limit, ...options }) {
    const documents = kit.dense(namesAndDescriptions(kit))
    return pipe(planAsIs())
      .to(dense(documents, { depth: limit, among: kit.among(options) }))
      .to(topK())
  },
})
