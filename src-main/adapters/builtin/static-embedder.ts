import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { unitLength } from '../../domain/model/vector'
import { Problem } from '../../domain/problem'
import type { Embedder } from '../../ports/embedder'
import { isDamaged, requireHash } from './undamaged'
import { piecesOf, wordsOf } from './wordpiece'

/**
 * A vector for each token: row `r` is `rows[r * dimensions …]`, eight bits each, times `scales[r]`.
 */
interface TokenTable {
  /** First characters of the checksum of rows and scales: other vectors, other fingerprint. */
  readonly fingerprint: string
  readonly dimensions: number
  /**
   * Row of each of the teacher's word pieces; `undefined` for pieces that are known but have no
   * vector.
   */
  readonly pieces: ReadonlyMap<string, number | undefined>
  /** Row of each whole word that the teacher's tokenizer would cut into pieces. */
  readonly words: ReadonlyMap<string, number>
  readonly scales: Float32Array
  readonly rows: Int8Array
}

/** `table.json`; the keys that only tell where the table comes from are not read. */
const Header = z.object({
  format: z.literal('pegboard-token-table-1'),
  dimensions: z.number().int().positive(),
  /**
   * How many lines of `vocabulary.txt` are word pieces with a vector, whole words, and pieces
   * without a vector.
   */
  pieces: z.number().int().nonnegative(),
  words: z.number().int().nonnegative(),
  piecesWithoutVector: z.number().int().nonnegative(),
  /** Of `table.bin` and `vocabulary.txt`. */
  sha256: z.string().length(64),
  vocabularySha256: z.string().length(64),
})

/**
 * Reads `table.json`, `vocabulary.txt` and `table.bin` of `folder`; README.md there describes them.
 * @throws Problem `unavailable` when a file is missing, damaged or does not fit the others.
 */
async function readTokenTable(folder: string): Promise<TokenTable> {
  try {
    const [text, vocabulary, binary] = await Promise.all([
      readFile(join(folder, 'table.json'), 'utf8'),
      readFile(join(folder, 'vocabulary.txt')),
      readFile(join(folder, 'table.bin')),
    ])
    const header = headerIn(text, folder)
    // In other threads, while the table is made here: on one of its own it takes 5 to 50 ms.
    const undamaged = Promise.all([
      requireHash(join(folder, 'vocabulary.txt'), vocabulary, header.vocabularySha256),
      requireHash(join(folder, 'table.bin'), binary, header.sha256),
    ])
    undamaged.catch(() => undefined)
    const table = tokenTable(header, vocabulary.toString('utf8').trimEnd().split('\n'), binary)
    await undamaged
    return table
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Problem(
      'unavailable',
      `The table of the built-in embedder cannot be read: ${why}`,
      'Install Pegboard again, or choose an embedder of Ollama in the settings.',
    )
  }
}

function headerIn(text: string, folder: string): z.infer<typeof Header> {
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    throw isDamaged(join(folder, 'table.json'))
  }
}

function tokenTable(
  header: z.infer<typeof Header>,
  vocabulary: string[],
  binary: Uint8Array,
): TokenTable {
  const { dimensions, pieces, words, piecesWithoutVector, sha256 } = header
  const rows = pieces + words
  if (vocabulary.length !== rows + piecesWithoutVector) throw doesNotFit('vocabulary.txt')
  if (binary.length !== rows * (4 + dimensions)) throw doesNotFit('table.bin')
  const { buffer } = binary.slice()
  return {
    fingerprint: sha256.slice(0, 16),
    dimensions,
    pieces: new Map([
      ...vocabulary.slice(0, pieces).map((piece, row) => [piece, row] as const),
      ...vocabulary.slice(rows).map((piece) => [piece, undefined] as const),
    ]),
    words: new Map(vocabulary.slice(pieces, rows).map((word, at) => [word, pieces + at])),
    scales: new Float32Array(buffer, 0, rows),
    rows: new Int8Array(buffer, 4 * rows),
  }
}

const doesNotFit = (file: string) => new Error(`${file} does not fit table.json.`)

/**
 * Part of the fingerprint: to be counted up whenever the same text and table would give another
 * vector.
 */
const VERSION = 1

/** Characters embedded before others have their turn: some 20 ms. */
const CHARACTERS_A_TURN = 50_000
/** Words of one text that are added up before others have their turn: some 20 ms. */
const WORDS_A_TURN = 20_000

interface StaticEmbedderParts {
  /** Holds `table.json`, `vocabulary.txt` and `table.bin`. */
  folder: string
  /** Writes the identifiers within a text as words. */
  splitIdentifiers(text: string): string
}

/**
 * An embedder that needs no model running: each token has a vector of its own, distilled from a
 * sentence embedder, and a text's vector is the sum of its tokens' (Model2Vec, Tulkens & van Dongen
 * 2024). How much a token matters is the length of its vector. The order of words is lost. A text
 * without any known token gets the zero vector: it is like nothing, and found by nothing. Reads the
 * table at once, about 8 MB.
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
    cosineWeight: 4.5,
    script: 'latin',
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
