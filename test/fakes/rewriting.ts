import { z } from 'zod'
import type { Query } from '../../src-main/domain/query/query'
import { stage } from '../../src-main/pipeline/stage'

export const rewritePrompt = {
  id: 'rewrite',
  version: 1,
  answer: z.object({ text: z.string() }),
  text: ({ text }: Query) => `Rewrite: ${text}`,
}

/**
 * Asks a model for the query in other words, and passes it on as it is where there is no answer.
 */
export const rewriting = stage<Query, Query>({
  name: 'rewrite',
  gives: 'query',
  settings: {},
  prompts: [rewritePrompt],
  async run(query, step) {
    const { text } = await step.ask(rewritePrompt, query, { text: query.text })
    return { ...query, text }
  },
})
