import type { ModelChoice } from '../domain/model/model'
import type { WorksWith } from '../domain/recipe/choice'
import type { ToolId } from '../domain/tool/tool'
import type {
  PublishedFigures,
  PublishedSnapshot,
  RecallInPlace,
} from '../domain/workspace/published'
import type { IndexesInPlace, PublishedDocuments } from './in-place'

/** What is published of a workspace besides its records. */
export interface Publication {
  /** The workspace's folder, and the commit that is published. */
  dir: string
  commit: string
  address: string
  /** What it works with, chosen or standard: a reader may know another standard. */
  worksWith: WorksWith
  /** The models that answer in it. */
  models: ModelChoice
  /** The embedder whose stored vectors go along. */
  embedder?: { name: string; fingerprint: string } | undefined
  figures?: PublishedFigures | undefined
  /** Left out: whoever reads holds all in memory. */
  searched?: SearchedInPlace | undefined
  /** Derived data that stay with their author, by their names. */
  without: readonly string[]
  at: string
  program: string
  /** Of how many snapshots the tables stay; the current one always stays. Left out: of all. */
  keep?: number | undefined
}

/** What is searched where it lies. */
export interface SearchedInPlace {
  /** By their ids. */
  tools: readonly ToolId[]
  documents: readonly PublishedDocuments[]
  /**
   * Asks what was written, before anybody else may, how much of what memory finds is found in it.
   */
  measure(indexes: IndexesInPlace): Promise<RecallInPlace[]>
}

/** How publishing is stopped, and told how many rows of how many are written. */
export interface PublishCall {
  signal: AbortSignal
  onRows(done: number, total: number): void
}

/** What came of publishing. */
export interface Published {
  snapshot: PublishedSnapshot
  /** Vectors that went along. */
  vectors: number
  /** Numbers of older snapshots whose tables were removed. */
  removed: number[]
}

/** Publishes workspaces as numbered snapshots that never change, to a folder or an object store. */
export interface Publishing {
  /** The address as it is used: a folder as its whole path. @throws Problem `bad-input`. */
  address(given: string): string
  /**
   * All of it or nothing: who reads at the address sees the snapshot from the moment it is whole.
   * @throws Problem `conflict` where the workspace holds another commit by now, `unavailable` where
   * the store does not answer or lets nobody in, `not-found`, `storage`.
   */
  publish(publication: Publication, call: PublishCall): Promise<Published>
  /** Oldest first. @throws Problem as {@link publish}. */
  list(address: string): Promise<PublishedSnapshot[]>
  /**
   * Makes an older snapshot, or a newer one again, the current one.
   * @throws Problem as {@link publish}, `bad-input`.
   */
  rollBack(address: string, number: number, at: string): Promise<PublishedSnapshot[]>
}
