import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../domain/problem'

/** A vector for each token: row `r` is `rows[r * dimensions …]`, eight bits each, times `scales[r]`. */
export interface TokenTable {
  /** First characters of the checksum of rows and scales: other vectors, other fingerprint. */
  readonly fingerprint: string
  readonly dimensions: number
  /** Row of each of the teacher's word pieces; `undefined` for pieces that are known but have no vector. */
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
  /** How many lines of `vocabulary.txt` are word pieces with a vector, whole words, and pieces without a vector. */
  pieces: z.number().int().nonnegative(),
  words: z.number().int().nonnegative(),
  piecesWithoutVector: z.number().int().nonnegative(),
  sha256: z.string().min(16),
})

/**
 * Reads `table.json`, `vocabulary.txt` and `table.bin` of `folder`; README.md there describes them.
 * @throws Problem `unavailable` when a file is missing or does not fit the others.
 */
export async function readTokenTable(folder: string): Promise<TokenTable> {
  try {
    const [header, vocabulary, binary] = await Promise.all([
      readFile(join(folder, 'table.json'), 'utf8'),
      readFile(join(folder, 'vocabulary.txt'), 'utf8'),
      readFile(join(folder, 'table.bin')),
    ])
    return tokenTable(Header.parse(JSON.parse(header)), vocabulary.trimEnd().split('\n'), binary)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Problem(
      'unavailable',
      `The table of the built-in embedder cannot be read: ${why}`,
      'Install Pegboard again, or choose an embedder of Ollama in the settings.',
    )
  }
}

function tokenTable(
  header: z.infer<typeof Header>,
  vocabulary: string[],
  binary: Uint8Array,
): TokenTable {
  const { dimensions, pieces, words, piecesWithoutVector, sha256 } = header
  const rows = pieces + words
  if (vocabulary.length !== rows + piecesWithoutVector) throw misfit('vocabulary.txt')
  if (binary.length !== rows * (4 + dimensions)) throw misfit('table.bin')
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

const misfit = (file: string) => new Error(`${file} does not fit table.json.`)
