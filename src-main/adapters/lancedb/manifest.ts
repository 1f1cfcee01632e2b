import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { GoldenSetSummary } from '../../domain/run'
import type { WorkspaceInfo } from '../../domain/workspace'
import { atomicWrite } from '../files/atomic-write'
import { TABLES } from './workspace-tables'

export const MANIFEST_FILE = 'workspace.json'

const TableState = z.object({
  /** The LanceDB version that the last commit left. */
  version: z.number().int(),
  rows: z.number().int(),
  /** The version after which the table was last compacted. */
  compacted: z.number().int(),
})
export type TableState = z.infer<typeof TableState>

/** What a workspace is as of its last commit. Replacing this file is what makes a commit. */
export const Manifest = z.object({
  schemaVersion: z.number().int(),
  name: z.string().min(1),
  createdAt: z.string(),
  revision: z.number().int(),
  tables: z.record(z.enum(TABLES), TableState),
  goldenSets: z.array(GoldenSetSummary),
})
export type Manifest = z.infer<typeof Manifest>

/** A manifest of any schema version, as far as all versions agree. */
const AnyManifest = z.looseObject({ schemaVersion: z.number().int().min(1) })
export type AnyManifest = z.infer<typeof AnyManifest>

/** @throws Problem `not-found` where there is no workspace, `unreadable` on a damaged manifest. */
export async function readAnyManifest(dir: string): Promise<AnyManifest> {
  const text = await readFile(join(dir, MANIFEST_FILE), 'utf8').catch((error: unknown) => {
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
  return parseManifest(AnyManifest, text, dir)
}

/** @throws Problem `not-found`, `unreadable`, or `newer-version` for any schema version but the given one. */
export async function readManifest(dir: string, schemaVersion: number): Promise<Manifest> {
  const manifest = await readAnyManifest(dir)
  if (manifest.schemaVersion !== schemaVersion) throw newerVersion(`The workspace in ${dir}`)
  return parseManifest(Manifest, JSON.stringify(manifest), dir)
}

export const newerVersion = (what: string): Problem =>
  new Problem(
    'newer-version',
    `${what} was written by a newer version of Pegboard.`,
    'Update Pegboard, or ask for an export from that version. Nothing was changed.',
  )

export async function writeManifest(dir: string, manifest: AnyManifest): Promise<void> {
  await atomicWrite(join(dir, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
}

export const infoOf = (dir: string, manifest: Manifest): WorkspaceInfo => ({
  dir,
  name: manifest.name,
  createdAt: manifest.createdAt,
  revision: manifest.revision,
  tools: manifest.tables.tools.rows,
  goldenSets: manifest.goldenSets.length,
  bundles: manifest.tables.bundles.rows,
  runs: manifest.tables.runs.rows,
})

function parseManifest<T>(schema: z.ZodType<T>, text: string, dir: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new Problem(
      'unreadable',
      `${join(dir, MANIFEST_FILE)} is damaged, so the workspace cannot be opened.`,
      'Put the folder back from a backup, or create a new workspace and import again. The damaged folder is left as it is.',
    )
  }
}
