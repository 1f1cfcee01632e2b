import { randomBytes } from 'node:crypto'
import { open, rename, rm, mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writingProblem } from './file-problem'

/** Windows refuses to replace a file that another program just reads; it passes. */
const RENAME_TRIES = 10
const RENAME_PAUSE_MS = 20
const PASSING = new Set(['EPERM', 'EBUSY', 'EACCES'])

interface AtomicWriteOptions {
  /** Called right before the file is replaced; what it throws, nothing is replaced with. */
  confirm?: () => Promise<void>
  /** Who may do what with it; left out: as the system sees fit for new files. */
  mode?: number
}

/**
 * Replaces a file so that a crash at any moment leaves the old or the new one whole.
 */
export async function atomicWrite(
  path: string,
  content: string | Uint8Array,
  { confirm, mode }: AtomicWriteOptions = {},
): Promise<void> {
  const suffix = `${process.pid}-${randomBytes(4).toString('hex')}`
  const temporary = join(dirname(path), `.${basename(path)}.${suffix}.tmp`)
  try {
    const file = await open(temporary, 'wx')
    try {
      if (mode !== undefined) await file.chmod(mode)
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await confirm?.()
    await replace(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

async function replace(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const mayPass = process.platform === 'win32' && PASSING.has(code) && attempt < RENAME_TRIES
      if (!mayPass) throw error
      await pause(RENAME_PAUSE_MS)
    }
  }
}

/**
 * Makes the rename itself last; where folders cannot be synchronised there is nothing to be done.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/**
 * Whether a file is what a process left that was killed while it replaced the file called `name`,
 * or still does.
 */
export const isTemporaryOf = (file: string, name: string): boolean =>
  file.startsWith(`.${name}.`) && file.endsWith('.tmp')

/**
 * Writes a file for the user, whole or not at all: where it fails, the file that was there before
 * is as it was. Makes its folder. A link is followed, and what a file of that name was allowed
 * stays allowed. @throws Problem `storage`.
 */
export async function saveFile(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const before = await stat(path).catch(() => undefined)
    if (!before) return await atomicWrite(path, bytes)
    // A device or a pipe takes what is written to it; a file in its place would be another thing.
    if (!before.isFile() && !before.isDirectory()) return await writeFile(path, bytes)
    await atomicWrite(await realpath(path), bytes, { mode: before.mode & 0o777 })
  } catch (error) {
    throw writingProblem(error, path)
  }
}
