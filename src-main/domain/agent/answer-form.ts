import { z } from 'zod'

/**
 * How much of a tool an agent is given: its name; its name, the first sentence of its description
 * and the names of what it requires; or its definition.
 */
export const AnswerDetail = z.enum(['names', 'purpose', 'full'])
export type AnswerDetail = z.infer<typeof AnswerDetail>

const FIELDS = {
  detail: AnswerDetail.describe('how much of each tool is given; get_tools gives the rest'),
  whole: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .describe('the first so many tools are given in full whatever the detail'),
  compact: z
    .boolean()
    .describe(
      'write parameters that tools share once, and shorten long lists of values, examples and descriptions',
    ),
  budget: z
    .number()
    .int()
    .min(50)
    .max(1_000_000)
    .describe('the most tokens of an answer: beyond it less detail is given, then fewer tools'),
}

/** How the tools that were found are written for an agent. With k it decides what that costs. */
export const AnswerForm = z.object(FIELDS)
export type AnswerForm = z.infer<typeof AnswerForm>

/** A form as far as a request says it: what it leaves out is as it is otherwise. */
export const AskedForm = z.object(FIELDS).partial()
export type AskedForm = z.infer<typeof AskedForm>
