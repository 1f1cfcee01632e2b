import type {
  AnyRecordKinds,
  KeyOf,
  KindWithMembers,
  ListedOf,
  MemberOf,
  RecordKinds,
  RecordOf,
} from '../domain/workspace/record-kinds'
import type { ModelChoiceChange } from '../domain/model/model'
import type { Move } from '../domain/workspace/move'
import type { CatalogTool, ToolLayer } from '../domain/tool/tool'
import type { WorksWith } from '../domain/recipe/choice'
import type { DamageCheck } from '../domain/workspace/check'
import type { StoredWorkspace, WorkspaceEntry } from '../domain/workspace/workspace'
import type { Pooling } from './hit'
import type { IndexesInPlace } from './in-place'
import type { VectorIndex } from './vector-index'

/** Which workspace a folder holds, and as of which commit. */
export interface WorkspaceState {
  /**
   * The workspace's own, kept for life. A duplicate gets another; a folder copied by hand keeps it.
   */
  id: string
  /** Counts up with every commit. */
  revision: number
  /** Differs from commit to commit, also between two copies that went on to the same revision. */
  commit: string
  /**
   * Differs when the folder was replaced, also by a copy of itself as of the same commit, whose
   * vectors may be others.
   */
  stamp: string
  /**
   * Differs from commit to commit, but for those that changed neither tools nor layers nor
   * standardised fields nor descriptions of servers.
   */
  catalog: string
  /**
   * As `catalog`, and differs too where bundles or weights of fields were changed, or the folder
   * was replaced.
   */
  sources: string
}

/** Tells the catalog that a commit left from all others. */
export type CatalogName = Pick<WorkspaceState, 'id' | 'catalog'>

/**
 * Everything one commit changes; what is not named stays. A record put replaces the one with its
 * key.
 */
export type WorkspaceChange<Kinds extends AnyRecordKinds = RecordKinds> = {
  name?: string
  models?: ModelChoiceChange
  /**
   * Null is none. Left out, it stays; but where an embedder is chosen, there is nothing to move any
   * more.
   */
  move?: Move | null
  /** Null is back to the standard recipe; left out, it stays. */
  worksWith?: WorksWith | null
  /** See {@link StoredWorkspace}. */
  isDemo?: true
} & {
  [Kind in keyof Kinds]?: {
    put?: readonly RecordOf<Kinds[Kind]>[]
    remove?: readonly KeyOf<Kinds[Kind]>[]
  }
}

/**
 * Works a change out while no one else can commit, or gives nothing when nothing is to be changed.
 * Must not commit.
 */
type WorkOutChange<Kinds extends AnyRecordKinds = RecordKinds> = (
  state: WorkspaceState,
) => Promise<WorkspaceChange<Kinds> | undefined>

/** A text with its vector; `hash` is the text's content hash. */
export interface StoredDocument {
  hash: string
  text: string
  vector: Float32Array
}

/** One open workspace. Reads see the last commit of any process. */
export interface WorkspaceStore<Kinds extends AnyRecordKinds = RecordKinds> {
  readonly dir: string
  /** @throws Problem `not-found` when the folder is gone. */
  info(): Promise<StoredWorkspace>
  /** @throws Problem `not-found` when the folder is gone. */
  state(): Promise<WorkspaceState>
  /**
   * All records of the kinds named, as `state`'s commit left them: `const { bundles } = await
   * store.read('bundles')`.
   */
  read<Kind extends keyof Kinds & string>(
    ...kinds: Kind[]
  ): Promise<{ state: WorkspaceState } & { [Name in Kind]: ListedOf<Kinds[Name]>[] }>
  /**
   * How many records of a kind cannot be read, as a file of the folder is damaged; {@link read}
   * gives the others. Where it was read before at the last commit, nothing is read again.
   */
  unreadable(kind: keyof Kinds & string): Promise<number>
  /**
   * The members of one record in their order, such as a golden set's queries.
   * @throws Problem `not-found`.
   */
  members<Kind extends KindWithMembers<Kinds>>(
    kind: Kind,
    key: string,
  ): Promise<MemberOf<Kinds[Kind]>[]>
  /**
   * Tools with their author's layers, by id, and all layers, as `state`'s commit left them. A tool
   * is read from its row when it is first looked at, and a damaged one is noticed then:
   * `unreadable`. Known by their ids alone they are there in a second per 100,000.
   */
  catalog(onTools?: (read: number, total: number) => void): Promise<{
    state: WorkspaceState
    tools: CatalogTool[]
    layers: ToolLayer[]
    /** Of a published catalog that is searched where it lies. */
    inPlace?: IndexesInPlace
  }>
  /** The tools of {@link catalog}. */
  tools(): Promise<CatalogTool[]>
  /**
   * Writes all of the change or nothing of it, and gives the state it left. With `expected`, the
   * `commit` of a state, refuses when the folder holds another commit by now: one that came after
   * it, or another workspace's.
   * @throws Problem `busy` while another process writes, `conflict`, `storage` (disk full,
   * read-only folder), and whatever working out the change throws.
   */
  commit(
    change: WorkspaceChange<Kinds> | WorkOutChange<Kinds>,
    expected?: WorkspaceState['commit'],
  ): Promise<WorkspaceState>
  /**
   * The stored vectors of one embedder among `hashes`, by hash. A damaged store of vectors reads as
   * empty.
   */
  vectors(fingerprint: string, hashes: ReadonlySet<string>): Promise<Map<string, Float32Array>>
  /**
   * Which of `hashes` are stored of one embedder, without reading vectors; none where the store is
   * damaged.
   */
  storedHashes(fingerprint: string, hashes: ReadonlySet<string>): Promise<Set<string>>
  /**
   * An index over one embedder's stored documents; `keys` says which content hash stands for which
   * keys. It survives commits: only this mapping is made for each catalog. A text that is not
   * stored counts as one with a vector of zeros.
   * @throws Problem `unreadable` on damaged vectors, which are then removed, to be embedded again.
   */
  vectorIndex<Key extends string>(
    fingerprint: string,
    keys: ReadonlyMap<string, readonly Key[]>,
    pooling?: Pooling,
  ): Promise<VectorIndex<Key>>
  /**
   * Whether documents are stored, but none of this embedder; a damaged store of vectors holds none.
   */
  hasOnlyOtherEmbeddersDocuments(fingerprint: string): Promise<boolean>
  /** Adds documents of one embedder; derived data, so no commit and no revision. */
  saveDocuments(fingerprint: string, documents: StoredDocument[]): Promise<void>
  /**
   * Drops one embedder's documents whose hash is not in `keep`, which may be worked out when no one
   * else can write.
   */
  pruneDocuments(
    fingerprint: string,
    keep: ReadonlySet<string> | (() => Promise<ReadonlySet<string>>),
  ): Promise<void>
  /**
   * What was kept last under a name, and of which catalog. Nothing where it is not there or is
   * damaged: it is to be made again.
   */
  derived(name: string): Promise<{ content: Uint8Array; of: CatalogName } | undefined>
  /**
   * Keeps under a name what can be made again of a catalog; where it cannot be written, nothing. No
   * commit.
   */
  keepDerived(name: string, of: CatalogName, content: Uint8Array): Promise<void>
  /**
   * Has this told what its users should know, what was said before as well: that what is published
   * does not answer, or that a copy went back to a commit that is whole. Absent where there is no
   * such thing.
   */
  onNotice?(listener: (text: string) => void): void
  close(): Promise<void>
}

/** How a check for damage goes on. */
export interface CheckCall {
  /**
   * What is done where tables are damaged: `back` to the last commit that is whole, which loses
   * what came after; `keep` what is there as it is, changed texts among it. Left out: nothing.
   */
  repair?: 'back' | 'keep' | undefined
  signal: AbortSignal
  /** Told how many parts of all have been looked at. */
  onParts(done: number, total: number): void
}

/** The workspaces of one data folder, and any others by their own folder. */
export interface WorkspaceLibrary<Kinds extends AnyRecordKinds = RecordKinds> {
  list(): Promise<WorkspaceEntry[]>
  /**
   * In `dir` where given, else in a new folder of the library named after it. No other program sees
   * the workspace before `fill` is done with it; the store that it is given is closed then. A
   * process that is killed leaves no workspace.
   * @throws Problem `conflict` when `dir` is taken, and those of `fill`.
   */
  create(
    name: string,
    dir?: string,
    fill?: (store: WorkspaceStore<Kinds>) => Promise<void>,
  ): Promise<WorkspaceStore<Kinds>>
  /**
   * The workspace of a folder, or what is published of one at an address or in a folder, which
   * cannot be changed.
   * @throws Problem `not-found`, `newer-version`, `unreadable`, `unavailable`, each with its fix.
   */
  open(dir: string): Promise<WorkspaceStore<Kinds>>
  /**
   * Reads all of a workspace, or of what is published, and says what a disk changed or lost. Tables
   * of a workspace that have no hash yet are given one. @throws Problem as for opening it;
   * `not-found`, `unreadable` and `conflict` where it cannot be repaired.
   */
  check(dir: string, call: CheckCall): Promise<DamageCheck>
  duplicate(dir: string, name: string): Promise<WorkspaceStore<Kinds>>
  /** Removes the folder. @throws Problem `bad-input` when it is no workspace. */
  remove(dir: string): Promise<void>
  /** One portable file: everything but derived vectors. */
  exportArchive(dir: string): Promise<Uint8Array>
  /**
   * @param onMended told of each line of the archive from which values were left out that no file
   * can hold.
   * @throws Problem `unreadable` on an archive that is broken or holds anything unexpected,
   * `newer-version`.
   */
  importArchive(
    archive: Uint8Array,
    name?: string,
    onMended?: (where: string) => void,
  ): Promise<WorkspaceStore<Kinds>>
}
