import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atomicWrite } from '../files/atomic-write'
import type { StoredManifest } from './manifest'

/** The manifests of earlier commits, one a line: what a folder that was copied while it was written goes back to. */
export const HISTORY_FILE = 'commits.jsonl'

/** Hundreds of commits or more, which are far more than are made while a folder is copied. */
const MOST_BYTES = 1 << 20

/** Keeps the manifest of the last commit, before another takes its place. */
export async function remember(dir: string, last: StoredManifest): Promise<void> {
  const path = join(dir, HISTORY_FILE)
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MOST_BYTES) {
    const lines = await linesOf(path)
    await atomicWrite(path, lines.slice(lines.length >> 1).join('\n'))
  }
  // Begun on a new line, so that one cut off by a kill spoils no other.
  await appendFile(path, `\n${JSON.stringify(last)}`)
}

/** The manifests of earlier commits as they were stored, the newest first. */
export async function earlierManifests(dir: string): Promise<unknown[]> {
  const lines = await linesOf(join(dir, HISTORY_FILE))
  return lines.reverse().flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown]
    } catch {
      return []
    }
  })
}

const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean)
