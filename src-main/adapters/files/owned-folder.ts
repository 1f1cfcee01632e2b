import { rmdirSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile, lstat, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writingProblem } from './file-problem'
import { ProcessIdentity, thisProcess, lifeOf } from './process-identity'

const PREFIX = 'pegboard-own-'
const OWNER_FILE = 'owner.json'
/** Names of folders beside this one that libraries made for the same process. */
const CLAIMS_FILE = 'claims.json'
/** As Rust’s libraries begin the names of theirs. */
const LIBRARY_PREFIX = '.tmp'

/** Those of this thread. */
const owned = new Set<string>()
/** Those that libraries made for it. */
const claimed: string[] = []
/** Where they are written down. */
let claimsFile: Promise<string> | undefined

interface OwnedFolder {
  /** An empty folder. */
  path: string
  remove(): Promise<void>
}

/**
 * A new folder in the system's temporary folder that says which process it is of. It is gone when
 * the process ends; where that is killed, with the next start. @throws Problem `storage`.
 */
export async function ownedFolder(): Promise<OwnedFolder> {
  const parent = tmpdir()
  const made: string[] = []
  try {
    const outer = await mkdtemp(join(parent, PREFIX))
    made.push(outer)
    await writeFile(join(outer, OWNER_FILE), JSON.stringify(thisProcess()))
    const path = join(outer, 'content')
    await mkdir(path, { mode: 0o700 })
    if (owned.size === 0) process.once('exit', removeAll)
    owned.add(outer)
    return { path, remove: () => remove(outer) }
  } catch (error) {
    for (const folder of made) await rm(folder, { recursive: true, force: true })
    throw writingProblem(error, parent)
  }
}

async function remove(outer: string): Promise<void> {
  await rm(outer, { recursive: true, force: true })
  owned.delete(outer)
  if (owned.size === 0) process.off('exit', removeAll)
}

/**
 * Lets a library do what leaves one folder in the system’s temporary folder, and has that go with
 * this process: at its end, or where it was killed with the next start. Where another program makes
 * such a folder at the same moment, nobody can tell which is whose, and both stay.
 */
export async function claimingNewFolder<T>(work: () => T | Promise<T>): Promise<T> {
  const before = new Set(await libraryFolders())
  const made = await work()
  const fresh = (await libraryFolders()).filter((name) => !before.has(name))
  const [name, ...others] = fresh
  if (name !== undefined && others.length === 0) await claim(name).catch(() => undefined)
  return made
}

const libraryFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir()).catch(() => [])).filter((name) => isMadeAfter(LIBRARY_PREFIX, name))

async function claim(name: string): Promise<void> {
  const path = join(tmpdir(), name)
  if (!(await isOfThisUser(path)) || (await readdir(path)).length > 0) return
  claimsFile ??= ownedFolder().then((folder) => join(dirname(folder.path), CLAIMS_FILE))
  claimed.push(name)
  await writeFile(await claimsFile, JSON.stringify(claimed))
}

function removeAll(): void {
  for (const name of claimed) {
    try {
      rmdirSync(join(tmpdir(), name))
    } catch {
      // It is gone already, or in use.
    }
  }
  for (const folder of owned) rmSync(folder, { recursive: true, force: true })
}

/** Whether a folder of this name, in the system's temporary folder, is one that a process owns. */
const isOwnedFolder = (name: string): boolean => isMadeAfter(PREFIX, name)

/** Whether `mkdtemp` made this name of that prefix. */
const isMadeAfter = (prefix: string, name: string): boolean =>
  name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length))

/** The process that made a folder; undefined where it was killed before it said so. */
async function ownerOf(folder: string): Promise<ProcessIdentity | undefined> {
  try {
    return ProcessIdentity.parse(JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Where nobody can tell whether the process still runs, what was not touched for so long is taken
 * to be left behind.
 */
const UNTOUCHED_MS = 24 * 60 * 60 * 1000
/** Of each kind, what is looked at in one start: what is left after it, the next ones find. */
const MOST_AT_ONCE = 100

/** Folders of others' making that tell by what they hold, and hold nothing else, whose they are. */
const KNOWN_BY_CONTENT = [
  { prefix: 'pegboard-open-', files: ['open-pegboard.html'] },
  // LanceDB 0.39 leaves one behind with each vector index that it makes:
  // https://github.com/lance-format/lance/issues/8992
  {
    prefix: '.tmp',
    files: ['shuffle_data', 'shuffle_offsets'].flatMap((name) => [
      `${name}.lance`,
      `${name}.spill`,
    ]),
  },
]

const TEMPORARY_DATA =
  /^\.(settings\.json|token-counts\.json|sentence-queries\.bin)\.\d+-[0-9a-f]{8}\.tmp$/

/**
 * Removes what killed programs left in the data folder and in the system's temporary folder. What a
 * living process may still use stays, and so does what cannot be removed.
 */
export async function removeLeftBehind(dataFolder: string, temporary = tmpdir()): Promise<void> {
  await removeWhere(dataFolder, (name) => TEMPORARY_DATA.test(name), isUntouched)
  await removeWhere(temporary, isOwnedFolder, isAbandoned)
  await removeWhere(temporary, (name) => contentOf(name) !== undefined, isOldWithItsContent)
}

const contentOf = (name: string): string[] | undefined =>
  KNOWN_BY_CONTENT.find(({ prefix }) => isMadeAfter(prefix, name))?.files

type IsLeft = (path: string, name: string) => Promise<boolean>

async function removeWhere(
  folder: string,
  isCandidate: (name: string) => boolean,
  isLeft: IsLeft,
): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter(isCandidate)
  // Those that stay must not keep the others from being looked at.
  const from = Math.floor(Math.random() * names.length)
  for (const name of [...names.slice(from), ...names.slice(0, from)].slice(0, MOST_AT_ONCE)) {
    const path = join(folder, name)
    const isGone = (await isOfThisUser(path)) && (await isLeft(path, name).catch(() => false))
    if (isGone) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Others may put anything into a shared temporary folder, links among it. */
async function isOfThisUser(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return false
  return process.getuid === undefined || found.uid === process.getuid()
}

const isAbandoned: IsLeft = async (path) => {
  const owner = await ownerOf(path)
  const life = owner ? lifeOf(owner, thisProcess()) : 'unknown'
  if (life === 'gone') return removeClaims(path)
  return life === 'unknown' && isUntouched(path)
}

/** Whether what libraries made for a process is gone with it. */
async function removeClaims(folder: string): Promise<boolean> {
  let isGone = true
  for (const name of await claimsOf(folder)) {
    const path = join(dirname(folder), name)
    if (!(await isOfThisUser(path))) continue
    await rmdir(path).catch(async () => {
      if (await isUntouched(path)) await rm(path, { recursive: true, force: true })
      else isGone = false
    })
  }
  return isGone
}

async function claimsOf(folder: string): Promise<string[]> {
  try {
    const names = z
      .array(z.string())
      .parse(JSON.parse(await readFile(join(folder, CLAIMS_FILE), 'utf8')))
    return names.filter((name) => isMadeAfter(LIBRARY_PREFIX, name)).slice(0, MOST_AT_ONCE)
  } catch {
    return []
  }
}

const isOldWithItsContent: IsLeft = async (path, name) =>
  (await holdsOnly(path, contentOf(name) ?? [])) && isUntouched(path)

async function holdsOnly(folder: string, files: readonly string[]): Promise<boolean> {
  const held = await readdir(folder)
  return held.length > 0 && held.every((name) => files.includes(name))
}

/** Of a folder, with all that is in it. */
async function isUntouched(path: string): Promise<boolean> {
  const found = await lstat(path)
  if (Date.now() - found.mtimeMs < UNTOUCHED_MS) return false
  if (!found.isDirectory()) return true
  for (const name of await readdir(path)) if (!(await isUntouched(join(path, name)))) return false
  return true
}
