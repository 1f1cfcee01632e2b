import { z } from 'zod'
import { planAsIs } from '../../../src-main/pipeline/planning/as-is'
import { filterOptions } from '../../../src-main/pipeline/recipes/options'
import { recipe } from '../../../src-main/pipeline/recipes/recipe'
import { dense } from '../../../src-main/pipeline/retrieval/dense'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe } from '../../../src-main/pipeline/stage'
import { rerank, traverse } from './ranking'

/** Graph RAG-Tool Fusion. One model call. */
export const graph = recipe({
  id: 'graph-rag-tool-fusion',
  title: 'Graph RAG-Tool Fusion',
  summary: 'Searches for a few tools and takes all that they depend on with them.',
  source: 'Graph RAG-Tool Fusion, section 3',
  size: 'k',
  options: z.strictObject({ seeds: z.number().default(3), ...filterOptions }),
  build(kit, { seeds, ...filter }) {
    const documents = kit.dense(kit.documents(['name', 'description']))
    return pipe(planAsIs())
      .to(dense(documents, { depth: seeds, among: kit.among(filter) }))
      .to(rerank(kit))
      .to(traverse(kit))
      .to(topK())
  },
})
