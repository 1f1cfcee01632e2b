import { z } from 'zod'
import { Problem } from '../domain/problem'
import type { JsonObject } from '../domain/tool/tool'
import type { ModelCall } from '../domain/trace/trace'
import type { LanguageModel, ModelQuestion } from '../ports/language-model'
import type { StoredAnswers } from '../ports/stored-answers'
import { promptName, type Prompt } from './prompt'

/** One answer, with what it cost. */
export interface Asked<Answer> {
  answer: Answer
  call: ModelCall
}

/**
 * Asks a model one question.
 * @throws InvalidAnswer where the answer does not fit, Problem where the model cannot be asked.
 */
export type Ask = <Input, Answer>(
  prompt: Prompt<Input, Answer>,
  input: Input,
  call: AskCall,
) => Promise<Asked<Answer>>

/** How a question is stopped, and whom it tells that the model still works. */
export type AskCall = Pick<ModelQuestion, 'signal' | 'onSign'>

/** An answer that is no JSON, or does not fit its prompt's schema. */
export class InvalidAnswer extends Error {
  constructor(
    readonly fault: string,
    readonly call: ModelCall,
  ) {
    super(`the model's answer does not fit: ${fault}`)
    this.name = 'InvalidAnswer'
  }
}

/** Longer answers are not read: no prompt asks for as much. In characters. */
const LONGEST_ANSWER = 200_000

/**
 * Asks `model`, and once more with the fault named where the first answer does not fit; not where
 * it was cut or broken off: the same would come again.
 */
export function askModel(model: LanguageModel): Ask {
  return async (prompt, input, asking) => {
    const text = prompt.text(input)
    const schema = z.toJSONSchema(prompt.answer) as JsonObject
    const call: ModelCall = { ...uncounted(prompt) }
    const tryOnce = async (question: string) => {
      const { beginning, thinks: think } = prompt
      const tellsSchema = (prompt.tellsSchema ?? true) || call.repaired
      const asked = { text: question, beginning, schema, tellsSchema, think }
      const given = await model.answer({ ...asked, ...asking })
      call.promptTokens += given.promptTokens
      call.answerTokens += given.answerTokens
      if (given.fault !== undefined) throw new InvalidAnswer(given.fault, call)
      return read(prompt.answer, given.text)
    }
    let tried = await tryOnce(text)
    if ('fault' in tried) {
      call.repaired = true
      tried = await tryOnce(`${text}\n\n${repairText(tried.fault)}`)
    }
    if ('fault' in tried) throw new InvalidAnswer(tried.fault, call)
    return { answer: tried.answer, call }
  }
}

/** Gives the answer that the same model gave to the same words before, where there is one. */
export function withCache(
  ask: Ask,
  { cache, model }: { cache: Pick<StoredAnswers, 'get' | 'put'>; model: string },
): Ask {
  return async (prompt, input, asking) => {
    const key = { model, prompt: promptName(prompt), text: prompt.text(input) }
    const kept = await cache.get(key)
    const known = kept === undefined ? undefined : read(prompt.answer, kept)
    if (known && 'answer' in known) {
      return { answer: known.answer, call: { ...uncounted(prompt), cached: true } }
    }
    const asked = await ask(prompt, input, asking)
    await cache.put(key, JSON.stringify(asked.answer))
    return asked
  }
}

/**
 * Many times what a recipe asks: that of Toolshed asks 5 times, and 3 for each step of its plan.
 */
const MOST_QUESTIONS = 500

/** For one query: refuses questions beyond `most`, those counted too that were answered before. */
export function withBudget(ask: Ask, most = MOST_QUESTIONS): Ask {
  let left = most
  return async (prompt, input, asking) => {
    if (left === 0) {
      throw new Problem(
        'bad-input',
        `one query may ask a model ${most} times, and did`,
        'Choose options that ask less: fewer steps, variations or rounds.',
      )
    }
    left--
    return ask(prompt, input, asking)
  }
}

function read<Answer>(
  schema: z.ZodType<Answer>,
  text: string,
): { answer: Answer } | { fault: string } {
  if (text.length > LONGEST_ANSWER) return { fault: `it is over ${LONGEST_ANSWER} characters long` }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'it is not JSON' }
  }
  const parsed = schema.safeParse(value)
  return parsed.success ? { answer: parsed.data } : { fault: z.prettifyError(parsed.error) }
}

const repairText = (fault: string): string =>
  `Your last answer could not be used: ${fault}\nAnswer again with JSON that fits the schema, and nothing else.`

const uncounted = (prompt: Pick<Prompt, 'id' | 'version'>): ModelCall => ({
  prompt: promptName(prompt),
  promptTokens: 0,
  answerTokens: 0,
  cached: false,
  repaired: false,
})

/** What a workspace says instead of prompts' own wording, by the prompt's id. */
export type PromptOverrides = ReadonlyMap<string, string>

/** No prompt is worded otherwise. */
export const NO_PROMPT_OVERRIDES: PromptOverrides = new Map()

/** The prompt as this workspace words it. */
export function inWordsOf<Input, Answer>(
  promptOverrides: PromptOverrides,
  prompt: Prompt<Input, Answer>,
): Prompt<Input, Answer> {
  const own = promptOverrides.get(prompt.id)
  return own === undefined ? prompt : (prompt.reworded?.(own) ?? prompt)
}

/** Asks every question as this workspace words it. */
export const withPromptOverrides =
  (ask: Ask, promptOverrides: PromptOverrides): Ask =>
  (prompt, input, signal) =>
    ask(inWordsOf(promptOverrides, prompt), input, signal)

/** The names of prompts as this workspace words them: equal ones ask the same. */
export const namesInWordsOf = (
  promptOverrides: PromptOverrides,
  prompts: readonly Prompt[],
): string[] => prompts.map((prompt) => promptName(inWordsOf(promptOverrides, prompt)))
