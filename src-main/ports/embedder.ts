/** Told of each text of which only the beginning was taken in: its place among the texts, and how many characters. */
export type OnCut = (at: number, characters: number) => void

/**
 * Turns texts into vectors of unit length; `vectors[i]` belongs to `texts[i]`. A text that is longer than a model takes in is cut
 * after the last word that fits, which `onCut` is told, and gets the same vector whatever it is embedded together with.
 */
export interface Embedder {
  /** `builtin`, or `ollama:<model>`: what settings and the CLI name it by. */
  readonly name: string
  /** Vectors are comparable exactly when their fingerprints are equal: model digest, dimensions and prompts in one string. */
  readonly fingerprint: string
  readonly dimensions: number
  /** Whether the order of words makes a difference, or a text's vector is the sum of its words' alone and quickly made. */
  readonly reads: 'words' | 'sentences'
  embedDocuments(texts: string[], signal: AbortSignal, onCut?: OnCut): Promise<Float32Array[]>
  embedQueries(texts: string[], signal: AbortSignal, onCut?: OnCut): Promise<Float32Array[]>
}

export interface EmbedderSource {
  /** @throws Problem `unavailable` with its fix. */
  open(name: string, signal: AbortSignal): Promise<Embedder>
}
