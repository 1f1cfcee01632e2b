import { z } from 'zod'
import type { ChatAnswer } from './chat-stream'

type Calls = ChatAnswer['calls']

const Name = z.string().min(1)
/** As templates of models have calls written: Qwen, Hermes and Mistral `arguments`, Llama `parameters`, Command R `tool_name`. */
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
const Said = z.union([z.array(Call), Call.transform((call) => [call])])

/** What stands around calls in some templates. */
const MARKS = /<\/?tool_call>|<\|python_tag\|>|\[TOOL_CALLS\]|^\s*```(?:json)?\s*$/gm

/** What a model thought aloud before it answered, though it was told not to, is no part of its answer. */
export const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think>[^]*?(?:<\/think>|$)/, '').trim()

/**
 * Calls that came as text, as Ollama leaves them where a tool was not offered or the model thought aloud before: none where
 * the text says anything else.
 */
export function callsSaid(text: string): Calls {
  const bare = text.replace(MARKS, '').trim()
  const values = valuesIn(bare) ?? bare.split('\n').flatMap((line) => valuesIn(line) ?? [undefined])
  const read = values.map((value) => Said.safeParse(value))
  return read.every(({ success }) => success) ? read.flatMap(({ data = [] }) => data) : []
}

/** The one JSON value that a text is, or none of white space; undefined where it is something else. */
function valuesIn(text: string): unknown[] | undefined {
  if (text.trim() === '') return []
  try {
    return [JSON.parse(text) as unknown]
  } catch {
    return undefined
  }
}
