import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '../../../domain/problem'
import { syncFolder } from '../../files/atomic-write'
import { isBuildOrRemoved, removeDeadBuilds } from './build-folder'
import { MARKER_FILE } from '../tables/marker'

/** Device names that Windows gives to no file or folder, whatever follows a dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/

const LONGEST = 60

/**
 * A folder's name that reads like a workspace's and is allowed on every system: letters, digits and
 * hyphens.
 */
export function folderName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const cut = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '')
  if (!cut) return 'workspace'
  return RESERVED.test(cut) ? `${cut}-workspace` : cut
}

/**
 * A workspace's name as it is kept.
 * @throws Problem `bad-input` on an empty or endless one.
 */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (!trimmed || trimmed.length > 200) {
    throw new Problem(
      'bad-input',
      'A workspace needs a name of 1 to 200 characters.',
      'Give it a short name that says which catalog it holds.',
    )
  }
  return trimmed
}

/** What LanceDB opens no folder with. */
const UNUSABLE = /(?![\u0080-\u009f])\p{Cc}/u

/** @throws Problem `bad-input` for a folder in which no workspace can be. */
export function requireUsable(dir: string): void {
  if (!UNUSABLE.test(dir)) return
  const what = `No workspace can be kept in “${dir}”: its path has a control character, such as a line break.`
  throw new Problem('bad-input', what, 'Choose a folder without one, or rename this one.')
}

/** Where a new workspace is to be. */
interface NewPlace {
  /** The folder below which it is built: on the same disk. */
  parent: string
  /** Moves what was built to its place in one step, and says where that is. */
  put(built: string): Promise<string>
}

/** A folder of the library that is named after the workspace. */
export async function placeInLibrary(name: string, library: string): Promise<NewPlace> {
  await mkdir(library, { recursive: true })
  await removeDeadBuilds(library)
  const base = folderName(name)
  return {
    parent: library,
    async put(built) {
      for (let number = 1; ; number++) {
        const dir = join(library, number === 1 ? base : `${base}-${number}`)
        if (!(await isThere(dir)) && (await moved(built, dir))) return dir
      }
    },
  }
}

/**
 * The folder `dir`, which is new or empty.
 * @throws Problem `conflict` when it holds anything, `bad-input` where no workspace can be.
 */
export async function placeAt(dir: string, isOwn: (name: string) => boolean): Promise<NewPlace> {
  requireUsable(dir)
  const parent = dirname(dir)
  await mkdir(parent, { recursive: true })
  await removeDeadBuilds(parent)
  if (await isThere(dir)) {
    await clearHalfPlaced(dir, isOwn)
    const content = await contentOf(dir)
    if (content.length > 0) throw taken(dir, content)
    return { parent: dir, put: (built) => moveInto(dir, built) }
  }
  return {
    parent,
    async put(built) {
      if (await moved(built, dir)) return dir
      throw taken(dir, await contentOf(dir))
    },
  }
}

/** Whether it could be moved: not where another process was faster. */
async function moved(built: string, dir: string): Promise<boolean> {
  try {
    await rename(built, dir)
  } catch (error) {
    if (await isThere(dir)) return false
    throw error
  }
  await syncFolder(dirname(dir))
  return true
}

/**
 * An empty folder of the user's is kept, as it may be a disk of its own. The marker comes last
 * and makes the workspace.
 */
async function moveInto(dir: string, built: string): Promise<string> {
  const names = (await readdir(built)).filter((name) => name !== MARKER_FILE)
  for (const name of [...names, MARKER_FILE]) await rename(join(built, name), join(dir, name))
  await syncFolder(dir)
  return dir
}

/**
 * Takes back what a process put into an empty folder before it was killed: tables without a
 * marker beside their build.
 */
async function clearHalfPlaced(dir: string, isOwn: (name: string) => boolean): Promise<void> {
  const before = await contentOf(dir)
  if (before.includes(MARKER_FILE) || !before.some(isBuildOrRemoved)) return
  await removeDeadBuilds(dir)
  const left = await readdir(dir)
  if (left.some(isBuildOrRemoved) || !left.every(isOwn)) return
  for (const name of left) await rm(join(dir, name), { recursive: true, force: true })
}

/** A file that is there in place of a folder is something as well. */
const contentOf = (dir: string): Promise<string[]> => readdir(dir).catch(() => ['a file'])

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const taken = (dir: string, content: string[]): Problem => {
  const holdsWorkspace = content.includes(MARKER_FILE)
  return new Problem(
    'conflict',
    `${dir} is taken${holdsWorkspace ? ': it holds a workspace' : ''}.`,
    holdsWorkspace
      ? 'Open that workspace, or choose another folder.'
      : 'Choose a new or empty folder.',
  )
}
