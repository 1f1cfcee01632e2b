import { z } from 'zod'
import { longestBeginning } from '../../domain/model/longest-beginning'
import { unitLength } from '../../domain/model/vector'
import { Problem } from '../../domain/problem'
import { NoVector, type Embedder, type OnCut, type OnNone } from '../../ports/embedder'
import type { OllamaServer } from './ollama-server'
import type { PromptScheme } from './prompt-schemes'
import { mayBeOfOneText, OllamaRefusal, whatItDid } from './refusal'

/**
 * Texts in one request: enough to keep a graphics card busy, few enough to answer within seconds
 * without one.
 */
const BATCH = 32
/**
 * What a request is to take: a stop is noticed at once, but what a broken request had done is lost.
 */
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
  /** Told where its vectors are of another length than it says: what is known of it is old. */
  onOtherLength?: () => void
}

/**
 * A blank text, of which models make what they like, gets the zero vector: it is like nothing, and
 * found by nothing.
 */
export function ollamaEmbedder(server: OllamaServer, embeddingModel: EmbeddingModel): Embedder {
  const { model, digest, dimensions, prompts } = embeddingModel
  const batches = pacedBatches({ most: BATCH, wantedMs: BATCH_MS })
  const embedWith =
    (prompt: (text: string) => string): Embedder['embedDocuments'] =>
    async (texts, signal, onCut, onNone) => {
      signal.throwIfAborted()
      const asked = { ...embeddingModel, server, prompt }
      const vectors = texts.map(() => new Float32Array(dimensions))
      const said = [...texts.entries()].filter(([, text]) => text.trim() !== '')
      const none = noneIn(asked, { onNone, texts: said.length })
      await inBatches(said, { signal, batches }, async (batch, stop) => {
        const embedding = { asked, signal: stop, onCut, vectors, none }
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

/** A batch that fails stops the others. */
async function inBatches(
  texts: Placed[],
  { signal, batches }: { signal: AbortSignal; batches: PacedBatches },
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
  none: WithoutVector
}

/** The texts of one call that the model makes no vector of. */
interface WithoutVector {
  /**
   * Sees that the model makes vectors of others.
   * @throws Problem where it makes none of anything: the fault is not a text's.
   */
  proveModel(signal: AbortSignal): Promise<void>
  /** @throws NoVector where nobody is to be told, Problem where there are too many. */
  add(text: Placed, why: string): void
}

/** What any model that works makes a vector of. */
const PROOF = 'list the files in a folder'
/**
 * Texts of one call without a vector, from which on the model is given up where they are more than
 * half.
 */
const MANY = 16

function noneIn(
  asked: Asked,
  { onNone, texts }: { onNone: OnNone | undefined; texts: number },
): WithoutVector {
  const { model } = asked
  let proof: Promise<void> | undefined
  let count = 0
  const prove = async (signal: AbortSignal) => {
    const proof = await orApart(() => embedOnce(asked, [PROOF], signal), asked)
    if ('apart' in proof) throw refusalOf(proof, asked)
    const { vectors, lengths } = proof
    if (typeof vectors[0] !== 'string') return
    const [length = 0] = lengths
    if (length > 0 && length !== asked.dimensions) {
      asked.onOtherLength?.()
      throw isAnother(asked, length)
    }
    throw makesNone(model, vectors[0])
  }
  return {
    proveModel: (signal) => (proof ??= prove(signal)),
    add([at, text], why) {
      if (!onNone) {
        const begins = `It begins: “${text.slice(0, SHOWN)}”`
        throw new NoVector(`The model ${model} makes no vector of a text: it ${why}. ${begins}`)
      }
      count++
      if (count >= MANY && 2 * count > texts) throw makesNone(model, why)
      onNone(at, why)
    },
  }
}

/** Another model got the name since it was opened. */
const isAnother = ({ model, dimensions }: Asked, length: number): Problem =>
  new Problem(
    'unavailable',
    `The model ${model} makes vectors of ${length} numbers, where it made ${dimensions} before.`,
    'Try again: it is another model by now, and all is embedded anew.',
  )

const makesNone = (model: string, why: string): Problem =>
  new Problem(
    'unavailable',
    `The model ${model} makes no vectors: it ${why}.`,
    `Pull it again (ollama pull ${model}), or choose another embedder.`,
  )

/**
 * Embeds texts together, those apart that look too long: one of them would fail the whole request,
 * unnamed.
 */
async function embedTexts(texts: Placed[], embedding: Embedding): Promise<void> {
  const { contextTokens = Infinity } = embedding.asked
  const looksLong = ([, text]: Placed) => text.length > contextTokens * MOST_CHARACTERS_PER_TOKEN
  const { long = [], short = [] } = Object.groupBy(texts, (each) =>
    looksLong(each) ? 'long' : 'short',
  )
  await embedTogether(short, embedding)
  for (const text of long) await embedTogether([text], embedding)
}

/**
 * As plain English has them at most; what is longer and fits all the same costs a request of its
 * own.
 */
const MOST_CHARACTERS_PER_TOKEN = 5

/**
 * Where one of them is too long, or the model makes no vectors of them together, the longer half
 * and the shorter half are tried apart, until each text that it makes none of stands alone: of one
 * in 32 that takes some ten requests.
 */
async function embedTogether(texts: Placed[], embedding: Embedding): Promise<void> {
  const [first] = texts
  if (!first) return
  const { asked, signal, none } = embedding
  const together = await orApart(() => embedOnce(asked, texts.map(textOf), signal), asked)
  if ('vectors' in together) return take(texts, together, embedding)
  if (texts.length === 1 && together.apart === 'too long') return embedCut(first, embedding)
  if (together.apart !== 'too long') {
    await none.proveModel(signal)
    if (texts.length === 1) return embedAgain(first, embedding)
  }
  const byLength = texts.toSorted((a, b) => textOf(b).length - textOf(a).length)
  const half = Math.ceil(texts.length / 2)
  await embedTogether(byLength.slice(0, half), embedding)
  await embedTogether(byLength.slice(half), embedding)
}

/** Once more a text that failed alone, as what failed may have passed. */
async function embedAgain(text: Placed, embedding: Embedding): Promise<void> {
  const { asked, signal, none } = embedding
  const alone = await orApart(() => embedOnce(asked, [textOf(text)], signal), asked)
  if ('vectors' in alone) return take([text], alone, embedding)
  none.add(text, alone.apart === 'too long' ? 'finds it too long' : alone.why)
}

/** Takes the vectors of texts, and notes those that are none. */
async function take(
  texts: Placed[],
  { vectors }: Embedded,
  { asked, signal, none, vectors: all }: Embedding,
): Promise<void> {
  // Where all are of another length, the model is another one.
  if (vectors.every((vector) => typeof vector === 'string')) await none.proveModel(signal)
  for (const [place, text] of texts.entries()) {
    const vector = vectors[place]
    if (typeof vector === 'string') none.add(text, vector)
    else all[text[0]] = vector ?? new Float32Array(asked.dimensions)
  }
}

const textOf = ([, text]: Placed): string => text

/** Embeds as much of a text as the model takes in. The prompt around it stays whole. */
async function embedCut(placed: Placed, embedding: Embedding): Promise<void> {
  const { asked, signal, onCut, none } = embedding
  const [at, text] = placed
  let why = ''
  const cut = await longestBeginning<Embedded>(text, {
    limit: asked.contextTokens,
    async take(beginning) {
      const taken = await orApart(() => embedOnce(asked, [beginning], signal), asked)
      if ('vectors' in taken) return taken
      if (taken.apart !== 'too long') why = taken.why
      return undefined
    },
  })
  if (!cut && why === '') throw takesNothing(asked.model, text)
  if (!cut) {
    await none.proveModel(signal)
    return none.add(placed, why)
  }
  await take([placed], cut.taken, embedding)
  onCut?.(at, cut.length)
}

/** Why texts are to be tried apart: one is too long, or what the model did with one of them. */
type Apart = { apart: 'too long' } | { apart: 'a text'; why: string; refusal?: OllamaRefusal }

/** What became of texts. @throws Problem where it has nothing to do with them. */
async function orApart(
  embed: () => Promise<Embedded>,
  { model }: Asked,
): Promise<Embedded | Apart> {
  try {
    return await embed()
  } catch (error) {
    if (error instanceof NotOneEach) return { apart: 'a text', why: error.message }
    if (!(error instanceof OllamaRefusal)) throw error
    if (error.kind === 'too long') return { apart: 'too long' }
    if (mayBeOfOneText(error)) {
      return { apart: 'a text', why: whatItDid(error), refusal: error }
    }
    throw refusal(model, error)
  }
}

/** What is told where what is apart is no single text. */
function refusalOf(apart: Apart, { model }: Asked): Problem {
  if (apart.apart === 'too long') return takesNothing(model, PROOF)
  return apart.refusal ? refusal(model, apart.refusal) : makesNone(model, apart.why)
}

const takesNothing = (model: string, text: string): Problem =>
  new Problem(
    'bad-input',
    `The model ${model} takes in not even the first word of a text. It begins: “${text.slice(0, SHOWN)}…”`,
    'Choose a model with a longer context, or give this one a larger num_ctx.',
  )

function refusal(model: string, error: OllamaRefusal): Problem {
  const { kind, status, message } = error
  if (kind === 'not there') return notInstalled(model)
  const problem = (what: string, fix: string) => new Problem('unavailable', what, fix)
  if (kind === 'died') {
    return problem(
      `The model ${model} ended again and again while Ollama embedded with it: ${message}.`,
      'The machine is probably short of memory: close other programs or choose a smaller model. Ollama’s log says more.',
    )
  }
  if (kind === 'no memory') {
    return problem(
      `Ollama could not embed with ${model}: ${message}`,
      'The model may not fit into memory: choose a smaller one, or see Ollama’s log.',
    )
  }
  if (kind === 'embeds not') {
    return problem(
      `The model ${model} does not embed: ${message}`,
      'Choose a model that embeds, such as nomic-embed-text.',
    )
  }
  if (kind === 'no number') return makesNone(model, whatItDid(error))
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
  onOtherLength?: (() => void) | undefined
}

/**
 * What the server made of texts: `vectors[i]` belongs to the i-th; in words what it is where it is
 * none.
 */
interface Embedded {
  vectors: (Float32Array | string)[]
  /** Numbers in the vector of each. */
  lengths: number[]
  /** Of all texts together, with their prompts, first and last tokens; absent from old servers. */
  tokens: number | undefined
}

const Answer = z.object({
  embeddings: z.array(z.unknown()),
  prompt_eval_count: z.number().optional(),
})

/** An answer that holds no vector for each text. */
class NotOneEach extends Error {}

/**
 * Embeds texts by one request, which may not cut them.
 * @throws OllamaRefusal, NotOneEach, Problem where it cannot be asked.
 */
async function embedOnce(asked: Asked, texts: string[], signal: AbortSignal): Promise<Embedded> {
  const { server, model, prompt, dimensions } = asked
  const request = { model, input: texts.map(prompt), truncate: false }
  const { data } = Answer.safeParse(await server.ask((client) => client.embed(request), signal))
  const all = data?.embeddings
  if (all?.length !== texts.length) {
    const what = all ? `${all.length} vectors for ${texts.length} texts` : 'no vectors'
    throw new NotOneEach(`answered ${what}`)
  }
  return {
    vectors: all.map((values) => vectorOf(values, dimensions)),
    lengths: all.map((values) => (Array.isArray(values) ? values.length : 0)),
    tokens: data?.prompt_eval_count,
  }
}

/**
 * One text's vector in unit length, which old servers do not see to, or what the model did instead.
 */
function vectorOf(values: unknown, dimensions: number): Float32Array | string {
  const isOfNumbers = Array.isArray(values) && values.every((value) => typeof value === 'number')
  if (!isOfNumbers) return 'answered values that are no numbers'
  const vector = Float32Array.from(values)
  if (dimensions > 0 && vector.length !== dimensions) {
    return `answered ${vector.length} numbers instead of ${dimensions}`
  }
  if (!vector.every(Number.isFinite)) return 'answered values that are no finite numbers'
  const unit = unitLength(vector)
  return unit.some((value) => value !== 0) ? unit : 'answered nothing but zeros'
}

/** How many items to do together so that it takes about as long as wanted. */
interface PacedBatches {
  size(): number
  /** What it took to do so many, in ms. */
  took(items: number, ms: number): void
}

/**
 * Batches of `most` items, or of as many as are done in `wantedMs` where that is fewer; at least
 * one.
 */
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
