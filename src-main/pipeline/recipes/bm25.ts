import { z } from 'zod'
import { planAsIs } from '../planning/as-is'
import { lexical } from '../retrieval/lexical'
import { topK } from '../selection/top-k'
import { pipe } from '../stage'
import { documentOptions, lexicalOptions, retrievalOptions, selectionOptions } from './options'
import { recipe } from './recipe'

export const bm25 = recipe({
  id: 'bm25',
  title: 'BM25',
  summary:
    'Matches the words of the query with the words of the tool documents: rare words count more, long texts less.',
  source: 'Robertson et al. 1994, in Lucene’s form',
  size: 'k',
  options: z.strictObject({
    ...documentOptions,
    ...lexicalOptions,
    ...retrievalOptions,
    ...selectionOptions,
  }),
  build(kit, { components, analyser, ...options }) {
    const documents = kit.lexical(kit.documents(components, options), analyser)
    return pipe(planAsIs())
      .to(lexical(documents, { ...options, among: kit.among(options) }))
      .to(topK(options))
  },
})
