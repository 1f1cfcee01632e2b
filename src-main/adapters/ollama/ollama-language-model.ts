import { Problem } from '../../domain/problem'
import { JsonObject, type JsonValue } from '../../domain/tool/tool'
import {
  ModelGone,
  type ModelAnswer,
  type ModelQuestion,
  type OpenLanguageModel,
} from '../../ports/language-model'
import type { ToolCallAnswer, ToolCallRequest } from '../../ports/tool-caller'
import {
  streamedChat,
  callsInText,
  withoutThoughts,
  type ChatAnswer,
  type ChatRequest,
} from './chat-stream'
import { notInstalled } from './ollama-embedder'
import type { OllamaServer } from './ollama-server'
import { OllamaRefusal } from './refusal'
import type { Turns } from './turns'

export interface ChatModel {
  /** As Ollama names it. */
  model: string
  digest: string
  context: ContextBounds
  callsTools: boolean
  /** See `Settings.repeatPenalty`. */
  repeatPenalty: number
  /** `always` of those that cannot be told not to, only to think little. */
  thinks: 'never' | 'if asked' | 'always'
}

/**
 * What is asked for every time. Equal words get an equal answer as far as the server keeps to it.
 */
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
  const sampling = JSON.stringify([
    { ...SAMPLING, repeat_penalty: model.repeatPenalty },
    ANSWER_TOKENS,
    THINKING_TOKENS,
    model.thinks,
    BOUNDED,
  ])
  return {
    fingerprint: `ollama:${model.model}@${model.digest} ${sampling}`,
    async answer({ text, beginning, schema, tellsSchema = true, think = false, ...call }) {
      const telling = withSchema(text, { beginning, schema })
      const content = tellsSchema ? telling : text
      const answerTokens = Math.min(ANSWER_TOKENS, longestAnswer(schema))
      const request = { content, format: schema, think, answerTokens }
      try {
        return answerIn(await chat(asking, request, call), request)
      } catch (error) {
        if (!(error instanceof OllamaRefusal && error.kind === 'schema'))
          throw inWords(asking, error)
      }
      // The server cannot hold the model to this schema; it stands in the prompt, and the answer is
      // held against it.
      const freely = { ...request, content: telling, format: 'json' as const }
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

/**
 * The message with its schema: behind what it always begins with, so that all which is the same in
 * every question of a kind comes first and stays in the server's cache.
 */
export function withSchema(
  text: string,
  { beginning, schema }: Pick<ModelQuestion, 'beginning' | 'schema'>,
): string {
  const told = `${SCHEMA_FOLLOWS}\n${JSON.stringify(schema)}`
  return beginning !== undefined && text.startsWith(beginning)
    ? `${beginning}\n\n${told}${text.slice(beginning.length)}`
    : `${text}\n\n${told}`
}

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
            url,
            longestMs,
            signal,
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
  { model, thinks, repeatPenalty }: ChatModel,
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
    options: { ...SAMPLING, repeat_penalty: repeatPenalty, ...size },
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

/**
 * Without what some models write around their answer although they were told not to: their
 * thoughts, and a fence.
 */
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
  const said = callsInText(text)
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

/**
 * Fewer than any tokenizer here makes of words, so that no whole answer is cut; a script beyond
 * Latin has about one a token.
 */
const ANSWER_CHARACTERS_PER_TOKEN = 2
/** Of a value’s quotes, comma and colon, and of a line of its own that some models begin for it. */
const MARKS = 16

/**
 * The tokens that the longest answer of a schema takes; infinite where something in it is
 * unbounded. Told are texts with `maxLength` or `enum`, lists with `maxItems`, and objects of
 * these.
 */
const longestAnswer = (schema: JsonObject): number =>
  Math.ceil(charactersOf(schema) / ANSWER_CHARACTERS_PER_TOKEN)

function charactersOf(schema: JsonValue | undefined): number {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return Infinity
  const { type, properties, items, maxItems, maxLength, enum: choices } = schema
  if (Array.isArray(choices)) {
    return MARKS + Math.max(...choices.map((choice) => JSON.stringify(choice).length))
  }
  if (type === 'string' && typeof maxLength === 'number') return MARKS + maxLength
  if (type === 'boolean') return MARKS + 'false'.length
  if (type === 'array' && typeof maxItems === 'number')
    return MARKS + maxItems * charactersOf(items)
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return Infinity
  const fields = Object.entries(properties)
  return fields.reduce((sum, [name, value]) => sum + name.length + charactersOf(value), MARKS)
}

/** A chat that was refused, in words for people. */
function refusedChat(model: string, { kind, status, message: said }: OllamaRefusal): Problem {
  const message = said.replace(/\.$/, '')
  if (kind === 'not there') {
    const { message, fix } = notInstalled(model)
    return new ModelGone(message, fix)
  }
  if (kind === 'died') {
    return new ModelGone(
      `The model ${model} ended again and again while it answered: ${message}.`,
      'The machine is probably short of memory: close other programs or choose a smaller model. Ollama’s log says more.',
    )
  }
  if (/does not support (chat|generate|tools|thinking)/.test(message)) {
    return new ModelGone(
      `The model ${model} cannot do that: ${message}.`,
      'Choose another chat model under Settings, Models.',
    )
  }
  return new Problem(
    'unavailable',
    `Ollama could not answer with ${model}: ${message}.`,
    status >= 500
      ? 'The model may not fit into memory: choose a smaller one, or see Ollama’s log.'
      : 'See Ollama’s log, or choose another model.',
  )
}

/** A prompt that the model cannot read whole. */
function promptTooLong(model: string, size: number, message: string): Problem {
  const tokens = tokensRefused(message)
  const much = tokens === undefined ? 'more' : `${tokens.toLocaleString('en')}`
  return new Problem(
    'bad-input',
    `The prompt has ${much} tokens; the model ${model} reads ${size.toLocaleString('en')} at most.`,
    'Show it fewer or shorter tools (a smaller k or depth), or choose a model with a longer context.',
  )
}

/** What a model reads and writes together, in tokens. */
interface ContextBounds {
  /** The most, as its architecture says; undefined where it says nothing. */
  largest: number | undefined
  /** What it is loaded with where nothing is asked for; undefined: as the server likes. */
  usual: number | undefined
}

/**
 * Each twice the last: another size loads the model anew, which takes seconds, so there are few.
 */
const STEPS = [4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144]
const LARGEST_STEP = 262_144

/** The smallest size that holds so many tokens, or the largest that the model has. */
export function contextSize(tokens: number, { largest, usual = 0 }: ContextBounds): number {
  const wanted = usual >= tokens ? usual : STEPS.find((step) => step >= tokens)
  return Math.min(wanted ?? Infinity, largest ?? LARGEST_STEP)
}

/**
 * Where a prompt was refused at that size, the size that holds it and an answer; undefined where
 * the model has none.
 */
export function largerSize(
  refused: { size: number; promptTokens: number | undefined; answerTokens: number },
  bounds: ContextBounds,
): number | undefined {
  const { size, promptTokens = size, answerTokens } = refused
  const next = contextSize(Math.max(promptTokens + answerTokens, size + 1), bounds)
  return next > size && next > promptTokens ? next : undefined
}

/**
 * English and JSON have 3.5 to 4.5 characters a token with o200k; guessed a little short rather
 * than long.
 */
const CHARACTERS_PER_TOKEN = 3.2
/** The marks of a template around one message: 20 as recorded from a small one, more in others. */
const TEMPLATE_TOKENS = 64

/** About how many tokens a model reads of a text: a letter beyond Latin counts as one. */
export function estimatedTokens(text: string): number {
  const others = text.match(BEYOND_LATIN)?.length ?? 0
  return Math.ceil((text.length - others) / CHARACTERS_PER_TOKEN) + others + TEMPLATE_TOKENS
}

const BEYOND_LATIN = /[\u0370-\uffff]/g

/** The tokens of a prompt that the server refused as too long, where it says so. */
export const tokensRefused = (message: string): number | undefined =>
  Number(/request \((\d+) tokens\)/.exec(message)?.[1] ?? 0) || undefined
