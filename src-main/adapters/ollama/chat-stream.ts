import type { Ollama, Tool } from 'ollama'
import { z } from 'zod'
import { OllamaRefusal } from './refusal'

/** What is sent to `/api/chat`. */
export interface ChatRequest {
  model: string
  messages: { role: 'user'; content: string }[]
  /** A JSON Schema, or `json`. Never together with `tools`: the server would call none. */
  format?: object | 'json'
  tools?: Tool[]
  think?: boolean | 'low'
  options: { num_ctx: number; num_predict: number; temperature: number; seed: number }
}

/** All lines of an answer together. */
export interface ChatAnswer {
  text: string
  thinking: string
  /** As the server read them out of what the model wrote; unchecked. */
  calls: { name: string; arguments: unknown }[]
  /** `broken off`: the server ended it without a word, as it does where a model repeats one token. */
  ending: 'whole' | 'length' | 'broken off'
  /** Absent where the answer was broken off. */
  promptTokens: number | undefined
  answerTokens: number
}

const Line = z.object({
  message: z
    .object({
      content: z.string().default(''),
      thinking: z.string().default(''),
      tool_calls: z
        .array(z.object({ function: z.object({ name: z.string(), arguments: z.unknown() }) }))
        .nullish(),
    })
    .default({ content: '', thinking: '' }),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
})

/**
 * Asks for a chat, which comes line by line so that it can be stopped at any of them. A prompt that does not fit is refused
 * rather than cut, and so is an answer that would push its prompt out.
 * @param onLine called at each line, with all until then: the server works.
 * @throws OllamaRefusal, also where the server reports an error after it began to answer
 */
export async function streamedChat(
  client: Ollama,
  request: ChatRequest,
  onLine: (answer: ChatAnswer) => void,
): Promise<ChatAnswer> {
  // The client sends on whatever it is given; its types know neither of the two.
  const whole = { ...request, stream: true, truncate: false, shift: false } as const
  const answer: ChatAnswer = {
    text: '',
    thinking: '',
    calls: [],
    ending: 'broken off',
    promptTokens: undefined,
    answerTokens: 0,
  }
  const lines = await client.chat(whole)
  try {
    for await (const line of lines) {
      addLine(answer, line)
      onLine(answer)
    }
  } catch (error) {
    if (!isOfTheStream(error)) throw error
    if (error.message !== ENDED_EARLY) throw new OllamaRefusal(500, error.message)
  }
  return answer
}

function addLine(answer: ChatAnswer, given: unknown): void {
  const line = Line.safeParse(given)
  if (!line.success) throw new SyntaxError('A line that is no part of a chat.')
  const { message, done, done_reason, prompt_eval_count, eval_count } = line.data
  answer.text += message.content
  answer.thinking += message.thinking
  answer.calls.push(...(message.tool_calls ?? []).map((call) => call.function))
  answer.answerTokens++
  if (!done) return
  answer.ending = done_reason === 'length' ? 'length' : 'whole'
  answer.promptTokens = prompt_eval_count
  answer.answerTokens = eval_count ?? answer.answerTokens
}

/** What the client says where a stream ends without a last line. */
const ENDED_EARLY = 'Did not receive done or success response in stream.'

/** Errors that the client makes of a line, or of its absence, are bare ones; those of a connection have a code or a kind. */
const isOfTheStream = (error: unknown): error is Error =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)
