import type { Tool } from 'ollama'
import { z } from 'zod'
import { parseExact } from '../../domain/value/exact-json'
import { answerLines } from './answer-lines'
import { MOST_BYTES } from './plain-fetch'
import { OllamaRefusal, unreadable } from './refusal'

/** What is sent to `/api/chat`. */
export interface ChatRequest {
  model: string
  messages: { role: 'user'; content: string }[]
  /** A JSON Schema, or `json`. Never together with `tools`: the server would call none. */
  format?: object | 'json'
  tools?: Tool[]
  think?: boolean | 'low'
  options: {
    num_ctx: number
    num_predict: number
    temperature: number
    seed: number
    repeat_penalty: number
  }
}

/** All lines of an answer together. */
export interface ChatAnswer {
  text: string
  thinking: string
  /** As the server read them out of what the model wrote; unchecked. */
  calls: { name: string; arguments: unknown }[]
  /**
   * `length`: cut by the server, or here where it went on all the same. `broken off`: the server
   * ended it without a word, as it does where a model repeats one token. `too slow`: cut here.
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

/** Where a chat is asked for, and how it is read. */
interface Asked {
  /** The server's, without a path. */
  url: string
  signal: AbortSignal
  /** In ms from the first line on; until then the model is loaded and the prompt read. */
  longestMs: number
  /** Called at each line, with all until then: the server works. */
  onLine: (answer: ChatAnswer) => void
}

/**
 * Asks for a chat, which comes line by line so that it can be stopped at any of them. A prompt that
 * does not fit is refused rather than cut, and so is an answer that would push its prompt out. What
 * has no end is ended here: no server is trusted to.
 * @throws OllamaRefusal, also where the server reports an error after it began to answer; as {@link
 * answerLines}
 */
export async function streamedChat(
  request: ChatRequest,
  { url, signal, longestMs, onLine }: Asked,
): Promise<ChatAnswer> {
  const body = { ...request, stream: true, truncate: false, shift: false }
  const answer: ChatAnswer = {
    text: '',
    thinking: '',
    calls: [],
    ending: 'broken off',
    promptTokens: undefined,
    answerTokens: 0,
  }
  const lines = answerLines({ url, path: '/api/chat', body, signal, mostBytes: MOST_BYTES })
  const mostLines = request.options.num_predict + SPARE_LINES
  let firstMs: number | undefined
  try {
    for await (const line of lines) {
      if (!addLine(answer, line)) throw unreadable(url)
      onLine(answer)
      if (answer.ending !== 'broken off') break
      firstMs ??= performance.now()
      const cut = cutNow(answer, { mostLines, isLate: performance.now() - firstMs > longestMs })
      if (cut) return { ...answer, ending: cut }
    }
  } catch (error) {
    throw isAfterItBegan(error) ? new OllamaRefusal(500, error.message) : error
  }
  return answer
}

function cutNow(
  { answerTokens }: ChatAnswer,
  { mostLines, isLate }: { mostLines: number; isLate: boolean },
): 'length' | 'too slow' | undefined {
  if (answerTokens > mostLines) return 'length'
  return isLate ? 'too slow' : undefined
}

const isAfterItBegan = (error: unknown): error is OllamaRefusal =>
  error instanceof OllamaRefusal && error.status === 200

/** Whether there was such a line to add. */
function addLine(answer: ChatAnswer, given: object): boolean {
  const line = Line.safeParse(given)
  if (!line.success) return false
  const { message, done, done_reason, prompt_eval_count, eval_count } = line.data
  answer.text += message.content
  answer.thinking += message.thinking
  answer.calls.push(...(message.tool_calls ?? []).map((call) => call.function))
  answer.answerTokens++
  if (!done) return true
  answer.ending = done_reason === 'length' ? 'length' : 'whole'
  answer.promptTokens = prompt_eval_count
  answer.answerTokens = eval_count ?? answer.answerTokens
  return true
}

const Name = z.string().min(1)
/**
 * As templates of models have calls written: Qwen, Hermes and Mistral `arguments`, Llama
 * `parameters`, Command R `tool_name`.
 */
const Plain = z.union([
  z.object({ name: Name, arguments: z.unknown() }),
  z
    .object({ name: Name, parameters: z.unknown() })
    .transform(({ name, parameters }) => ({ name, arguments: parameters })),
  z
    .object({ tool_name: Name, parameters: z.unknown() })
    .transform(({ tool_name, parameters }) => ({ name: tool_name, arguments: parameters })),
])
const Call = z.union([Plain, z.object({ function: Plain }).transform((call) => call.function)])
const CallsInText = z.union([z.array(Call), Call.transform((call) => [call])])

/** What stands around calls in some templates. */
const MARKS = /<\/?tool_call>|<\|python_tag\|>|\[TOOL_CALLS\]|^\s*```(?:json)?\s*$/gm

/**
 * What a model thought aloud before it answered, though it was told not to, is no part of its
 * answer.
 */
export const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think>[^]*?(?:<\/think>|$)/, '').trim()

/**
 * Calls that came as text, as Ollama leaves them where a tool was not offered or the model thought
 * aloud before: none where the text says anything else.
 */
export function callsInText(text: string): ChatAnswer['calls'] {
  const bare = text.replace(MARKS, '').trim()
  const values = valuesIn(bare) ?? bare.split('\n').flatMap((line) => valuesIn(line) ?? [undefined])
  const read = values.map((value) => CallsInText.safeParse(value))
  return read.every(({ success }) => success) ? read.flatMap(({ data = [] }) => data) : []
}

/**
 * The one JSON value that a text is, or none of white space; undefined where it is something else.
 */
function valuesIn(text: string): unknown[] | undefined {
  if (text.trim() === '') return []
  try {
    return [parseExact(text)]
  } catch {
    return undefined
  }
}
