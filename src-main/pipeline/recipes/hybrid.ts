import { z } from 'zod'
import { RANK_CONSTANT, reciprocalRank } from '../fusion/reciprocal-rank'
import { standardScore } from '../fusion/standard-score'
import { weighted } from '../fusion/weighted'
import { planAsIs } from '../planning/as-is'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { topK } from '../selection/top-k'
import { fuse, type FusionMethod } from '../stage'
import {
  documentOptions,
  embeddedComponents,
  lexicalOptions,
  retrievalOptions,
  selectionOptions,
} from './options'
import { recipe } from './recipe'

const fusionOptions = {
  fusion: z.enum(['standard', 'weighted', 'rrf']).default('standard').meta({
    title: 'Fusion',
    description:
      'By standard scores, by scores scaled to 0…1, or by ranks alone (reciprocal rank fusion).',
  }),
  lexicalWeight: z.number().min(0).max(1).default(0.7).meta({
    title: 'Weight of BM25',
    description: 'The dense side gets the rest; for fusion by scores.',
  }),
  rankConstant: z.number().min(1).max(1000).default(RANK_CONSTANT).meta({
    title: 'RRF constant',
    description: 'The larger, the less the first places count; for fusion by ranks.',
  }),
}

export const hybrid = recipe({
  id: 'hybrid',
  title: 'Hybrid',
  summary: 'Asks BM25 and the embedder side by side and fuses their rankings.',
  source: 'Montague & Aslam 2001 for standard scores, Cormack et al. 2009 for RRF',
  embeds: true,
  options: z.strictObject({
    ...fusionOptions,
    ...documentOptions,
    embeddedComponents,
    ...lexicalOptions,
    ...retrievalOptions,
    ...selectionOptions,
  }),
  index: ({ knowledgeBase }, { components, analyser, embeddedComponents }, call) =>
    Promise.all([
      knowledgeBase.lexical(components, analyser),
      knowledgeBase.dense(embeddedComponents, call),
    ]),
  build({ knowledgeBase }, options) {
    const { components, analyser, embeddedComponents } = options
    const search = { ...options, among: knowledgeBase.among(options) }
    return planAsIs()
      .to(
        fuse(
          fusionMethod(options, search.among?.size ?? knowledgeBase.tools.size),
          lexical(() => knowledgeBase.lexical(components, analyser), search),
          dense(() => knowledgeBase.dense(embeddedComponents), search),
        ),
      )
      .to(topK(options))
  },
})

type FusionOptions = z.output<z.ZodObject<typeof fusionOptions>>

function fusionMethod(options: FusionOptions, size: number): FusionMethod {
  const weights = [options.lexicalWeight, 1 - options.lexicalWeight] as const
  if (options.fusion === 'rrf') return reciprocalRank(options.rankConstant)
  if (options.fusion === 'weighted') return weighted([...weights])
  const [lexicalWeight, denseWeight] = weights
  return standardScore(
    [
      { weight: lexicalWeight, absent: 'zero' },
      { weight: denseWeight, absent: 'lowest' },
    ],
    size,
  )
}
