import type { Ask } from '../../src-main/pipeline/ask'
import { promptName } from '../../src-main/pipeline/prompt'

/** What prompts are answered with, by their ids; each is told what the question holds. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>

export interface ScriptedAnswers {
  ask: Ask
  /** The questions in the order they came. */
  readonly asked: { prompt: string; text: string; input: unknown }[]
}

/**
 * A model that answers by what it is asked for, and fails on a prompt it does not expect. A token
 * is a character.
 */
export function scriptedAnswers(answers: Answers): ScriptedAnswers {
  const asked: ScriptedAnswers['asked'] = []
  return {
    asked,
    async ask(prompt, input, { signal }) {
      signal.throwIfAborted()
      const text = prompt.text(input)
      asked.push({ prompt: prompt.id, text, input })
      const answerOf = answers[prompt.id]
      if (!answerOf) throw new Error(`There is no answer to “${prompt.id}”.`)
      const answer = prompt.answer.parse(answerOf(input as never))
      const call = {
        prompt: promptName(prompt),
        promptTokens: text.length,
        answerTokens: JSON.stringify(answer).length,
        cached: false,
        repaired: false,
      }
      return { answer, call }
    },
  }
}
