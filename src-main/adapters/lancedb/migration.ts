import type { AnyManifest } from './manifest'
import type { Writable } from './table-versions'

/** What an archive holds: its head, and the rows of its files by file name. */
export interface ArchiveRows {
  head: Record<string, unknown>
  rows: Record<string, unknown[]>
}

/** The way from one schema version to the next, of workspaces and of the archives made of them. */
export interface Migration {
  /**
   * Changes the tables and gives the new manifest, which names their new versions. Runs under the lock. Until the manifest
   * is written nothing has happened: each step starts from the versions that its manifest names, and ignores what a
   * process that died during a migration wrote after them.
   */
  workspace(manifest: AnyManifest, folder: Writable): Promise<AnyManifest>
  /** Rows are as the file had them: what they hold is checked when they are of the newest version. */
  archive(archive: ArchiveRows): ArchiveRows
}
