import type { AppContext, Handlers } from './handlers'

export const answerHandlers = ({ storedAnswers }: AppContext): Handlers<'answers'> => ({
  'answers.list': (page) => storedAnswers.list(page),
  'answers.size': () => storedAnswers.size(),
  'answers.clear': async () => ({ removed: await storedAnswers.clear() }),
})
