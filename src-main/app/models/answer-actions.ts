import { z } from 'zod'
import { action } from '../action'
import { page } from '../../contract/page'

export const answerActions = {
  'answers.list': action({
    summary: 'Answers of language models, those used last first',
    input: z.object({
      ...page(20, 200),
    }),
    run: ({ storedAnswers }, page) => storedAnswers.list(page),
  }),
  'answers.size': action({
    summary:
      'How many are kept, and at most: beyond, the fifth that was used longest ago is forgotten',
    input: z.object({}),
    run: ({ storedAnswers }) => storedAnswers.size(),
  }),
  'answers.clear': action({
    summary: 'Forgets all kept answers of language models',
    input: z.object({}),
    run: async ({ storedAnswers }) => ({ removed: await storedAnswers.clear() }),
  }),
}
