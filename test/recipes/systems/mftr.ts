import { z } from 'zod'
import { filterOptions } from '../../../src-main/pipeline/recipes/options'
import { recipe } from '../../../src-main/pipeline/recipes/recipe'
import { topK } from '../../../src-main/pipeline/selection/top-k'
import { pipe, type Source } from '../../../src-main/pipeline/stage'
import { rewriteFromFeedback } from './planning'
import { scoreFields, type FieldWeights } from './ranking'

/** Weights as they would be learned from a golden set. */
const weights: Source<FieldWeights> = {
  key: 'weights of the test',
  prepare: () => Promise.resolve({ description: 1, parameters: 0, response: 0, examples: 0.5 }),
}

/** MFTR, multi-field tool retrieval. One model call. */
export const mftr = recipe({
  id: 'mftr',
  title: 'MFTR',
  summary:
    'Rewrites the query into tool needs and compares them with every field of a tool, by learned weights.',
  source: 'MFTR, sections 3.1 to 3.4',
  size: 'k',
  options: z.strictObject({ ...filterOptions }),
  build(kit) {
    const plain = kit.lexical(kit.documents(['description']), ['stop-words', 'stemming'])
    return pipe(rewriteFromFeedback(plain, kit)).to(scoreFields(kit, weights)).to(topK())
  },
})
