import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writingProblem } from './file-problem'
import { ProcessIdentity, thisProcess } from './process-identity'

const PREFIX = 'pegboard-own-'
const OWNER_FILE = 'owner.json'

/** Those of this thread. */
const owned = new Set<string>()

export interface OwnedFolder {
  /** An empty folder. */
  path: string
  remove(): Promise<void>
}

/**
 * A new folder in the system's temporary folder that says which process it is of. It is gone when the process ends; where
 * that is killed, with the next start. @throws Problem `storage`.
 */
export async function ownedFolder(): Promise<OwnedFolder> {
  const parent = tmpdir()
  const made: string[] = []
  try {
    const outer = await mkdtemp(join(parent, PREFIX))
    made.push(outer)
    await writeFile(join(outer, OWNER_FILE), JSON.stringify(thisProcess()))
    const path = join(outer, 'content')
    await mkdir(path)
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

function removeAll(): void {
  for (const folder of owned) rmSync(folder, { recursive: true, force: true })
}

/** Whether a folder of this name, in the system's temporary folder, is one that a process owns. */
export const isOwnedFolder = (name: string): boolean => isMadeAfter(PREFIX, name)

/** Whether `mkdtemp` made this name of that prefix. */
export const isMadeAfter = (prefix: string, name: string): boolean =>
  name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length))

/** The process that made a folder; undefined where it was killed before it said so. */
export async function ownerOf(folder: string): Promise<ProcessIdentity | undefined> {
  try {
    return ProcessIdentity.parse(JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')))
  } catch {
    return undefined
  }
}
