import { unitLength } from '../../domain/vector'
import type { Embedder } from '../../ports/embedder'
import { readTokenTable, type TokenTable } from './token-table'
import { piecesOf, wordsOf } from './wordpiece'

/** Part of the fingerprint: to be counted up whenever the same text and table would give another vector. */
const VERSION = 1

/** Characters embedded before others have their turn: some 20 ms. */
const CHARACTERS_A_TURN = 50_000
/** Words of one text that are added up before others have their turn: some 20 ms. */
const WORDS_A_TURN = 20_000

export interface StaticEmbedderParts {
  /** Holds `table.json`, `vocabulary.txt` and `table.bin`. */
  folder: string
  /** Writes the identifiers within a text as words. */
  splitIdentifiers(text: string): string
}

/**
 * An embedder that needs no model running: each token has a vector of its own, distilled from a sentence embedder,
 * and a text's vector is the sum of its tokens' (Model2Vec, Tulkens & van Dongen 2024). How much a token matters is the
 * length of its vector. The order of words is lost. A text without any known token gets the zero vector: it is like
 * nothing, and found by nothing. Reads the table at once, about 8 MB.
 * @throws Problem `unavailable` when the table cannot be read.
 */
export async function openStaticEmbedder(parts: StaticEmbedderParts): Promise<Embedder> {
  const table = await readTokenTable(parts.folder)
  const embed = async (texts: string[], signal: AbortSignal) => {
    const vectors: Float32Array[] = []
    let characters = 0
    for (const text of texts) {
      signal.throwIfAborted()
      const words = wordsOf(parts.splitIdentifiers(text))
      const sum = new Float32Array(table.dimensions)
      for (let from = 0; from < words.length; from += WORDS_A_TURN) {
        if (from > 0) await new Promise(setImmediate)
        addWords(sum, words.slice(from, from + WORDS_A_TURN), table)
      }
      vectors.push(unitLength(sum))
      characters += text.length
      if (characters < CHARACTERS_A_TURN) continue
      await new Promise(setImmediate)
      characters = 0
    }
    return vectors
  }
  return {
    name: 'builtin',
    fingerprint: `builtin-static-${VERSION}-${table.fingerprint}`,
    dimensions: table.dimensions,
    reads: 'words',
    embedDocuments: embed,
    embedQueries: embed,
  }
}

function addWords(
  sum: Float32Array,
  added: readonly string[],
  { dimensions, pieces, words, scales, rows }: TokenTable,
): void {
  const add = (row: number) => {
    const scale = scales[row] as number
    const start = row * dimensions
    for (let i = 0; i < dimensions; i++) {
      sum[i] = (sum[i] as number) + scale * (rows[start + i] as number)
    }
  }
  for (const word of added) {
    const whole = words.get(word) ?? pieces.get(word)
    if (whole !== undefined) add(whole)
    else {
      for (const piece of piecesOf(word, pieces)) {
        const row = pieces.get(piece)
        if (row !== undefined) add(row)
      }
    }
  }
}
