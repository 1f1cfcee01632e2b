import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Windows refuses to replace a file that another program just reads; it passes. */
const RENAME_TRIES = 10
const RENAME_PAUSE_MS = 20
const PASSING = new Set(['EPERM', 'EBUSY', 'EACCES'])

export interface AtomicWriteOptions {
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

/** Makes the rename itself last; where folders cannot be synchronised there is nothing to be done. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Whether a file is what a process left that was killed while it replaced the file called `name`, or still does. */
export const isTemporaryOf = (file: string, name: string): boolean =>
  file.startsWith(`.${name}.`) && file.endsWith('.tmp')
