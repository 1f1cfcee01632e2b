import type { AnswerDetail, AnswerForm } from './answer-form'

/** The form where nobody says otherwise. Clients warn of answers at 10,000 tokens. */
export const STANDARD_FORM: AnswerForm = {
  detail: 'full',
  whole: 0,
  compact: true,
  budget: 8_000,
}

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
