import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { isDamaged, requireHash } from './undamaged'
import { piecesOf, UNKNOWN, wordsOf } from './wordpiece'

/** `model.json`; the keys that only tell where the model comes from are not read. */
const Header = z.object({
  format: z.literal('pegboard-sentence-encoder-1'),
  dimensions: z.number().int().positive(),
  /** Tokens that it takes in at most, with the first and the last. */
  longest: z.number().int().min(3),
  /** Rows of the table of word pieces, one for each line of `vocabulary.txt`. */
  pieces: z.number().int().positive(),
  /** Inputs and outputs of each matrix, as `384x1536`. */
  matrices: z.array(z.string().regex(/^\d+x\d+$/)),
  sha256: z.object({
    'encoder.onnx': z.string().min(16),
    'weights.bin': z.string().min(16),
    'vocabulary.txt': z.string().min(16),
  }),
})
export type SentenceModelHeader = z.infer<typeof Header>

export interface SentenceModel {
  header: SentenceModelHeader
  /**
   * What the model reads of a text: between its first and its last mark a number for each word
   * piece. Undefined where that is more than it takes in. A text without words is only the two
   * marks.
   */
  tokensOf(text: string): number[] | undefined
}

/**
 * Reads `model.json` and `vocabulary.txt` of `folder`; README.md there describes them. The weights
 * are read by the threads that compute.
 * @throws Problem `unavailable` when a file is missing or does not fit the others.
 */
export async function readSentenceModel(folder: string): Promise<SentenceModel> {
  try {
    const [text, vocabulary] = await Promise.all([
      readFile(join(folder, 'model.json'), 'utf8'),
      readFile(join(folder, 'vocabulary.txt')),
    ])
    const header = headerIn(text, folder)
    const file = join(folder, 'vocabulary.txt')
    await requireHash(file, vocabulary, header.sha256['vocabulary.txt'])
    const pieces = vocabulary.toString('utf8').trimEnd().split('\n')
    if (pieces.length !== header.pieces) throw new Error('vocabulary.txt does not fit model.json.')
    return { header, tokensOf: tokensBy(pieces, header.longest) }
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : String(cause))
  }
}

function headerIn(text: string, folder: string): SentenceModelHeader {
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    throw isDamaged(join(folder, 'model.json'))
  }
}

export const unreadable = (why: string): Problem =>
  new Problem(
    'unavailable',
    `The sentence embedder cannot be opened: ${why}`,
    'Install Pegboard again, or choose the embedder Instant.',
  )

/** What keeps a sound model from running on this machine. */
export const noMemory = (why: string): Problem =>
  new Problem(
    'unavailable',
    `The sentence embedder has not the memory that it needs: ${why}`,
    'Close other programs, give this one more address space where that is limited (ulimit -v), or choose the embedder Instant.',
  )

export const noSimd = (): Problem =>
  new Problem(
    'unavailable',
    'The sentence embedder cannot run on this machine: its processor, or the program that runs Pegboard, has no SIMD for WebAssembly.',
    'Choose the embedder Instant, which needs none.',
  )

function tokensBy(pieces: readonly string[], longest: number): SentenceModel['tokensOf'] {
  const places = new Map(pieces.map((piece, at) => [piece, at]))
  const placeOf = (piece: string): number => {
    const place = places.get(piece)
    if (place === undefined) throw new Error(`vocabulary.txt does not hold ${piece}.`)
    return place
  }
  const [first, last, unknown] = ['[CLS]', '[SEP]', UNKNOWN].map(placeOf) as [
    number,
    number,
    number,
  ]
  return (text) => {
    const tokens = [first]
    for (const word of wordsOf(text)) {
      const whole = places.get(word)
      if (whole !== undefined) tokens.push(whole)
      else for (const piece of piecesOf(word, places)) tokens.push(places.get(piece) ?? unknown)
      if (tokens.length >= longest) return undefined
    }
    return [...tokens, last]
  }
}
