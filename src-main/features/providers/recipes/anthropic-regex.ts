import { z } from 'zod'
import { planAsIs } from '../../../pipeline/planning/as-is'
import { pattern } from '../../../pipeline/retrieval/pattern'
import { topK } from '../../../pipeline/selection/top-k'
import { pipe } from '../../../pipeline/stage'
import { inSection } from '../../../pipeline/recipes/option-builders'
import { recipe } from '../../../pipeline/recipes/recipe'
import { ANTHROPIC } from './anthropic'
import { definitions, providerOptions } from './options'

export const anthropicRegex = recipe({
  id: 'anthropic-regex',
  title: 'Anthropic, regex',
  summary:
    'What Anthropic’s tool search finds by a regular expression: it searches definitions and gives five tools.',
  ...ANTHROPIC,
  simulates: {
    ...ANTHROPIC.simulates,
    assumed: [
      'Which five of more tools are given is not published: those in which the pattern finds most different texts come first, a kind assumption.',
      'By rule, the pattern is the words of the request; the provider’s model would write one of its own.',
    ],
  },
  size: 'k',
  asksModelWhere: [[{ option: 'by', isOneOf: ['model'] }]],
  options: z.strictObject({
    by: inSection('search').choice('Pattern written by', 'rule', {
      description:
        'Takes the words of the request as alternatives, or has the chat model write the pattern.',
      labels: { rule: 'The words of the request', model: 'The chat model' },
    }),
    ...providerOptions(5),
  }),
  build(kit, { limit, by, ...options }) {
    const documents = definitions(kit)
    const among = kit.among(options)
    return pipe(planAsIs())
      .to(pattern(kit, documents, { depth: limit, among, by }))
      .to(topK())
  },
})
