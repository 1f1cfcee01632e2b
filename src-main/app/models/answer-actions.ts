import { z } from 'zod'
import { action } from '../action'
import { page } from '../../contract/page'

export const answerActions = {
  'answers.list': action({
    summary: 'Show stored answers of language models, those used last first',
    input: z.object({
      ...page(20, 200),
    }),
    run: ({ storedAnswers }, page) => storedAnswers.list(page),
  }),
  'answers.size': action({
    summary: 'Tell how many answers are stored, and how large they are',
    input: z.object({}),
    run: ({ storedAnswers }) => storedAnswers.size(),
  }),
  'answers.clear': action({
    summary: 'Remove all stored answers of language models: they are asked again',
    input: z.object({}),
    run: async ({ storedAnswers }) => ({ removed: await storedAnswers.clear() }),
  }),
}
