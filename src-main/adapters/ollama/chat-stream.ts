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
  /**
   * `length`: cut by the server, or here where it went on all the same. `broken off`: the server ended it without a word, as it
   * does where a model repeats one token. `too slow`: cut here.
   */
  ending: 'whole' | 'length' | 'broken off' | 'too slow'
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

/** Lines beyond the tokens that were asked for: what a template writes around them. */
const SPARE_LINES = 100

interface ChatReading {
  /** In ms from the first line on; until then the model is loaded and the prompt read. */
  longestMs: number
  /** Called at each line, with all until then: the server works. */
  onLine: (answer: ChatAnswer) => void
}

/**
 * Asks for a chat, which comes line by line so that it can be stopped at any of them. A prompt that does not fit is refused
 * rather than cut, and so is an answer that would push its prompt out. What has no end is ended here: no server is trusted to.
 * @throws OllamaRefusal, also where the server reports an error after it began to answer
 */
export async function streamedChat(
  client: Ollama,
  request: ChatRequest,
  { longestMs, onLine }: ChatReading,
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
  const mostLines = request.options.num_predict + SPARE_LINES
  let firstMs: number | undefined
  try {
    for await (const line of lines) {
      addLine(answer, line)
      onLine(answer)
      firstMs ??= performance.now()
      const cut = cutNow(answer, { mostLines, isLate: performance.now() - firstMs > longestMs })
      if (!cut) continue
      lines.abort()
      return { ...answer, ending: cut }
    }
  } catch (error) {
    if (!isOfTheStream(error)) throw error
    if (error.message !== ENDED_EARLY) throw new OllamaRefusal(500, error.message)
  }
  return answer
}

function cutNow(
  { answerTokens, ending }: ChatAnswer,
  { mostLines, isLate }: { mostLines: number; isLate: boolean },
): 'length' | 'too slow' | undefined {
  if (ending !== 'broken off') return undefined
  if (answerTokens > mostLines) return 'length'
  return isLate ? 'too slow' : undefined
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
