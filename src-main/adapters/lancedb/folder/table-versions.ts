import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import type { Database } from '../tables/database'
import { writeManifest, type Manifest, type ManifestPlace } from './manifest'

/** A workspace's folder, open. */
export interface Opened {
  dir: string
  database: Database
  onStep?: OnWriteStep
}

/** A workspace's folder, open for writing. */
export interface Writable extends Opened, ManifestPlace {}

/** Where a write is; tests end the process or fill the disk there. */
export type WriteStep =
  `${string} ${'cleared' | 'written' | 'compacted' | 'made' | 'placed' | 'put aside'}`
export type OnWriteStep = (step: WriteStep) => void | Promise<void>

/** A table at a version and open for writing: what a dead process wrote beyond it is taken back. */
export async function openAtVersion(
  { dir, database }: Pick<Opened, 'dir' | 'database'>,
  name: string,
  version: number,
): Promise<Table> {
  const table = await database.openTable(name).catch(async () => {
    await dropVersionsBeyond(dir, name, version)
    return database.openTable(name)
  })
  if ((await table.version()) !== version) {
    await table.checkout(version)
    await table.restore()
  }
  return table
}

/**
 * A newest version that cannot even be read keeps LanceDB from opening any other. Beyond the
 * manifest's it was never committed, so its file may go. LanceDB names the file of version v after
 * 2^64 − 1 − v.
 */
async function dropVersionsBeyond(dir: string, name: string, version: number): Promise<void> {
  const folder = join(dir, `${name}.lance`, '_versions')
  for (const file of await readdir(folder)) {
    const inverted = /^(\d{20})\.manifest$/.exec(file)?.[1]
    if (inverted && 2n ** 64n - 1n - BigInt(inverted) > BigInt(version))
      await rm(join(folder, file))
  }
}

/** Removes what a dead process left of a table that no manifest names. */
export async function clearTable({ dir }: Pick<Opened, 'dir'>, name: string): Promise<void> {
  await rm(join(dir, `${name}.lance`), { recursive: true, force: true })
}

/** Whether the tables that commits write are just those of the last commit, at its versions. */
export async function isAsCommitted(
  { database }: Pick<Opened, 'database'>,
  { tables }: Manifest,
  known: readonly string[],
): Promise<boolean> {
  const checks = Object.entries(tables).map(async ([name, { version }]) => {
    const table = await database.openTable(name)
    return (await table.version()) === version
  })
  const isBeyond = async () =>
    (await database.tableNames()).some((name) => known.includes(name) && !tables[name])
  return (await Promise.all(checks).catch(() => [false])).every(Boolean) && !(await isBeyond())
}

/**
 * Takes back what processes that died left beyond the last commit. Needs the lock, like a commit.
 */
export async function rollBack(
  workspace: Writable,
  manifest: Manifest,
  known: readonly string[],
): Promise<void> {
  const next = structuredClone(manifest)
  let moved = false
  for (const [name, state] of Object.entries(next.tables)) {
    const version = await (await openAtVersion(workspace, name, state.version)).version()
    moved ||= version !== state.version
    state.version = version
  }
  for (const name of known) if (!next.tables[name]) await clearTable(workspace, name)
  if (moved) await writeManifest(workspace, next)
}
