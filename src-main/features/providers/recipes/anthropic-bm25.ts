import { z } from 'zod'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { lexical } from '../../../pipeline/retrieval/lexical'
import { topK } from '../../../pipeline/selection/top-k'
import { pipe } from '../../../pipeline/stage'
import { lexicalOptions } from '../../../pipeline/recipes/options'
import { recipe } from '../../../pipeline/recipes/recipe'
import { ANTHROPIC } from './anthropic'
import { ASKED_AS_IS, definitions, providerOptions } from './options'

const { analyser, k1, b } = lexicalOptions

export const anthropicBm25 = recipe({
  id: 'anthropic-bm25',
  title: 'Anthropic, BM25',
  summary:
    'What Anthropic’s tool search finds by words: it searches definitions and gives five tools.',
  ...ANTHROPIC,
  simulates: {
    ...ANTHROPIC.simulates,
    assumed: [
      'How words are cut and weighed is not published: Pegboard’s own analyser is assumed, the kindest to it.',
      ASKED_AS_IS,
    ],
  },
  size: 'k',
  options: z.strictObject({ ...providerOptions(5), analyser, k1, b }),
  build(kit, { limit, analyser: steps, ...options }) {
    const documents = kit.lexical(definitions(kit), steps)
    const search = { ...options, depth: limit, countRepeats: true, among: kit.among(options) }
    return pipe(planAsIs()).to(lexical(documents, search)).to(topK())
  },
})
