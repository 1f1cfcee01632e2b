import type { ToolId } from '../domain/tool'

/** A tool document made ready for search. */
export interface IndexedDocument {
  tool: ToolId
  /** Analysed terms in order, repetitions included. */
  terms: string[]
  /** Unit length; all of one index are equally long. */
  vector?: Float32Array
}

export interface Hit {
  tool: ToolId
  score: number
  /** What each matched term added, when asked for. */
  terms?: Record<string, number>
}

/**
 * `among` restricts a search to some tools; statistics such as IDF are then those of that subset alone, and kept with
 * the set: use one set for many searches, and do not change it.
 */
interface Search {
  /** The most hits wanted. */
  depth: number
  among?: ReadonlySet<ToolId>
  signal?: AbortSignal
}

export interface LexicalSearch extends Search {
  /** Analysed like the documents; a repeated term counts each time. */
  terms: string[]
  /** Term saturation, 0 or more; Lucene's default is 1.2. */
  k1: number
  /** Length normalisation, 0…1; Lucene's default is 0.75. */
  b: number
  /** Whether hits say what each term added. */
  explain?: boolean
}

export interface DenseSearch extends Search {
  /** Unit length, the documents' dimensions. */
  vector: Float32Array
}

/** Exact search over tool documents. Hits come by falling score, ties by tool id; tools that match nothing are left out. */
export interface ToolIndex {
  readonly size: number
  /** Lucene's BM25: idf = ln(1 + (N − df + ½) / (df + ½)). */
  lexical(search: LexicalSearch): Promise<Hit[]>
  /** Cosine similarity. @throws Problem `bad-input` on a vector of the wrong length or not finite. */
  dense(search: DenseSearch): Promise<Hit[]>
  close(): Promise<void>
}

/** @throws Problem `bad-input` on vectors of different lengths or not finite. */
export type BuildToolIndex = (documents: IndexedDocument[]) => Promise<ToolIndex>
