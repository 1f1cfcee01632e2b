import { z } from 'zod'
import { planAsIs } from '../planning/as-is'
import { dense as byMeaning } from '../retrieval/dense'
import { topK } from '../selection/top-k'
import { pipe } from '../stage'
import { meaningOptions, retrievalOptions, selectionOptions } from './options'
import { recipe } from './recipe'

export const dense = recipe({
  id: 'dense',
  title: 'Dense',
  summary: 'Compares the query’s embedding with those of the tool documents.',
  source: 'naive vector retrieval, the baseline of the published systems',
  size: 'k',
  options: z.strictObject({ ...meaningOptions, ...retrievalOptions, ...selectionOptions }),
  build(kit, { components, ...options }) {
    const documents = kit.dense(kit.documents(components, options))
    return pipe(planAsIs())
      .to(byMeaning(documents, { ...options, among: kit.among(options) }))
      .to(topK(options))
  },
})
