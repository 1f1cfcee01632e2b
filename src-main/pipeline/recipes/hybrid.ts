import { z } from 'zod'
import { RANK_CONSTANT, reciprocalRank } from '../fusion/reciprocal-rank'
import { weighted } from '../fusion/weighted'
import { planAsIs } from '../planning/as-is'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { topK } from '../selection/top-k'
import { fuse } from '../stage'
import { documentOptions, lexicalOptions, retrievalOptions, selectionOptions } from './options'
import { recipe } from './recipe'

const fusionOptions = {
  fusion: z.enum(['rrf', 'weighted']).default('rrf').meta({
    title: 'Fusion',
    description: 'By ranks (reciprocal rank fusion) or by scores scaled to 0…1.',
  }),
  rankConstant: z.number().min(1).max(1000).default(RANK_CONSTANT).meta({
    title: 'RRF constant',
    description: 'The larger, the less the first places count; for fusion by ranks.',
  }),
  lexicalWeight: z.number().min(0).max(1).default(0.5).meta({
    title: 'Weight of BM25',
    description: 'The dense side gets the rest; for fusion by scores.',
  }),
}

export const hybrid = recipe({
  id: 'hybrid',
  title: 'Hybrid',
  summary: 'Asks BM25 and the embedder side by side and fuses their rankings.',
  source: 'Cormack et al. 2009 for RRF',
  embeds: true,
  options: z.strictObject({
    ...fusionOptions,
    ...documentOptions,
    ...lexicalOptions,
    ...retrievalOptions,
    ...selectionOptions,
  }),
  index: ({ knowledgeBase }, { components, analyser }, call) =>
    Promise.all([
      knowledgeBase.lexical(components, analyser),
      knowledgeBase.dense(components, call),
    ]),
  build({ knowledgeBase }, options) {
    const { components, analyser, lexicalWeight } = options
    const search = { ...options, among: knowledgeBase.among(options) }
    const method =
      options.fusion === 'rrf'
        ? reciprocalRank(options.rankConstant)
        : weighted([lexicalWeight, 1 - lexicalWeight])
    return planAsIs()
      .to(
        fuse(
          method,
          lexical(() => knowledgeBase.lexical(components, analyser), search),
          dense(() => knowledgeBase.dense(components), search),
        ),
      )
      .to(topK(options))
  },
})
