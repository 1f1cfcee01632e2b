import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileLock } from '../../files/file-lock'

/** A folder being built, with its builder's lock beside it. The dot keeps it out of lists. */
const BUILD = /^(\.pegboard-new-[0-9a-f]{16})(\.lock.*)?$/
/**
 * A folder that is being removed: nobody needs it any more, so anyone may go on where its remover
 * died.
 */
const REMOVED = /^\.pegboard-removed-[0-9a-f]{16}$/

const random = (): string => randomBytes(8).toString('hex')

/** Where a folder below `parent` is put aside to be removed. */
export const asideIn = (parent: string): string => join(parent, `.pegboard-removed-${random()}`)

export const isBuildOrRemoved = (name: string): boolean => BUILD.test(name) || REMOVED.test(name)

/**
 * Lets `build` fill a new folder below `parent` that no list shows, and put it in its place.
 * Whatever of it is left when that is done, fails, or is killed, is removed: now, or by {@link
 * removeDeadBuilds}.
 */
export async function buildFolder<T>(
  parent: string,
  build: (built: string) => Promise<T>,
): Promise<T> {
  const built = join(parent, `.pegboard-new-${random()}`)
  return withBuildLock(built, async () => {
    await mkdir(built)
    try {
      return await build(built)
    } finally {
      await removeFolder(built)
    }
  })
}

/**
 * Removes what killed processes left below a folder of what they built or removed; what others
 * still build stays.
 */
export async function removeDeadBuilds(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const builds = new Set(names.flatMap((name) => BUILD.exec(name)?.[1] ?? []))
  for (const name of builds) {
    const built = join(folder, name)
    await withBuildLock(built, () => removeFolder(built), 0).catch(() => undefined)
  }
  for (const name of names) if (REMOVED.test(name)) await removeFolder(join(folder, name))
}

const withBuildLock = <T>(built: string, work: () => Promise<T>, patienceMs?: number): Promise<T> =>
  withFileLock(`${built}.lock`, work, { what: 'a new workspace', patienceMs })

/** What cannot be removed now is so by the next who looks for it. */
export const removeFolder = (dir: string): Promise<void> =>
  rm(dir, { recursive: true, force: true }).catch(() => undefined)
