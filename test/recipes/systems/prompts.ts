import type { z } from 'zod'
import { RewrittenQuery } from '../../../src-main/domain/golden-set'
import type { Prompt } from '../../../src-main/pipeline/prompt'

/** Short forms of the questions that the five systems ask: enough to see that the framework carries them. */

const lines = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

export interface WithTools {
  text: string
  tools: readonly string[]
}

const prompt = <Input, Answer>(
  id: string,
  answer: z.ZodType<Answer>,
  text: (input: Input) => string,
): Prompt<Input, Answer> => ({ id, version: 1, answer, text: (input) => `${id}: ${text(input)}` })

export const rewriteNeeds = prompt(
  'needs',
  RewrittenQuery,
  ({ text, tools }: WithTools) => `${text}\n${lines(tools)}`,
)
