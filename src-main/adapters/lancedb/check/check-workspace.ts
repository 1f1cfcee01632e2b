import {
  isDamagedContent,
  isDamagedPart,
  type CheckedPart,
  type DamageCheck,
} from '../../../domain/workspace/check'
import { Problem } from '../../../domain/problem'
import type { CheckCall } from '../../../ports/workspace-store'
import { damagedDerived } from '../folder/derived-files'
import { newCommit, writeManifest, type Manifest } from '../folder/manifest'
import { wholeCommitBefore } from '../folder/commit-history'
import {
  knownSchema,
  openFolder,
  type FolderOptions,
  type WorkspaceFolder,
} from '../folder/open-folder'
import { withWorkspaceLock } from '../tables/workspace-lock'
import { DOCUMENT_TABLE } from '../vectors/document-tables'
import { soundFiles } from '../tables/sound-files'
import { writeProblem } from '../tables/storage-problem'
import { tablesOf } from '../tables/workspace-tables'
import { hasChecksums, scanRows } from '../vectors/stored-vectors'
import { conflict } from '../workspace-commit'
import { checkedTable, type FoundTable } from './checked-table'

/**
 * Reads all of a workspace and holds it against the hashes of its last commit. Tables without one
 * are given it. @throws Problem as for opening it, and `conflict` where it was changed meanwhile
 * and is to be repaired.
 */
export async function checkWorkspace(
  dir: string,
  call: CheckCall,
  options: FolderOptions,
): Promise<DamageCheck> {
  const folder = await openFolder(dir, options)
  try {
    const manifest = await folder.manifest()
    const tables = await checkTables(folder, manifest, call)
    const others = [...(await checkVectors(folder, call)), ...(await checkDerived(dir))]
    const content = { parts: [...tables.map(withoutSum), ...others] }
    const isDamaged = isDamagedContent(content)
    const before =
      isDamaged && tables.some(isDamagedPart)
        ? await wholeCommitBefore(folder, manifest, knownSchema(options))
        : undefined
    const found = { folder, manifest, tables, before }
    const hashed = await giveHashes(found)
    const repaired = isDamaged && call.repair ? await repair(found, call.repair) : undefined
    return {
      place: dir,
      contents: [content],
      isDamaged,
      hashed,
      ...(before && { wholeBefore: before.revision }),
      ...(repaired && { repaired }),
    }
  } finally {
    await folder.close()
  }
}

const withoutSum = ({ sum: _, ...part }: FoundTable): CheckedPart => part

async function checkTables(
  folder: WorkspaceFolder,
  manifest: Manifest,
  { signal, onParts }: CheckCall,
): Promise<FoundTable[]> {
  const database = folder.databaseOf(manifest)
  const known = tablesOf(folder.kinds).filter(({ name }) => manifest.tables[name])
  const found: FoundTable[] = []
  for (const { name, columns } of known) {
    const { version, rows, sum } = manifest.tables[name] as Manifest['tables'][string]
    onParts(found.length, known.length)
    const checked = await checkedTable(
      { name, rows, sum, columns },
      {
        signal,
        open: () => database.openTable(name, version),
        async lostRows(table) {
          const files = await soundFiles(table, [...columns])
          return rows - files.reduce((all, { numRows }) => all + numRows, 0)
        },
      },
    )
    found.push(checked)
  }
  return found
}

/**
 * Vectors can be made again: where they are damaged they are removed once they are read, and said
 * to be.
 */
async function checkVectors(
  { database }: WorkspaceFolder,
  { signal }: CheckCall,
): Promise<CheckedPart[]> {
  const names = (await database.tableNames()).filter((name) => DOCUMENT_TABLE.test(name))
  const parts: CheckedPart[] = []
  for (const name of names) {
    let rows = 0
    try {
      const table = await database.openTable(name)
      for await (const batch of scanRows(table)) {
        signal.throwIfAborted()
        rows += batch.length
      }
      parts.push({ name, rows, state: (await hasChecksums(table)) ? 'whole' : 'unchecked' })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem) throw error
      const fault = 'a stored vector is not what was written; index the catalog again'
      parts.push({ name, rows, state: 'damaged', fault })
    }
  }
  return parts
}

async function checkDerived(dir: string): Promise<CheckedPart[]> {
  const damaged = await damagedDerived(dir)
  if (damaged === 0) return []
  const fault = 'not used, and made again when it is needed'
  return [{ name: 'derived', rows: damaged, state: 'damaged', fault, isRemade: true }]
}

interface Found {
  folder: WorkspaceFolder
  manifest: Manifest
  tables: readonly FoundTable[]
  /** The last commit before that is whole. */
  before: Manifest | undefined
}

/**
 * Gives tables that have no hash theirs, if nobody writes just now and the folder may be written
 * to.
 */
async function giveHashes({ folder, manifest, tables }: Found): Promise<number> {
  const without = tables.filter(({ state }) => state === 'unchecked')
  if (without.length === 0 || folder.databaseOf(manifest) !== folder.database) return 0
  const isWritten = await writeUnchanged({ folder, manifest }, withSums(manifest, without)).catch(
    () => false,
  )
  return isWritten ? without.length : 0
}

function withSums(manifest: Manifest, tables: readonly FoundTable[]): Manifest {
  const next = structuredClone(manifest)
  for (const { name, sum } of tables) {
    const state = next.tables[name]
    if (state && sum !== undefined) state.sum = sum
  }
  return next
}

/** Writes a manifest unless the one that lies there is another than before. */
const writeUnchanged = (
  { folder, manifest }: Pick<Found, 'folder' | 'manifest'>,
  next: Manifest,
): Promise<boolean> =>
  withWorkspaceLock(folder.dir, async (lock) => {
    if ((await folder.manifest()).stamp !== manifest.stamp) return false
    await writeManifest({ dir: folder.dir, lock }, next)
    return true
  })

async function repair(
  found: Found,
  wanted: NonNullable<CheckCall['repair']>,
): Promise<DamageCheck['repaired']> {
  const { folder, manifest, tables, before } = found
  const damaged = tables.filter(isDamagedPart)
  if (damaged.length === 0) return undefined
  const next = wanted === 'back' ? before : withSums(manifest, damaged)
  const unreadable = damaged.find(({ sum }) => sum === undefined)
  if (!next) throw noWholeCommit(folder.dir)
  if (wanted === 'keep' && unreadable) throw notReadable(folder.dir, unreadable)
  const rows = Object.fromEntries(damaged.map((table) => [table.name, table]))
  const commit = { ...next, commit: newCommit(), revision: manifest.revision + 1 }
  for (const [name, state] of Object.entries(commit.tables)) {
    if (wanted === 'keep' && rows[name]) state.commit = commit.commit
  }
  const written = await writeUnchanged(found, commit).catch((error: unknown) => {
    throw writeProblem(error, folder.dir)
  })
  if (!written) throw conflict()
  return wanted === 'back' ? 'back' : 'kept'
}

const noWholeCommit = (dir: string): Problem =>
  new Problem(
    'not-found',
    `No commit of the workspace in ${dir} before this one is known to be whole, so nothing was changed.`,
    'Put the folder back from a backup, or keep what is there as it is: --repair keep.',
  )

const notReadable = (dir: string, { name, fault = '' }: FoundTable): Problem =>
  new Problem(
    'unreadable',
    `The table “${name}” of the workspace in ${dir} cannot be kept as it is: ${fault}. Nothing was changed.`,
    'Put the folder back from a backup, or go back to a whole commit: --repair back.',
  )
