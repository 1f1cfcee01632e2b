import type { Ask } from './ask'
import { promptName, type Prompt } from './prompt'

/** What a workspace says instead of prompts' standard wordings, by the prompt's id. */
export type Wordings = ReadonlyMap<string, string>

/** No prompt is worded otherwise. */
export const STANDARD_WORDINGS: Wordings = new Map()

/** The prompt as this workspace words it. */
export function inWordsOf<Input, Answer>(
  wordings: Wordings,
  prompt: Prompt<Input, Answer>,
): Prompt<Input, Answer> {
  const own = wordings.get(prompt.id)
  return own === undefined ? prompt : (prompt.reworded?.(own) ?? prompt)
}

/** Asks every question as this workspace words it. */
export const withWordings =
  (ask: Ask, wordings: Wordings): Ask =>
  (prompt, input, signal) =>
    ask(inWordsOf(wordings, prompt), input, signal)

/** The names of prompts as this workspace words them: equal ones ask the same. */
export const namesInWordsOf = (wordings: Wordings, prompts: readonly Prompt[]): string[] =>
  prompts.map((prompt) => promptName(inWordsOf(wordings, prompt)))
