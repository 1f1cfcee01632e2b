import { statSync } from 'node:fs'

/** A change that the clock of a disk does not tell from one just before it is within so long. */
const TICK_MS = 50n
const NS_PER_MS = 1_000_000n

/**
 * Reads what lies at some paths again only where one of them is another than before. A file that
 * was replaced whole has another number than the one before it; of a folder only its time tells
 * that an entry came or went, so what changed just now is read again the next time.
 */
export function whileSettled<Read>(
  paths: readonly string[],
  read: () => Promise<Read>,
): () => Promise<Read> {
  let known: { mark: string; read: Read } | undefined
  return async () => {
    const { mark } = markOf(paths)
    if (known && known.mark === mark) return known.read
    const found = await read()
    known = undefined
    // It may have been replaced while it was read, by the reading itself too.
    const after = markOf(paths)
    const isSettled = after.folderChangedNs < BigInt(Date.now()) * NS_PER_MS - TICK_MS * NS_PER_MS
    if (mark !== undefined && after.mark === mark && isSettled) known = { mark, read: found }
    return found
  }
}

/**
 * What lies there, and as of when; no mark where that is not told. Asked several times by each
 * request: here it takes a tenth of what it takes to have another thread ask.
 */
function markOf(paths: readonly string[]): { mark?: string; folderChangedNs: bigint } {
  let folderChangedNs = 0n
  const marks: string[] = []
  try {
    for (const path of paths) {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false })
      if (found?.isDirectory() && found.mtimeNs > folderChangedNs) folderChangedNs = found.mtimeNs
      marks.push(
        found
          ? `${found.dev} ${found.ino} ${found.size} ${found.ctimeNs} ${found.mtimeNs}`
          : 'none',
      )
    }
    return { mark: marks.join(' '), folderChangedNs }
  } catch {
    return { folderChangedNs }
  }
}

/** Reads a file that is replaced whole again only where it is another one than before. */
export const whileUnchanged = <Read>(path: string, read: () => Promise<Read>) =>
  whileSettled([path], read)
