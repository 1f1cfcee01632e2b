import { z } from 'zod'

/**
 * How much of a tool an agent is given: its name; its name, the first sentence of its description
 * and the names of what it requires; or its definition.
 */
export const AnswerDetail = z.enum(['names', 'purpose', 'full'])
export type AnswerDetail = z.infer<typeof AnswerDetail>

/** Tokens of an answer where nobody says otherwise: clients warn at 10,000 and cut at 25,000. */
export const STANDARD_BUDGET = 8_000

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
export const AnswerForm = z.object({
  detail: FIELDS.detail.default('full'),
  whole: FIELDS.whole.default(0),
  compact: FIELDS.compact.default(true),
  budget: FIELDS.budget.default(STANDARD_BUDGET),
})
export type AnswerForm = z.infer<typeof AnswerForm>

export const STANDARD_FORM: AnswerForm = AnswerForm.parse({})

/** A form as far as a request says it: what it leaves out is as it is otherwise. */
export const AskedForm = z.object(FIELDS).partial()
export type AskedForm = z.infer<typeof AskedForm>

/** A form in a few words: “full, compact, at most 8,000 tokens”. */
export function formText({ detail, whole, compact, budget }: AnswerForm): string {
  return [
    DETAIL_WORDS[detail],
    ...(whole > 0 && detail !== 'full' ? [`the first ${whole} in full`] : []),
    compact ? 'compact' : 'as imported',
    `at most ${budget.toLocaleString('en')} tokens`,
  ].join(', ')
}

export const DETAIL_WORDS: Readonly<Record<AnswerDetail, string>> = {
  names: 'names alone',
  purpose: 'names and purposes',
  full: 'full definitions',
}
