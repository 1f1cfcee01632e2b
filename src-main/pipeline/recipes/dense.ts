import { z } from 'zod'
import { planAsIs } from '../planning/as-is'
import { dense as denseRetriever } from '../retrieval/dense'
import { topK } from '../selection/top-k'
import { embeddedComponents, retrievalOptions, selectionOptions } from './options'
import { recipe } from './recipe'

export const dense = recipe({
  id: 'dense',
  title: 'Dense',
  summary: 'Compares the query’s embedding with those of the tool documents.',
  source: 'naive vector retrieval, the baseline of the published systems',
  embeds: true,
  options: z.strictObject({
    components: embeddedComponents,
    ...retrievalOptions,
    ...selectionOptions,
  }),
  index: ({ knowledgeBase }, { components }, call) => knowledgeBase.dense(components, call),
  build: ({ knowledgeBase }, options) =>
    planAsIs()
      .to(
        denseRetriever(() => knowledgeBase.dense(options.components), {
          ...options,
          among: knowledgeBase.among(options),
        }),
      )
      .to(topK(options)),
})
