import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { unitLength } from '../../domain/vector'
import type { Embedder } from '../../ports/embedder'
import { OllamaRefusal, type OllamaServer } from './ollama-server'
import type { PromptScheme } from './prompt-schemes'

/** Texts in one request: enough to keep a graphics card busy, few enough to answer within seconds without one. */
const BATCH = 32
/** Requests at once: the next waits at the server while it works on the last. */
const IN_FLIGHT = 2
/** Characters of a text shown in a message. */
const SHOWN = 60

const Embeddings = z.array(z.array(z.number()))

export interface EmbeddingModel {
  /** As Ollama names it. */
  model: string
  digest: string
  /** Length of its vectors; 0 where it is not known yet. */
  dimensions: number
  prompts: PromptScheme
}

/**
 * Texts are never cut: one that is longer than the model's context is a Problem `bad-input`. A blank text, of which
 * models make what they like, gets the zero vector: it is like nothing, and found by nothing.
 */
export function ollamaEmbedder(server: OllamaServer, embeddingModel: EmbeddingModel): Embedder {
  const { model, digest, dimensions, prompts } = embeddingModel
  const embed = async (texts: string[], prompt: (text: string) => string, signal: AbortSignal) => {
    signal.throwIfAborted()
    const said = texts.filter((text) => text.trim() !== '')
    const vectors = await inBatches(said, signal, (batch, stop) =>
      embedBatch({ server, model, dimensions, prompt }, batch, stop),
    )
    let at = 0
    return texts.map((text) =>
      text.trim() === '' ? new Float32Array(dimensions) : (vectors[at++] as Float32Array),
    )
  }
  return {
    name: `ollama:${model}`,
    fingerprint: `ollama-${digest}-${dimensions}-${prompts.id}`,
    dimensions,
    embedDocuments: (texts, signal) => embed(texts, prompts.document, signal),
    embedQueries: (texts, signal) => embed(texts, prompts.query, signal),
  }
}

type EmbedBatch = (texts: string[], signal: AbortSignal) => Promise<Float32Array[]>

/** A batch that fails stops the others. */
async function inBatches(
  texts: string[],
  signal: AbortSignal,
  embed: EmbedBatch,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  let next = 0
  const work = async () => {
    while (next < texts.length) {
      const from = next
      next += BATCH
      const batch = await embed(texts.slice(from, next), stop)
      for (const [at, vector] of batch.entries()) vectors[from + at] = vector
    }
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  } catch (error) {
    failure.abort()
    throw error
  }
  return vectors
}

interface Asked {
  server: OllamaServer
  model: string
  dimensions: number
  prompt: (text: string) => string
}

const request = ({ model, prompt }: Asked, texts: string[]) => ({
  model,
  input: texts.map(prompt),
  truncate: false,
})

async function embedBatch(asked: Asked, texts: string[], signal: AbortSignal) {
  const { server, model } = asked
  try {
    const answer = await server.ask((client) => client.embed(request(asked, texts)), signal)
    return checked(asked, texts, answer.embeddings)
  } catch (error) {
    if (!(error instanceof OllamaRefusal)) throw error
    throw isTooLong(error) ? await tooLong(asked, texts, signal) : refusal(model, error)
  }
}

/** The vectors in unit length, which old servers do not see to. */
function checked({ model, dimensions }: Asked, texts: string[], answer: unknown): Float32Array[] {
  const embeddings = Embeddings.safeParse(answer)
  const vectors = (embeddings.data ?? []).map((values) => unitLength(Float32Array.from(values)))
  const sound = (vector: Float32Array) =>
    (dimensions === 0 || vector.length === dimensions) && vector.every(Number.isFinite)
  if (embeddings.success && vectors.length === texts.length && vectors.every(sound)) return vectors
  const fault = !embeddings.success
    ? 'values that are no numbers'
    : vectors.length === texts.length
      ? `vectors that are not ${dimensions} finite numbers long`
      : `${vectors.length} vectors for ${texts.length} texts`
  throw new Problem(
    'unavailable',
    `Ollama’s model ${model} gave ${fault}.`,
    `Pull it again (ollama pull ${model}), or choose another model.`,
  )
}

const isTooLong = (error: OllamaRefusal): boolean =>
  error.status === 400 && /exceeds .*context length/.test(error.message)

/** Says which text it is: asked alone, the longest first. */
async function tooLong(asked: Asked, texts: string[], signal: AbortSignal): Promise<Problem> {
  const { server, model } = asked
  const byLength = [...texts].sort((a, b) => b.length - a.length)
  for (const text of byLength.slice(0, -1)) {
    try {
      await server.ask((client) => client.embed(request(asked, [text])), signal)
    } catch (error) {
      if (error instanceof OllamaRefusal && isTooLong(error)) return tooLongProblem(model, text)
      throw error
    }
  }
  return tooLongProblem(model, byLength.at(-1) ?? '')
}

const tooLongProblem = (model: string, text: string): Problem =>
  new Problem(
    'bad-input',
    `A text is longer than the model ${model} can take in. It begins: “${text.slice(0, SHOWN)}…”`,
    'Shorten it (for a tool: its retrieval description, or embed fewer components), or choose a model with a longer context.',
  )

function refusal(model: string, { status, message }: OllamaRefusal): Problem {
  if (status === 404) return notInstalled(model)
  return new Problem(
    'unavailable',
    `Ollama could not embed with ${model}: ${message}`,
    status >= 500
      ? 'The model may not fit into memory: choose a smaller one, or see Ollama’s log.'
      : 'Choose a model that embeds, such as nomic-embed-text.',
  )
}

export const notInstalled = (model: string): Problem =>
  new Problem(
    'unavailable',
    `The model ${model} is not installed in Ollama.`,
    `Run: ollama pull ${model}`,
  )
