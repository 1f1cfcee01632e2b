import type { Connection } from '@lancedb/lancedb'
import type { AnyManifest } from './manifest'

/**
 * Brings a workspace from one schema version to the next: changes tables as it must and gives the new manifest, which
 * names their new versions. Runs under the lock; until the manifest is written, nothing has happened: a step starts from
 * the versions that its manifest names, whatever a process that died in mid-migration left beyond them.
 */
export type Migration = (manifest: AnyManifest, database: Connection) => Promise<AnyManifest>

/** `MIGRATIONS[i]` leads from schema version i + 1 to i + 2. */
export const MIGRATIONS: readonly Migration[] = []

export const schemaVersionOf = (migrations: readonly Migration[]): number => migrations.length + 1

/** @throws whatever a migration throws. */
export async function migrate(
  manifest: AnyManifest,
  migrations: readonly Migration[],
  database: Connection,
): Promise<AnyManifest> {
  let current = manifest
  for (const migration of migrations.slice(manifest.schemaVersion - 1)) {
    const next = await migration(current, database)
    current = { ...next, schemaVersion: current.schemaVersion + 1 }
  }
  return current
}
