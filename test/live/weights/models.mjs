// Answers and embeds with weights that `node-llama-cpp` runs, one question at a time.
import { performance } from 'node:perf_hooks'
import { inAlphabeticalOrder, inItsWords, unrecognizedPart } from './grammar.mjs'
import { Refusal } from './refusal.mjs'

/** @typedef {import('./runtime-types').Runtime} Runtime */
/** @typedef {import('./runtime-types').Llama} Llama */
/** @typedef {import('./runtime-types').Turn} Turn */
/** @typedef {import('./requests.mjs').ChatRequest} ChatRequest */
/** @typedef {import('./requests.mjs').EmbedRequest} EmbedRequest */
/** @typedef {{ name: string, file: string, digest: string, bytes: number }} ServedFile */
/** @typedef {Awaited<ReturnType<typeof describeModel>>} Model */

/** Families whose models embed and do not chat. */
const EMBEDDERS = new Set(['bert', 'nomic-bert', 'nomic-bert-moe', 'xlm-roberta', 'jina-bert-v2'])
const DEFAULT_CONTEXT = 4096
/** So often a token may come in a row until Ollama breaks an answer off, without a word. */
const MOST_REPEATED = 30

/**
 * What a file of weights says of itself.
 * @param {Runtime} runtime
 * @param {ServedFile} served
 */
export async function describeModel(runtime, served) {
  const { metadata } = await runtime.readGgufFileInfo(served.file, { logWarnings: false })
  const { architecture, size_label = '', file_type } = metadata.general
  const quantization = file_type === undefined ? undefined : runtime.GgufFileType[file_type]
  return {
    ...served,
    family: architecture,
    embeds: EMBEDDERS.has(architecture),
    parameterSize: size_label,
    quantization: quantization?.replace(/^(MOSTLY|ALL)_/, '') ?? 'unknown',
    contextLength: metadata[architecture]?.context_length ?? DEFAULT_CONTEXT,
    embeddingLength: metadata[architecture]?.embedding_length ?? 0,
    template: metadata.tokenizer?.chat_template ?? '',
  }
}

/**
 * The weights that are in memory: of one model at a time, with one context of the size that was
 * asked for last.
 * @param {Runtime} runtime
 * @param {number} threads
 */
export async function modelsInMemory(runtime, threads) {
  const llama = await runtime.getLlama({
    gpu: false,
    build: 'never',
    maxThreads: threads,
    logLevel: 'error',
    progressLogs: false,
  })
  /** @type {Loaded | undefined} */
  let loaded
  /** @type {(Awaited<ReturnType<typeof newContext>> & { size: number }) | undefined} */
  let opened

  const closeContext = async () => {
    await opened?.dispose()
    opened = undefined
  }
  const unload = async () => {
    await closeContext()
    await loaded?.weights.dispose()
    loaded = undefined
  }
  /** @param {Model} model */
  const load = async (model) => {
    if (loaded?.model !== model) {
      await unload()
      const weights = await llama.loadModel({ modelPath: model.file })
      loaded = { model, weights, template: templateOf(runtime, model, weights) }
    }
    return loaded
  }
  /** @param {Loaded} of @param {number} size */
  const contextOf = async (of, size) => {
    if (opened?.size !== size) {
      await closeContext()
      opened = { size, ...(await newContext(runtime, of, { contextSize: size, threads })) }
    }
    return opened
  }
  /** What was asked before: questions are answered one by one. @type {Promise<unknown>} */
  let before = Promise.resolve()
  /** @template Result @param {() => Promise<Result>} work @returns {Promise<Result>} */
  const inTurn = (work) => {
    const done = before.then(work)
    before = done.catch(() => undefined)
    return done
  }
  const use = { llama, load, contextOf }
  return {
    /** The model in memory, and the size of its context. */
    now: () => loaded && { model: loaded.model, size: opened?.size },
    /** @param {Model} model @param {Chatting} chatting */
    chat: (model, chatting) => inTurn(() => chat(use, model, chatting)),
    /** @param {Model} model @param {EmbedRequest} asked */
    embed: (model, asked) => inTurn(() => embed(use, model, asked)),
    close: () =>
      inTurn(async () => {
        await unload()
        await llama.dispose()
      }),
  }
}

/**
 * @typedef {object} Loaded
 * @property {Model} model
 * @property {import('./runtime-types').LoadedWeights} weights
 * @property {import('./runtime-types').ChatWrapper} template how a chat is written for the model
 */

/**
 * The file's own template as it is: those that are known by their look leave parts of it out.
 * @param {Runtime} runtime
 * @param {Model} model
 * @param {import('./runtime-types').LoadedWeights} weights
 */
const templateOf = (runtime, { template }, weights) =>
  runtime.resolveChatWrapper(weights, { type: template === '' ? 'auto' : 'jinjaTemplate' })

/**
 * @param {Runtime} runtime
 * @param {Loaded} loaded
 * @param {{ contextSize: number, threads: number }} options
 */
async function newContext(runtime, { model, weights, template }, options) {
  if (model.embeds) {
    const embedding = await weights.createEmbeddingContext(options)
    return { embedding, dispose: () => embedding.dispose() }
  }
  // Several sequences with a grammar each had their answers mixed up: node-llama-cpp 3.21.1.
  const context = await weights.createContext({ ...options, sequences: 1 })
  const sequence = context.getSequence()
  const chat = new runtime.LlamaChat({ contextSequence: sequence, chatWrapper: template })
  return { chat, sequence, dispose: () => context.dispose() }
}

/**
 * @typedef {object} Use
 * @property {Llama} llama
 * @property {(model: Model) => Promise<Loaded>} load
 * @property {(loaded: Loaded, size: number) => ReturnType<typeof newContext>} contextOf
 */

/**
 * @typedef {object} Chatting
 * @property {ChatRequest} asked
 * @property {AbortSignal} signal
 * @property {(text: string) => void} onText
 */

/**
 * @param {Use} use
 * @param {Model} model
 * @param {Chatting} chatting
 */
async function chat(use, model, { asked, signal, onText }) {
  const { options, messages, format } = asked
  const startedMs = performance.now()
  signal.throwIfAborted()
  const grammar = await grammarOf(use.llama, format)
  const loaded = await use.load(model)
  /** @type {Turn[]} */
  const history = [...messages.map(turn), { type: 'model', response: [] }]
  const { contextText } = loaded.template.generateContextState({ chatHistory: history })
  const prompt = contextText.tokenize(loaded.weights.tokenizer)
  const promptTokens = prompt.length
  const size = Math.min(options.num_ctx ?? DEFAULT_CONTEXT, model.contextLength)
  if (promptTokens > size) throw tooLong(promptTokens, size)
  const { chat, sequence } = await use.contextOf(loaded, size)
  if (!chat) throw new Error(`${model.name} does not chat.`)
  const loadedMs = performance.now()
  await readPrompt(sequence, prompt, signal)
  /** @type {number | undefined} */
  let firstMs
  const told = answerTokens(() => (firstMs ??= performance.now()))
  const answer = await chat
    .generateResponse(history, {
      grammar,
      signal: AbortSignal.any([signal, told.stuck]),
      ...sampling(options, size - promptTokens),
      onToken: told.add,
      onTextChunk: (text) => {
        told.text += text
        onText(text)
      },
    })
    .catch((error) => {
      if (told.stuck.aborted && !signal.aborted) return undefined
      throw error
    })
  // Broken off without a word: no reason, no counts.
  if (!answer) return { text: told.text, end: { done: false } }
  const endMs = performance.now()
  return {
    text: answer.response,
    end: {
      done: true,
      done_reason: answer.metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
      total_duration: nanoseconds(endMs - startedMs),
      load_duration: nanoseconds(loadedMs - startedMs),
      prompt_eval_count: promptTokens,
      prompt_eval_duration: nanoseconds((firstMs ?? endMs) - loadedMs),
      eval_count: told.count,
      eval_duration: nanoseconds(endMs - (firstMs ?? endMs)),
    },
  }
}

/**
 * How tokens are chosen, and how many at most.
 * @param {ChatRequest['options']} options
 * @param {number} room tokens that fit into the context after the prompt
 */
function sampling(options, room) {
  const { num_predict: most = -1, repeat_penalty: penalty = 1 } = options
  return {
    maxTokens: Math.max(1, Math.min(most < 0 ? Infinity : most, room)),
    temperature: options.temperature ?? 0.8,
    topK: options.top_k ?? 40,
    topP: options.top_p ?? 0.9,
    seed: options.seed,
    repeatPenalty:
      penalty === 1
        ? /** @type {const} */ (false)
        : { penalty, lastTokens: options.repeat_last_n ?? 64 },
  }
}

/** Tokens that are read at once: so many are read on after a question was stopped. */
const READ_AT_ONCE = 128

/**
 * Reads a prompt into an empty sequence. Where one began with what was kept of another question,
 * its answer was now and then not the one that it gets alone.
 * @param {import('./runtime-types').Sequence} sequence
 * @param {number[]} prompt
 * @param {AbortSignal} signal
 */
async function readPrompt(sequence, prompt, signal) {
  await sequence.clearHistory()
  // The answer begins with the last one.
  for (let at = 0; at < prompt.length - 1; at += READ_AT_ONCE) {
    signal.throwIfAborted()
    const next = prompt.slice(at, Math.min(at + READ_AT_ONCE, prompt.length - 1))
    await sequence.evaluateWithoutGeneratingNewTokens(next)
  }
}

/** @param {number} ms */
const nanoseconds = (ms) => Math.round(ms * 1e6)

/**
 * Counts the tokens of an answer, and sees where the model is stuck at one.
 * @param {() => void} onToken
 */
function answerTokens(onToken) {
  const stuck = new AbortController()
  /** @type {number | undefined} */
  let last
  let inARow = 0
  const told = {
    count: 0,
    text: '',
    stuck: stuck.signal,
    /** @param {number[]} tokens */
    add: (tokens) => {
      onToken()
      for (const token of tokens) {
        told.count++
        inARow = token === last ? inARow + 1 : 1
        last = token
      }
      if (inARow > MOST_REPEATED) stuck.abort()
    },
  }
  return told
}

/** @param {ChatRequest['messages'][number]} message @returns {Turn} */
const turn = ({ role, content }) =>
  role === 'assistant'
    ? { type: 'model', response: [content] }
    : { type: role === 'system' ? 'system' : 'user', text: content }

/** @param {Llama} llama @param {ChatRequest['format']} format */
async function grammarOf(llama, format) {
  if (format === undefined || format === null || format === '') return undefined
  if (format === 'json') return llama.getGrammarFor('json')
  const part = unrecognizedPart(format)
  if (part !== undefined) throw badSchema(`Unrecognized schema: ${JSON.stringify(part)}`)
  const schema = inItsWords(inAlphabeticalOrder(format))
  return llama.createGrammarForJsonSchema(schema).catch((error) => {
    throw badSchema(error.message)
  })
}

/** @param {string} why */
const badSchema = (why) =>
  new Refusal(
    400,
    JSON.stringify({
      error: {
        code: 400,
        message: `JSON schema conversion failed:\n${why}`,
        type: 'invalid_request_error',
      },
    }),
  )

/** @param {number} tokens @param {number} size */
const tooLong = (tokens, size) =>
  new Refusal(
    400,
    JSON.stringify({
      error: {
        code: 400,
        message: `request (${tokens} tokens) exceeds the available context size (${size} tokens), try increasing it`,
        type: 'exceed_context_size_error',
        n_prompt_tokens: tokens,
        n_ctx: size,
      },
    }),
  )

/** Marks that a model puts before and after a text. */
const MARKS = 2

/**
 * @param {Use} use
 * @param {Model} model
 * @param {EmbedRequest} asked
 */
async function embed(use, model, { input, options, truncate }) {
  const size = Math.min(options.num_ctx ?? model.contextLength, model.contextLength)
  const loaded = await use.load(model)
  const { embedding } = await use.contextOf(loaded, size)
  if (!embedding) throw new Error(`${model.name} does not embed.`)
  let count = 0
  const embeddings = []
  for (const text of [input].flat()) {
    const tokens = loaded.weights.tokenize(text)
    const isLong = tokens.length + MARKS > size
    if (isLong && !truncate) throw new Refusal(400, 'the input length exceeds the context length')
    const { vector } = await embedding.getEmbeddingFor(tokens.slice(0, size - MARKS))
    const length = Math.hypot(...vector) || 1
    count += Math.min(tokens.length, size - MARKS)
    embeddings.push(vector.map((value) => value / length))
  }
  return { embeddings, prompt_eval_count: count }
}
