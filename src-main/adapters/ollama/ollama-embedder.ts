import { z } from 'zod'
import { longestBeginning } from '../../domain/model/longest-beginning'
import { unitLength } from '../../domain/model/vector'
import { Problem } from '../../domain/problem'
import type { Embedder, OnCut } from '../../ports/embedder'
import type { OllamaServer } from './ollama-server'
import type { PromptScheme } from './prompt-schemes'
import { OllamaRefusal } from './refusal'

/** Texts in one request: enough to keep a graphics card busy, few enough to answer within seconds without one. */
const BATCH = 32
/** What a request is to take: a stop is noticed at once, but what a broken request had done is lost. */
const BATCH_MS = 10_000
/** Requests at once: the next waits at the server while it works on the last. */
const IN_FLIGHT = 2
/** Characters of a text shown in a message. */
const SHOWN = 60

export interface EmbeddingModel {
  /** As Ollama names it. */
  model: string
  digest: string
  /** Length of its vectors; 0 where it is not known yet. */
  dimensions: number
  /** Tokens it takes in, where it says so. The server may take in fewer. */
  contextTokens: number | undefined
  prompts: PromptScheme
}

/** A blank text, of which models make what they like, gets the zero vector: it is like nothing, and found by nothing. */
export function ollamaEmbedder(server: OllamaServer, embeddingModel: EmbeddingModel): Embedder {
  const { model, digest, dimensions, prompts } = embeddingModel
  const batches = pacedBatches({ most: BATCH, wantedMs: BATCH_MS })
  const embedWith =
    (prompt: (text: string) => string): Embedder['embedDocuments'] =>
    async (texts, signal, onCut) => {
      signal.throwIfAborted()
      const asked = { ...embeddingModel, server, prompt }
      const vectors = texts.map(() => new Float32Array(dimensions))
      const said = [...texts.entries()].filter(([, text]) => text.trim() !== '')
      await inBatches(said, { signal, batches }, async (batch, stop) => {
        const embedding = { asked, signal: stop, onCut, vectors }
        await embedTexts(batch, embedding)
      })
      return vectors
    }
  return {
    name: `ollama:${model}`,
    fingerprint: `ollama-${digest}-${dimensions}-${prompts.id}`,
    dimensions,
    reads: 'sentences',
    embedDocuments: embedWith(prompts.document),
    embedQueries: embedWith(prompts.query),
  }
}

/** A text with its place. */
type Placed = [at: number, text: string]

interface Batching {
  signal: AbortSignal
  batches: PacedBatches
}

/** A batch that fails stops the others. */
async function inBatches(
  texts: Placed[],
  { signal, batches }: Batching,
  embed: (batch: Placed[], signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  let next = 0
  const work = async () => {
    while (next < texts.length) {
      const batch = texts.slice(next, next + batches.size())
      next += batch.length
      const startedMs = performance.now()
      await embed(batch, stop)
      batches.took(batch.length, performance.now() - startedMs)
    }
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  } catch (error) {
    failure.abort()
    throw error
  }
}

interface Embedding {
  asked: Asked
  signal: AbortSignal
  onCut: OnCut | undefined
  /** Where the vectors are put. */
  vectors: Float32Array[]
}

/** Embeds texts together, those apart that look too long: one of them would fail the whole request, unnamed. */
async function embedTexts(texts: Placed[], embedding: Embedding): Promise<void> {
  const { contextTokens = Infinity } = embedding.asked
  const looksLong = ([, text]: Placed) => text.length > contextTokens * MOST_CHARACTERS_PER_TOKEN
  const { long = [], short = [] } = Object.groupBy(texts, (each) =>
    looksLong(each) ? 'long' : 'short',
  )
  await embedTogether(short, embedding)
  for (const text of long) await embedTogether([text], embedding)
}

/** As plain English has them at most; what is longer and fits all the same costs a request of its own. */
const MOST_CHARACTERS_PER_TOKEN = 5

/** Where one of them is too long, the longer half and the shorter half are tried apart. */
async function embedTogether(texts: Placed[], embedding: Embedding): Promise<void> {
  const [first] = texts
  if (!first) return
  const { asked, signal, vectors } = embedding
  const together = await orTooLong(() => embedOnce(asked, texts.map(textOf), signal), asked)
  if (together) {
    for (const [place, [at]] of texts.entries())
      vectors[at] = together.vectors[place] as Float32Array
    return
  }
  if (texts.length === 1) return embedCut(first, embedding)
  const byLength = texts.toSorted((a, b) => textOf(b).length - textOf(a).length)
  const half = Math.ceil(texts.length / 2)
  await embedTogether(byLength.slice(0, half), embedding)
  await embedTogether(byLength.slice(half), embedding)
}

const textOf = ([, text]: Placed): string => text

/** Embeds as much of a text as the model takes in. The prompt around it stays whole. */
async function embedCut([at, text]: Placed, embedding: Embedding): Promise<void> {
  const { asked, signal, vectors, onCut } = embedding
  const cut = await longestBeginning<Embedded>(text, {
    limit: asked.contextTokens,
    take: (beginning) => orTooLong(() => embedOnce(asked, [beginning], signal), asked),
  })
  if (!cut) throw takesNothing(asked.model, text)
  vectors[at] = cut.taken.vectors[0] as Float32Array
  onCut?.(at, cut.length)
}

/** Undefined where a text was too long. */
async function orTooLong(
  embed: () => Promise<Embedded>,
  { model }: Asked,
): Promise<Embedded | undefined> {
  try {
    return await embed()
  } catch (error) {
    if (!(error instanceof OllamaRefusal)) throw error
    if (error.kind === 'too long') return undefined
    throw refusal(model, error)
  }
}

const takesNothing = (model: string, text: string): Problem =>
  new Problem(
    'bad-input',
    `The model ${model} takes in not even the first word of a text. It begins: “${text.slice(0, SHOWN)}…”`,
    'Choose a model with a longer context, or give this one a larger num_ctx.',
  )

function refusal(model: string, { kind, status, message }: OllamaRefusal): Problem {
  if (kind === 'not there') return notInstalled(model)
  const problem = (what: string, fix: string) => new Problem('unavailable', what, fix)
  if (kind === 'died') {
    return problem(
      `The model ${model} ended again and again while Ollama embedded with it: ${message}.`,
      'The machine is probably short of memory: close other programs or choose a smaller model. Ollama’s log says more.',
    )
  }
  if (kind === 'embeds not') {
    return problem(
      `The model ${model} does not embed: ${message}`,
      'Choose a model that embeds, such as nomic-embed-text.',
    )
  }
  return problem(
    `Ollama could not embed with ${model}: ${message}`,
    status >= 500
      ? 'The model may not fit into memory: choose a smaller one, or see Ollama’s log.'
      : 'See Ollama’s log, or choose another model.',
  )
}

export const notInstalled = (model: string): Problem =>
  new Problem(
    'unavailable',
    `The model ${model} is not installed in Ollama.`,
    `Run: ollama pull ${model}`,
  )

/** Who is asked to embed, and what with. */
interface Asked {
  server: OllamaServer
  model: string
  /** 0 where it is not known yet. */
  dimensions: number
  contextTokens: number | undefined
  prompt: (text: string) => string
}

/** What the server made of texts: `vectors[i]` belongs to the i-th. */
interface Embedded {
  vectors: Float32Array[]
  /** Of all texts together, with their prompts, first and last tokens; absent from old servers. */
  tokens: number | undefined
}

const Answer = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.number().optional(),
})

/** Embeds texts by one request, which may not cut them. @throws OllamaRefusal, Problem where what comes is no use. */
async function embedOnce(asked: Asked, texts: string[], signal: AbortSignal): Promise<Embedded> {
  const { server, model, prompt } = asked
  const request = { model, input: texts.map(prompt), truncate: false }
  return checked(asked, texts, await server.ask((client) => client.embed(request), signal))
}

/** The vectors in unit length, which old servers do not see to. */
function checked({ model, dimensions }: Asked, texts: string[], given: unknown): Embedded {
  const answer = Answer.safeParse(given)
  const vectors = (answer.data?.embeddings ?? []).map((values) =>
    unitLength(Float32Array.from(values)),
  )
  const sound = (vector: Float32Array) =>
    (dimensions === 0 || vector.length === dimensions) && vector.every(Number.isFinite)
  if (answer.success && vectors.length === texts.length && vectors.every(sound)) {
    return { vectors, tokens: answer.data.prompt_eval_count }
  }
  const fault = !answer.success
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

/** How many items to do together so that it takes about as long as wanted. */
interface PacedBatches {
  size(): number
  /** What it took to do so many, in ms. */
  took(items: number, ms: number): void
}

/** Batches of `most` items, or of as many as are done in `wantedMs` where that is fewer; at least one. */
export function pacedBatches({ most, wantedMs }: { most: number; wantedMs: number }): PacedBatches {
  let size = most
  return {
    size: () => size,
    took(items, ms) {
      const inTime = Math.floor((items * wantedMs) / Math.max(ms, 1))
      size = Math.max(1, Math.min(most, inTime))
    },
  }
}
