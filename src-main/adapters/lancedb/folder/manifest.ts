import { stat, open } from 'node:fs/promises'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { ModelChoice } from '../../../domain/model/model'
import { Move } from '../../../domain/workspace/move'
import { Problem } from '../../../domain/problem'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { WorksWith } from '../../../domain/recipe/choice'
import type { StoredWorkspace } from '../../../domain/workspace/workspace'
import type { WorkspaceState } from '../../../ports/workspace-store'
import { atomicWrite } from '../../files/atomic-write'
import type { HeldLock } from '../../files/file-lock'
import { sealed, sealOf } from '../tables/sealed-json'
import { tablesOf } from '../tables/workspace-tables'

/** Which folder of its disk a folder is. Renaming keeps it; a copy has another. */
interface FolderMark {
  file: string
  bornNs: string
  /** Whether the disk tells when a folder was made; else `bornNs` is when it last changed. */
  tellsBirth: boolean
}

export async function folderMark(dir: string): Promise<FolderMark> {
  const { ino, birthtimeNs, ctimeNs } = await stat(dir, { bigint: true })
  return { file: String(ino), bornNs: String(birthtimeNs), tellsBirth: birthtimeNs !== ctimeNs }
}

/** Numbers of removed folders are given again, so the time counts as well where there is one. */
export const isSameFolder = (
  before: Pick<FolderMark, 'file' | 'bornNs'>,
  now: FolderMark,
): boolean => before.file === now.file && (!now.tellsBirth || before.bornNs === now.bornNs)

export const MANIFEST_FILE = 'workspace.json'

const TableState = z.object({
  /** The LanceDB version that the last commit left. */
  version: z.number().int(),
  rows: z.number().int(),
  /** The version after which the table was last compacted. */
  compacted: z.number().int(),
  /** The commit that last wrote to the table, where the program that made it said so. */
  commit: z.string().optional(),
  /** See {@link RowSum}. Absent where an older program wrote the table last. */
  sum: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
type TableState = z.infer<typeof TableState>

/** What a workspace is as of its last commit. Replacing this file is what makes a commit. */
const StoredManifest = z.object({
  schemaVersion: z.number().int(),
  id: z.string().min(1),
  name: z.string().min(1),
  createdAt: z.string(),
  revision: z.number().int(),
  /** See {@link WorkspaceState}. */
  commit: z.string().min(1),
  /** By name. A table that nothing was ever written to is not there. */
  tables: z.record(z.string(), TableState),
  /**
   * What is listed of kinds without a table of their own, by kind, in the order records first came.
   */
  summaries: z.record(z.string(), z.array(z.unknown())),
  /**
   * The folder it was written in: in another one it is a copy. Absent in manifests of Pegboard 0.1.
   */
  folder: z.object({ file: z.string(), bornNs: z.string() }).optional(),
  /**
   * The workspace's own; absent where nothing was chosen. What is no choice is none: nothing else
   * depends on it.
   */
  models: ModelChoice.optional().catch(undefined),
  /** As {@link StoredWorkspace}. Older programs leave it out of what they write. */
  move: Move.optional().catch(undefined),
  /** The same. */
  worksWith: WorksWith.optional().catch(undefined),
  /** The same. */
  isDemo: z.literal(true).optional().catch(undefined),
})
export type StoredManifest = z.infer<typeof StoredManifest>

/** A manifest as it lies in its folder. */
export type Manifest = StoredManifest & {
  /** See {@link WorkspaceState}. */
  stamp: string
}

/** A manifest of any schema version, as far as all versions agree. */
const AnyManifest = z.looseObject({ schemaVersion: z.number().int().min(1) })
export type AnyManifest = z.infer<typeof AnyManifest>

export interface StampedManifest extends AnyManifest {
  stamp: string
}

/** What this program knows to read. */
export interface KnownSchema {
  schemaVersion: number
  kinds: AnyRecordKinds
}

export const newManifest = (
  head: Pick<Manifest, 'schemaVersion' | 'name' | 'createdAt'>,
): StoredManifest => ({
  ...head,
  id: newWorkspaceId(),
  revision: 0,
  commit: newCommit(),
  tables: {},
  summaries: {},
})

export const newWorkspaceId = (): string => randomUUID()

export const newCommit = (): string => randomBytes(8).toString('hex')

/** @throws Problem `not-found` where there is no workspace, `unreadable` on a damaged manifest. */
export async function readAnyManifest(dir: string): Promise<StampedManifest> {
  const { text, stamp } = await readStamped(join(dir, MANIFEST_FILE)).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Problem(
        'not-found',
        `There is no workspace in ${dir}.`,
        'Choose a folder that holds a workspace.json, or create a workspace.',
      )
    }
    throw new Problem(
      'unreadable',
      `${join(dir, MANIFEST_FILE)} cannot be read (${code}).`,
      'Allow reading of the folder and everything in it.',
    )
  })
  const { sum: _, ...stored } = orDamaged(dir, () => AnyManifest.parse(JSON.parse(text)))
  if (sealOf(text) === 'broken') throw changedManifest(dir)
  return { ...stored, stamp }
}

const changedManifest = (dir: string): Problem =>
  new Problem(
    'unreadable',
    `${join(dir, MANIFEST_FILE)} is not as Pegboard wrote it, so the workspace cannot be opened.`,
    'Put the file back from a backup. If you changed it yourself, remove its line "sum".',
  )

async function readStamped(path: string): Promise<{ text: string; stamp: string }> {
  const file = await open(path, 'r')
  try {
    const { ctimeNs } = await file.stat({ bigint: true })
    return { text: await file.readFile('utf8'), stamp: String(ctimeNs) }
  } finally {
    await file.close()
  }
}

/**
 * A manifest of this program's schema version.
 * @throws Problem `unreadable`, or `newer-version` for another schema version and for tables that
 * this program does not know: a newer one keeps a kind of record there.
 */
export function parseManifest(
  stored: StampedManifest,
  dir: string,
  { schemaVersion, kinds }: KnownSchema,
): Manifest {
  if (stored.schemaVersion !== schemaVersion) throw newerVersion(`The workspace in ${dir}`)
  const manifest = orDamaged(dir, () => StoredManifest.parse(stored))
  const known = new Set(tablesOf(kinds).map(({ name }) => name))
  const unknown = [
    ...Object.keys(manifest.tables).filter((name) => !known.has(name)),
    ...Object.keys(manifest.summaries).filter((name) => !kinds[name]),
  ]
  if (unknown.length > 0) throw newerVersion(`The workspace in ${dir}`)
  const summaries = orDamaged(dir, () => parseSummaries(manifest, kinds))
  return { ...manifest, summaries, stamp: stored.stamp }
}

function parseSummaries(
  { summaries }: StoredManifest,
  kinds: AnyRecordKinds,
): Manifest['summaries'] {
  const parsed = Object.entries(summaries).map(([name, listed]) => {
    const place = kinds[name]?.listed
    return [name, place && 'of' in place ? z.array(place.schema).parse(listed) : listed] as const
  })
  return Object.fromEntries(parsed)
}

export const newerVersion = (what: string): Problem =>
  new Problem(
    'newer-version',
    `${what} was written by a newer version of Pegboard.`,
    'Update Pegboard, or ask for an export from that version. Nothing was changed.',
  )

/** A folder whose manifest is written. */
export interface ManifestPlace {
  dir: string
  /**
   * The workspace's lock; absent while the folder is being built, where no other program finds it.
   */
  lock?: HeldLock
}

/**
 * Writes the manifest, and gives it as it then lies there.
 * @throws Problem `busy` where the lock was lost.
 */
export async function writeManifest<Written extends AnyManifest>(
  { dir, lock }: ManifestPlace,
  manifest: Written,
): Promise<Written & StampedManifest> {
  const { file, bornNs } = await folderMark(dir)
  const { stamp: _, ...content } = { ...manifest, folder: { file, bornNs } }
  const path = join(dir, MANIFEST_FILE)
  await atomicWrite(path, sealed(`${JSON.stringify(content, null, 2)}\n`), {
    confirm: async () => lock?.confirm(),
  })
  const { ctimeNs } = await stat(path, { bigint: true })
  return { ...manifest, folder: content.folder, stamp: String(ctimeNs) }
}

export function stateOf(manifest: Manifest): WorkspaceState {
  const { id, revision, commit, stamp, folder, tables } = manifest
  const commitOf = (name: string) => (tables[name] ? (tables[name].commit ?? commit) : '')
  const catalog = [
    ...['tools', 'layers'].map(commitOf),
    ...['standard_fields', 'servers'].flatMap((name) => (tables[name] ? [commitOf(name)] : [])),
  ].join('.')
  const place = folder ? [folder.file, folder.bornNs] : [stamp]
  const sources = [catalog, ...['bundles', 'field_weights'].map(commitOf), ...place].join(' ')
  return { id, revision, commit, stamp, catalog, sources }
}

export const infoOf = (dir: string, manifest: Manifest): StoredWorkspace => ({
  dir,
  name: manifest.name,
  createdAt: manifest.createdAt,
  revision: manifest.revision,
  commit: manifest.commit,
  tools: manifest.tables['tools']?.rows ?? 0,
  goldenSets: manifest.summaries['goldenSets']?.length ?? 0,
  bundles: manifest.tables['bundles']?.rows ?? 0,
  runs: manifest.tables['runs']?.rows ?? 0,
  ...(manifest.models && { models: manifest.models }),
  ...(manifest.move && { move: manifest.move }),
  ...(manifest.worksWith && { worksWith: manifest.worksWith }),
  ...(manifest.isDemo && { isDemo: manifest.isDemo }),
})

/** @throws Problem `unreadable` where the manifest cannot be parsed. */
export function orDamaged<T>(dir: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new Problem(
      'unreadable',
      `${join(dir, MANIFEST_FILE)} is damaged, so the workspace cannot be opened.`,
      'Put the folder back from a backup, or create a new workspace and import again. The damaged folder is left as it is.',
    )
  }
}
