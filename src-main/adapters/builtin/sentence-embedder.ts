import { longestBeginning } from '../../domain/model/longest-beginning'
import { SENTENCES } from '../../domain/model/names'
import type { Embedder, OnCut } from '../../ports/embedder'
import { encoderThreads, type EncoderThreads, type EncoderThreadsOptions } from './encoder-threads'
import { readSentenceModel, type SentenceModel } from './sentence-model'

/**
 * Part of the fingerprint: to be counted up whenever the same text and model would give another
 * vector.
 */
const VERSION = 1
/**
 * Tokens computed at once: a tenth of a second, which a query waits at most for a free thread; one
 * text of 256 takes a quarter.
 */
const TOKENS_AT_ONCE = 128
/** Characters made into tokens before others have their turn: some 10 ms. */
const CHARACTERS_A_TURN = 20_000

interface SentenceEmbedderParts extends Partial<EncoderThreadsOptions> {
  /** Holds `model.json`, `vocabulary.txt`, `encoder.onnx` and `weights.bin`. */
  folder: string
  threadFile: string
}

/**
 * An embedder that reads whole sentences and needs nothing installed: all-MiniLM-L6-v2 (Reimers &
 * Gurevych 2019; Wang et al. 2020), its weights in eight bits, in WebAssembly, in threads of its
 * own. A text's vector is the same to the bit whatever it is embedded together with: only texts of
 * equal length are, so that nothing is padded. A text without words gets the zero vector. Takes in
 * 256 tokens.
 * @throws Problem `unavailable` when the model cannot be read; where its weights are damaged or the
 * machine cannot run it, with the first text.
 */
export async function openSentenceEmbedder(parts: SentenceEmbedderParts): Promise<Embedder> {
  const { folder } = parts
  const model = await readSentenceModel(folder)
  const { dimensions, sha256 } = model.header
  const threads = encoderThreads({ folder, header: model.header }, parts)
  const embedWith =
    (isUrgent: boolean): Embedder['embedDocuments'] =>
    async (texts, signal, onCut) => {
      signal.throwIfAborted()
      const vectors = texts.map(() => new Float32Array(dimensions))
      const tokens = await readTexts(model, texts, { signal, onCut })
      await embedTokens(tokens, { threads, vectors, isUrgent, signal })
      return vectors
    }
  const hashes = Object.values(sha256).map((hash) => hash.slice(0, 8))
  return {
    name: SENTENCES,
    fingerprint: `${SENTENCES}-${VERSION}-${hashes.join('-')}`,
    dimensions,
    reads: 'sentences',
    cosineWeight: 7.2,
    script: 'latin',
    embedDocuments: embedWith(false),
    embedQueries: embedWith(true),
  }
}

/** What the model reads of each text, of one that is too long as much as it takes in. */
async function readTexts(
  { header, tokensOf }: SentenceModel,
  texts: readonly string[],
  { signal, onCut }: { signal: AbortSignal; onCut: OnCut | undefined },
): Promise<number[][]> {
  const read: number[][] = []
  let characters = 0
  for (const [at, text] of texts.entries()) {
    let tokens = tokensOf(text)
    if (!tokens) {
      const cut = await longestBeginning(text, {
        limit: header.longest,
        async take(beginning) {
          const tokens = tokensOf(beginning)
          return tokens && { tokens: tokens.length, all: tokens }
        },
      })
      tokens = cut?.taken.all ?? []
      onCut?.(at, cut?.length ?? 0)
    }
    read.push(tokens)
    characters += text.length
    if (characters < CHARACTERS_A_TURN) continue
    await new Promise(setImmediate)
    signal.throwIfAborted()
    characters = 0
  }
  return read
}

interface Embedding {
  threads: EncoderThreads
  /** Where the vectors are put; those of texts without words stay zero. */
  vectors: Float32Array[]
  isUrgent: boolean
  signal: AbortSignal
}

/** The first mark and the last one. */
const WITHOUT_WORDS = 2

async function embedTokens(
  read: readonly number[][],
  { threads, vectors, isUrgent, signal }: Embedding,
): Promise<void> {
  const byLength = Map.groupBy(read.keys(), (at) => read[at]?.length ?? 0)
  const batches = [...byLength].flatMap(([length, places]) => {
    if (length <= WITHOUT_WORDS) return []
    const size = Math.max(1, Math.floor(TOKENS_AT_ONCE / length))
    return Array.from({ length: Math.ceil(places.length / size) }, (_, at) =>
      places.slice(at * size, (at + 1) * size),
    )
  })
  const embed = async (places: number[], signal: AbortSignal) => {
    const tokens = Int32Array.from(places.flatMap((at) => read[at] ?? []))
    const made = await threads.encode({ tokens, texts: places.length }, { isUrgent, signal })
    const dimensions = made.length / places.length
    for (const [place, at] of places.entries()) {
      vectors[at] = made.slice(place * dimensions, (place + 1) * dimensions)
    }
  }
  // What fails once would fail again: the rest is not asked.
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  await Promise.all(
    batches.map((places) =>
      embed(places, stop).catch((error: unknown) => {
        failure.abort(error)
        throw error
      }),
    ),
  )
}
