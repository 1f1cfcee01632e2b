import type { ToolId } from '../domain/tool/tool'
import type { LexicalDocument, LexicalIndex } from './lexical-index'
import type { VectorIndex } from './vector-index'

/**
 * Documents, one of each tool, as they are published to be searched where they lie. The name tells
 * them from all others of any catalog, and what is made of them by its version.
 */
export type PublishedDocuments =
  | {
      kind: 'words'
      name: string
      /** One for each of the tools, in their order. */
      of(tools: readonly ToolId[]): Promise<readonly LexicalDocument<ToolId>[]>
    }
  | {
      kind: 'meaning'
      name: string
      dimensions: number
      /** What the vectors are stored under in the workspace. */
      hashes: ReadonlySet<string>
      /** One vector for each of the tools, in their order. */
      of(tools: readonly ToolId[]): Promise<readonly Float32Array[]>
    }

/**
 * The indexes of a published catalog, searched where they lie; nothing for documents that were not
 * published.
 */
export interface IndexesInPlace {
  /**
   * The recipes, by their ids, that were published to be searched so, and the embedder; left out
   * while it is published.
   */
  publishedFor?: { recipes: readonly string[]; embedder: string | undefined }
  words<Key extends string>(name: string): Promise<LexicalIndex<Key> | undefined>
  meaning<Key extends string>(name: string): Promise<VectorIndex<Key> | undefined>
}
