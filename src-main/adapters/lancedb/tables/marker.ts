import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../../domain/problem'
import { atomicWrite } from '../../files/atomic-write'
import type { AcquiredLock } from '../../files/file-lock'
import { sealed, sealOf } from './sealed-json'

/** By this file a folder is a workspace. It says which layout its records have. */
export const MARKER_FILE = 'workspace.json'

/** Layouts 1 and 2 kept what a workspace is in this file, and a table for each kind of record. */
export const LAYOUT = 3

/** Which folder of its disk a folder is. Renaming keeps it; a copy has another. */
interface FolderMark {
  file: string
  bornNs: string
  /** Whether the disk tells when a folder was made; else `bornNs` is when it last changed. */
  tellsBirth: boolean
}

async function folderMark(dir: string): Promise<FolderMark> {
  const { ino, birthtimeNs, ctimeNs } = await stat(dir, { bigint: true })
  return { file: String(ino), bornNs: String(birthtimeNs), tellsBirth: birthtimeNs !== ctimeNs }
}

/** A marker of any layout, as far as all agree. */
const AnyMarker = z.looseObject({ schemaVersion: z.number().int().min(1) })
export type AnyMarker = z.infer<typeof AnyMarker> & {
  /** Differs where the folder was replaced, also by a copy of itself. */
  stamp: string
}

const Marker = AnyMarker.extend({
  /** The folder it was written in: in another one it is a copy. */
  folder: z.object({ file: z.string(), bornNs: z.string() }),
})
export type Marker = z.infer<typeof Marker> & { stamp: string }

/** @throws Problem `not-found` where there is no workspace, `unreadable` on a damaged marker. */
export async function readMarker(dir: string): Promise<AnyMarker> {
  const { text, stamp } = await readStamped(join(dir, MARKER_FILE)).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Problem(
        'not-found',
        `There is no workspace in ${dir}.`,
        `Choose a folder that holds a ${MARKER_FILE}, or create a workspace.`,
      )
    }
    throw new Problem(
      'unreadable',
      `${join(dir, MARKER_FILE)} cannot be read (${code}).`,
      'Allow reading of the folder and everything in it.',
    )
  })
  const { sum: _, ...stored } = orDamaged(dir, () => AnyMarker.parse(JSON.parse(text)))
  if (sealOf(text) === 'broken') throw changedMarker(dir)
  if (stored.schemaVersion > LAYOUT) throw newerVersion(`The workspace in ${dir}`)
  return { ...stored, stamp }
}

/** A marker of this program's layout. @throws Problem `unreadable`. */
export const currentMarker = (marker: AnyMarker, dir: string): Marker => ({
  ...orDamaged(dir, () => Marker.parse(marker)),
  stamp: marker.stamp,
})

/** Numbers of removed folders are given again, so the time counts as well where there is one. */
export async function isItsFolder({ folder }: Marker, dir: string): Promise<boolean> {
  const now = await folderMark(dir)
  return folder.file === now.file && (!now.tellsBirth || folder.bornNs === now.bornNs)
}

/** What a copy says that was opened as of an earlier commit than its last. */
export const goneBack = (dir: string, revision: number): string =>
  `The folder ${dir} is a copy whose last commit is not whole, so it is as of commit ${revision}. ` +
  'If no program wrote to it while it was copied, it is damaged: copy it again, or put it back from a backup.'

/** Whether a folder is another than the one that its marker of any layout was written in. */
export async function isCopy(marker: AnyMarker, dir: string): Promise<boolean> {
  const { success, data } = Marker.safeParse(marker)
  return success && !(await isItsFolder({ ...data, stamp: marker.stamp }, dir))
}

/**
 * Marks a folder as a workspace of this program's layout.
 * @param lock the workspace's; absent while the folder is being built, where nobody finds it
 * @throws Problem `busy` where the lock was lost.
 */
export async function writeMarker(dir: string, lock?: AcquiredLock): Promise<Marker> {
  const { file, bornNs } = await folderMark(dir)
  const content = { schemaVersion: LAYOUT, folder: { file, bornNs } }
  const path = join(dir, MARKER_FILE)
  await atomicWrite(path, sealed(`${JSON.stringify(content, null, 2)}\n`), {
    confirm: async () => lock?.confirm(),
  })
  const { ctimeNs } = await stat(path, { bigint: true })
  return { ...content, stamp: String(ctimeNs) }
}

async function readStamped(path: string): Promise<{ text: string; stamp: string }> {
  const file = await open(path, 'r')
  try {
    const { ctimeNs } = await file.stat({ bigint: true })
    return { text: await file.readFile('utf8'), stamp: String(ctimeNs) }
  } finally {
    await file.close()
  }
}

const changedMarker = (dir: string): Problem =>
  new Problem(
    'unreadable',
    `${join(dir, MARKER_FILE)} is not as Pegboard wrote it, so the workspace cannot be opened.`,
    'Put the file back from a backup. If you changed it yourself, remove its line "sum".',
  )

export const newerVersion = (what: string): Problem =>
  new Problem(
    'newer-version',
    `${what} was written by a newer version of Pegboard.`,
    'Update Pegboard, or ask for an export from that version. Nothing was changed.',
  )

/** @throws Problem `unreadable` where the marker cannot be parsed. */
export function orDamaged<T>(dir: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new Problem(
      'unreadable',
      `${join(dir, MARKER_FILE)} is damaged, so the workspace cannot be opened.`,
      'Put the folder back from a backup, or create a new workspace and import again. The damaged folder is left as it is.',
    )
  }
}
