import { z } from 'zod'

/** An answer that a language model gave, and that is given again to the same question. */
const StoredAnswer = z.object({
  at: z.string(),
  /** The model's name, digest and options. */
  model: z.string(),
  /** The prompt with its version: `decompose@2`. */
  prompt: z.string(),
  /** How the question began, and its answer. */
  question: z.string(),
  answer: z.string(),
})

export const answerRoutes = {
  /** Answers of language models, those used last first. */
  'answers.list': {
    input: z.object({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(200).default(20),
    }),
    output: z.array(StoredAnswer),
  },
  /** How many are kept, and at most: beyond, the fifth that was used longest ago is forgotten. */
  'answers.size': {
    input: z.object({}),
    output: z.object({
      answers: z.number().int(),
      bytes: z.number(),
      most: z.object({ answers: z.number().int(), bytes: z.number() }),
    }),
  },
  'answers.clear': { input: z.object({}), output: z.object({ removed: z.number().int() }) },
}
