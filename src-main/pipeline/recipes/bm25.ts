import { z } from 'zod'
import { planAsIs } from '../planning/as-is'
import { lexical } from '../retrieval/lexical'
import { topK } from '../selection/top-k'
import { documentOptions, lexicalOptions, retrievalOptions, selectionOptions } from './options'
import { recipe } from './recipe'

export const bm25 = recipe({
  id: 'bm25',
  title: 'BM25',
  summary: 'Matches the words of the query with the words of the tool documents.',
  source: 'Robertson et al. 1994, in Lucene’s form',
  embeds: false,
  options: z.strictObject({
    ...documentOptions,
    ...lexicalOptions,
    ...retrievalOptions,
    ...selectionOptions,
  }),
  index: ({ knowledgeBase }, { components, analyser }) =>
    knowledgeBase.lexical(components, analyser),
  build: ({ knowledgeBase }, options) =>
    planAsIs()
      .to(
        lexical(() => knowledgeBase.lexical(options.components, options.analyser), {
          ...options,
          among: knowledgeBase.among(options),
        }),
      )
      .to(topK(options)),
})
