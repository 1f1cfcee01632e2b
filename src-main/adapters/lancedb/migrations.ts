import type { AnyManifest } from './manifest'
import type { ArchiveRows, Migration } from './migration'
import { layersApart } from './migration-to-2'
import type { Writable } from './table-versions'

/** `MIGRATIONS[i]` leads from schema version i + 1 to i + 2. A kind of record that is new needs none. */
export const MIGRATIONS: readonly Migration[] = [layersApart]

export const schemaVersionOf = (migrations: readonly Migration[]): number => migrations.length + 1

/** @throws whatever a migration throws. */
export async function migrate(
  manifest: AnyManifest,
  migrations: readonly Migration[],
  folder: Writable,
): Promise<AnyManifest> {
  let current = manifest
  for (const migration of migrations.slice(manifest.schemaVersion - 1)) {
    const next = await migration.workspace(current, folder)
    current = { ...next, schemaVersion: current.schemaVersion + 1 }
  }
  return current
}

export const migrateArchive = (
  archive: ArchiveRows,
  schemaVersion: number,
  migrations: readonly Migration[],
): ArchiveRows =>
  migrations
    .slice(schemaVersion - 1)
    .reduce((current, migration) => migration.archive(current), archive)
