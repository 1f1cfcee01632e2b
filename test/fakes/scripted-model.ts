import type { AnswerKey } from '../../src-main/ports/stored-answers'
import type { LanguageModel, ModelQuestion } from '../../src-main/ports/language-model'

/**
 * What a prompt that begins so is answered with: a value, sent as JSON, or a text sent as it is.
 */
export type Script = Readonly<Record<string, (question: string) => unknown>>

export interface ScriptedModel extends LanguageModel {
  /** The questions in the order they came. */
  readonly questions: ModelQuestion[]
}

/**
 * A model that answers by the first words of the prompt, and fails on a prompt it does not expect.
 */
export function scriptedModel(script: Script): ScriptedModel {
  const questions: ModelQuestion[] = []
  return {
    fingerprint: 'scripted@1',
    questions,
    async answer(question) {
      questions.push(question)
      question.signal.throwIfAborted()
      const known = Object.entries(script).find(([beginning]) =>
        question.text.startsWith(beginning),
      )
      if (!known) throw new Error(`The script has no answer to: ${question.text.slice(0, 80)}`)
      const given = known[1](question.text)
      const text = typeof given === 'string' ? given : JSON.stringify(given)
      return { text, promptTokens: question.text.length, answerTokens: text.length }
    },
  }
}

/** A cache that forgets nothing. */
export function memoryCache() {
  const kept = new Map<string, string>()
  return {
    kept,
    get: async (key: AnswerKey) => kept.get(JSON.stringify(key)),
    put: async (key: AnswerKey, answer: string) => void kept.set(JSON.stringify(key), answer),
  }
}
