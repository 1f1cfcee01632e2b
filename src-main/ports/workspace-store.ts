import type { Bundle } from '../domain/bundle'
import type { GoldenQuery, GoldenSet } from '../domain/golden-set'
import type { GoldenSetSummary, QueryOutcome, Run } from '../domain/run'
import type { CatalogTool, ToolId } from '../domain/tool'
import type { WorkspaceEntry, WorkspaceInfo } from '../domain/workspace'
import type { Pooling } from './hit'
import type { VectorIndex } from './vector-index'

/** Everything one commit changes; what is not named stays. Replacements go by id or name. */
export interface WorkspaceChange {
  name?: string
  tools?: { put?: CatalogTool[]; remove?: ToolId[] }
  goldenSets?: { put?: GoldenSet[]; remove?: string[] }
  bundles?: { put?: Bundle[]; remove?: string[] }
  runs?: { put?: { run: Run; outcomes: QueryOutcome[] }[]; remove?: string[] }
}

/** A text with its vector; `hash` is the text's content hash. */
export interface StoredDocument {
  hash: string
  text: string
  vector: Float32Array
}

/** One open workspace. Reads see the last commit of any process. */
export interface WorkspaceStore {
  readonly dir: string
  info(): Promise<WorkspaceInfo>
  /** Tools by id. */
  tools(): Promise<CatalogTool[]>
  goldenSets(): Promise<GoldenSetSummary[]>
  /** In the order imported. @throws Problem `not-found`. */
  goldenQueries(set: string): Promise<GoldenQuery[]>
  bundles(): Promise<Bundle[]>
  /** Newest first. */
  runs(): Promise<Run[]>
  /** @throws Problem `not-found`. */
  outcomes(run: string): Promise<QueryOutcome[]>
  /**
   * Writes all of the change or nothing of it, and gives the new revision. With `expected`, refuses when another
   * commit came in between.
   * @throws Problem `busy` while another process writes, `conflict`, `storage` (disk full, read-only folder).
   */
  commit(change: WorkspaceChange, expected?: number): Promise<number>
  /** The stored vectors of one embedder among `hashes`, by hash. A damaged store of vectors reads as empty. */
  vectors(fingerprint: string, hashes: ReadonlySet<string>): Promise<Map<string, Float32Array>>
  /** Which of `hashes` are stored of one embedder, without reading vectors; none where the store is damaged. */
  storedHashes(fingerprint: string, hashes: ReadonlySet<string>): Promise<Set<string>>
  /**
   * An index over one embedder's stored documents; `keys` says which content hash stands for which keys. It survives
   * commits: only this mapping is made for each catalog. A text that is not stored counts as one with a vector of zeros.
   * @throws Problem `unreadable` on damaged vectors, which are then removed, to be embedded again.
   */
  vectorIndex<Key extends string>(
    fingerprint: string,
    keys: ReadonlyMap<string, readonly Key[]>,
    pooling?: Pooling,
  ): Promise<VectorIndex<Key>>
  /** Whether documents are stored, but none of this embedder; a damaged store of vectors holds none. */
  hasOnlyOtherEmbeddersDocuments(fingerprint: string): Promise<boolean>
  /** Adds documents of one embedder; derived data, so no commit and no revision. */
  saveDocuments(fingerprint: string, documents: StoredDocument[]): Promise<void>
  /** Drops one embedder's documents whose hash is not in `keep`. */
  pruneDocuments(fingerprint: string, keep: ReadonlySet<string>): Promise<void>
  close(): Promise<void>
}

/** The workspaces of one data folder, and any others by their own folder. */
export interface WorkspaceLibrary {
  list(): Promise<WorkspaceEntry[]>
  /** In `dir` where given, else in a new folder of the library named after it. @throws Problem `conflict` when taken. */
  create(name: string, dir?: string): Promise<WorkspaceStore>
  /** @throws Problem `not-found`, `newer-version`, `unreadable`, each with its fix. */
  open(dir: string): Promise<WorkspaceStore>
  duplicate(dir: string, name: string): Promise<WorkspaceStore>
  /** Removes the folder. @throws Problem `bad-input` when it is no workspace. */
  remove(dir: string): Promise<void>
  /** One portable file: everything but derived vectors. */
  exportArchive(dir: string): Promise<Uint8Array>
  /** @throws Problem `unreadable` on an archive that is broken or holds anything unexpected, `newer-version`. */
  importArchive(archive: Uint8Array, name?: string): Promise<WorkspaceStore>
}
