import { JsonObject } from '../../domain/tool'
import type { ModelAnswer, OpenLanguageModel } from '../../ports/language-model'
import type { ToolCallAnswer, ToolCallRequest } from '../../ports/tool-caller'
import {
  contextSize,
  estimatedTokens,
  largerSize,
  tokensRefused,
  type ContextBounds,
} from './context-size'
import { longestAnswer } from './answer-budget'
import { streamedChat, type ChatAnswer, type ChatRequest } from './chat-stream'
import type { OllamaServer } from './ollama-server'
import { promptTooLong, refusedChat } from './refused-chat'
import { OllamaRefusal } from './refusal'
import { callsSaid, withoutThoughts } from './said-calls'
import type { Turns } from './turns'

export interface ChatModel {
  /** As Ollama names it. */
  model: string
  digest: string
  context: ContextBounds
  callsTools: boolean
  /** `always` of those that cannot be told not to, only to think little. */
  thinks: 'never' | 'if asked' | 'always'
}

/** What is asked for every time. Equal words get an equal answer as far as the server keeps to it. */
const SAMPLING = { temperature: 0, seed: 1 }
/** The longest answer in tokens, where its schema allows as much. No prompt asks for as much. */
const ANSWER_TOKENS = 2048
/** The same where the model thinks before it answers. */
const THINKING_TOKENS = 8192

/** What a model and its requests have in common. */
interface Asking {
  server: OllamaServer
  model: ChatModel
  turns: Turns
  /** The largest context asked for yet: a smaller one would load the model anew. */
  loaded: { size: number }
}

/** @param turns bound how many requests are on their way at the same time. */
export function ollamaLanguageModel(
  server: OllamaServer,
  model: ChatModel,
  turns: Turns,
): OpenLanguageModel {
  const asking: Asking = { server, model, turns, loaded: { size: 0 } }
  const sampling = JSON.stringify([SAMPLING, ANSWER_TOKENS, THINKING_TOKENS, model.thinks, BOUNDED])
  return {
    fingerprint: `ollama:${model.model}@${model.digest} ${sampling}`,
    async answer({ text, schema, think = false, ...call }) {
      const content = `${text}\n\n${SCHEMA_FOLLOWS}\n${JSON.stringify(schema)}`
      const answerTokens = Math.min(ANSWER_TOKENS, longestAnswer(schema))
      const request = { content, format: schema, think, answerTokens }
      try {
        return answerIn(await chat(asking, request, call), request)
      } catch (error) {
        if (!(error instanceof OllamaRefusal && error.kind === 'schema'))
          throw inWords(asking, error)
      }
      // The server cannot hold the model to this schema; it stands in the prompt, and the answer is held against it.
      const freely = { ...request, format: 'json' as const }
      const answer = await chat(asking, freely, call).catch((error: unknown) => {
        throw inWords(asking, error)
      })
      return answerIn(answer, freely)
    },
    ...(model.callsTools && { callTools: (request) => callTools(asking, request) }),
  }
}

/** Told with every fingerprint: answers were unbounded before. */
const BOUNDED = 'bounded by schema'

const SCHEMA_FOLLOWS = 'Answer with JSON that fits this JSON Schema, and with nothing else:'

interface Question {
  content: string
  think: boolean
  /** Beside what it thinks. */
  answerTokens: number
  format?: ChatRequest['format']
  tools?: ChatRequest['tools']
}

interface ChatCall {
  signal: AbortSignal
  onSign?: (() => void) | undefined
  /** Called once the first call of a tool is there. */
  onFirstCall?: (() => void) | undefined
}

/** Asks once, and again with a larger context where the prompt turns out not to fit. */
async function chat(asking: Asking, question: Question, call: ChatCall): Promise<ChatAnswer> {
  const { server, model, turns, loaded } = asking
  const answerTokens = answerTokensOf(model, question)
  const needed = estimatedPrompt(question) + answerTokens
  let size = Math.max(loaded.size, contextSize(needed, model.context))
  for (;;) {
    try {
      const request = requestOf(model, question, { num_ctx: size, num_predict: answerTokens })
      const answer = await turns(call, (onSign) =>
        server.ask((_, signal) => {
          const { url, longestAnswerMs: longestMs } = server
          return streamedChat(request, {
            ...{ url, longestMs, signal },
            onLine: toldLines(onSign, call),
          })
        }, call.signal),
      )
      call.signal.throwIfAborted()
      loaded.size = Math.max(loaded.size, size)
      return answer
    } catch (error) {
      if (!(error instanceof OllamaRefusal && error.kind === 'too long')) throw error
      const promptTokens = tokensRefused(error.message)
      const larger = largerSize({ size, promptTokens, answerTokens }, model.context)
      if (larger === undefined) throw promptTooLong(model.model, size, error.message)
      size = larger
    }
  }
}

/** Tells of each line, and once of the first call. */
function toldLines(onSign: () => void, { onFirstCall }: ChatCall): (answer: ChatAnswer) => void {
  let isCalled = false
  return ({ calls }) => {
    onSign()
    if (isCalled || calls.length === 0) return
    isCalled = true
    onFirstCall?.()
  }
}

const answerTokensOf = ({ thinks }: ChatModel, { think, answerTokens }: Question): number =>
  thinks === 'always' || (thinks === 'if asked' && think) ? THINKING_TOKENS : answerTokens

function requestOf(
  { model, thinks }: ChatModel,
  { content, think, format, tools }: Question,
  size: { num_ctx: number; num_predict: number },
): ChatRequest {
  return {
    model,
    messages: [{ role: 'user', content }],
    ...(format && { format }),
    ...(tools && { tools }),
    // A model that thinks does so where nothing is said; one that does not refuses to be told.
    ...(thinks === 'if asked' && { think }),
    ...(thinks === 'always' && { think: 'low' as const }),
    options: { ...SAMPLING, ...size },
  }
}

const estimatedPrompt = ({ content, tools }: Question): number =>
  estimatedTokens(tools ? content + JSON.stringify(tools) : content)

function answerIn(answer: ChatAnswer, question: Question): ModelAnswer {
  const { text, ending, promptTokens, answerTokens } = answer
  return {
    text: bareJson(text),
    promptTokens: promptTokens ?? estimatedPrompt(question),
    answerTokens,
    ...(ending !== 'whole' && { fault: FAULTS[ending](answerTokens) }),
  }
}

const FAULTS = {
  length: (tokens: number) => `it was cut after ${tokens} tokens, more than such an answer takes`,
  'broken off': () => 'it was broken off, as the model repeated itself',
  'too slow': (tokens: number) => `it was cut after ${tokens} tokens, as it took too long`,
}

/** Without what some models write around their answer although they were told not to: their thoughts, and a fence. */
const bareJson = (text: string): string =>
  withoutThoughts(text).replace(/^```(?:json)?\s*\n([^]*)\n```$/, '$1')

async function callTools(
  asking: Asking,
  { text: content, tools, think = false, ...call }: ToolCallRequest,
): Promise<ToolCallAnswer> {
  // The client's type of a definition knows less of JSON Schema than the server takes.
  const definitions = tools.map((tool) => ({
    type: 'function',
    function: tool,
  })) as ChatRequest['tools']
  const question = { content, think, tools: definitions, answerTokens: ANSWER_TOKENS }
  const answer = await chat(asking, question, call).catch((error: unknown) => {
    throw inWords(asking, error)
  })
  const text = withoutThoughts(answer.text)
  const said = callsSaid(text)
  if (answer.calls.length === 0 && said.length > 0) call.onFirstCall?.()
  return {
    ...amongOffered([...answer.calls, ...said], tools),
    text: said.length > 0 ? '' : text,
    promptTokens: answer.promptTokens ?? estimatedPrompt(question),
    answerTokens: answer.answerTokens,
    ...(answer.ending !== 'whole' && { fault: FAULTS[answer.ending](answer.answerTokens) }),
  }
}

function amongOffered(
  made: ChatAnswer['calls'],
  tools: ToolCallRequest['tools'],
): Pick<ToolCallAnswer, 'calls' | 'dropped'> {
  const offered = new Set(tools.map(({ name }) => name))
  const calls = made.flatMap(({ name, arguments: given }) => {
    const { data } = JsonObject.safeParse(given)
    return offered.has(name) && data ? [{ name, arguments: data }] : []
  })
  return { calls, dropped: made.length - calls.length }
}

const inWords = ({ model }: Asking, error: unknown): unknown =>
  error instanceof OllamaRefusal ? refusedChat(model.model, error) : error
