import { mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { atomicWrite } from './atomic-write'
import { writingProblem } from './file-problem'

/**
 * Writes a file for the user, whole or not at all: where it fails, the file that was there before is as it was. Makes its folder.
 * A link is followed, and what a file of that name was allowed stays allowed. @throws Problem `storage`.
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
