import { Problem } from '../domain/problem'

/**
 * Told of each text of which only the beginning was taken in: its place among the texts, and how
 * many characters.
 */
export type OnCut = (at: number, characters: number) => void

/**
 * Told of each text that a model makes no vector of: its place among the texts, and what the model
 * did (`answered NaN`).
 */
export type OnNone = (at: number, why: string) => void

/**
 * A text that a model makes no vector of, though it makes some of others: asking again is of no
 * use, another text is.
 */
export class NoVector extends Problem {
  constructor(message: string) {
    super('unavailable', message, 'Word it otherwise, or choose another embedder.')
  }
}

/**
 * Turns texts into vectors of unit length; `vectors[i]` belongs to `texts[i]`. A text that is
 * longer than a model takes in is cut after the last word that fits, which `onCut` is told, and
 * gets the same vector whatever it is embedded together with. A text that the model makes no vector
 * of gets the zero vector, which `onNone` is told; where nobody is told, it is a {@link NoVector}.
 */
export interface Embedder {
  /** `builtin`, or `ollama:<model>`: what settings and the CLI name it by. */
  readonly name: string
  /**
   * Vectors are comparable exactly when their fingerprints are equal: model digest, dimensions and
   * prompts in one string.
   */
  readonly fingerprint: string
  readonly dimensions: number
  /**
   * Whether the order of words makes a difference, or a text's vector is the sum of its words'
   * alone and quickly made.
   */
  readonly reads: 'words' | 'sentences'
  /**
   * What a cosine counts where it is fused with BM25, fitted on development sets; left out of a
   * model that nothing was fitted for: it is measured.
   */
  readonly cosineWeight?: number
  /** Set where it knows words of this script alone. */
  readonly script?: 'latin'
  embedDocuments: Embed
  embedQueries: Embed
  /**
   * The same, computed even where a query is remembered, to tell what a new one takes; left out
   * where none is remembered.
   */
  embedNewQueries?: Embed
}

type Embed = (
  texts: string[],
  signal: AbortSignal,
  onCut?: OnCut,
  onNone?: OnNone,
) => Promise<Float32Array[]>

export interface EmbedderSource {
  /** @throws Problem `unavailable` with its fix. */
  open(name: string, signal: AbortSignal): Promise<Embedder>
  /**
   * Whether what computes an embedder's vectors says anything at all by the time `signal` stops:
   * what works slowly does. Left out, and undefined of one that is part of this program: it is
   * there.
   */
  isThere?(name: string, signal: AbortSignal): Promise<Problem | undefined>
}
