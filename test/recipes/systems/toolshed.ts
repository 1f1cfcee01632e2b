import { z } from 'zod'
import { eachStep } from '../../../src-main/pipeline/combine'
import { filterOptions } from '../../../src-main/pipeline/recipes/options'
import { recipe } from '../../../src-main/pipeline/recipes/recipe'
import { dense } from '../../../src-main/pipeline/retrieval/dense'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe } from '../../../src-main/pipeline/stage'
import { decompose, expand, rewrite, stepBack } from './planning'
import { grade, inTurns, rerank, selfRag } from './ranking'

/** Toolshed / Advanced RAG-Tool Fusion. For a plan of n steps: 5 + 3n model calls, and 2 for each round of self-RAG. */
export const toolshed = recipe({
  id: 'toolshed',
  title: 'Toolshed',
  summary:
    'Plans, searches for each step with variations, reranks twice, grades, and searches again.',
  source: 'Advanced RAG-Tool Fusion, sections 3.2 to 3.4',
  size: 'k',
  options: z.strictObject(filterOptions),
  build(kit, options) {
    const documents = kit.dense(kit.documents(['name', 'description', 'questions', 'topics']))
    const search = dense(documents, { depth: 20, among: kit.among(options) })
    return pipe(rewrite())
      .to(decompose())
      .to(expand(3))
      .to(stepBack())
      .to(eachStep(pipe(search).to(rerank(kit)), inTurns))
      .to(rerank(kit))
      .to(grade(kit))
      .to(selfRag(kit, 2))
      .to(topK())
  },
})
