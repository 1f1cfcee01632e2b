import { statSync } from 'node:fs'

/**
 * Reads a file again only where it is another one than before. For files that are replaced whole:
 * one that was just replaced has another number than the one before it, whatever the clock of its
 * disk tells apart.
 */
export function whileUnchanged<Read>(path: string, read: () => Promise<Read>): () => Promise<Read> {
  let known: { mark: string; read: Read } | undefined
  return async () => {
    const mark = markOf(path)
    if (known && known.mark === mark) return known.read
    const found = await read()
    known = undefined
    // It may have been replaced while it was read, by the reading itself too.
    if (mark !== undefined && markOf(path) === mark) known = { mark, read: found }
    return found
  }
}

/** The mark where no file is. */
export const NO_FILE = 'none'

/**
 * Which file lies there, and as of when; nothing where that is not told. Asked several times by
 * each request: here it takes a tenth of what it takes to have another thread ask.
 */
export function markOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (!found) return NO_FILE
    const { dev, ino, size, ctimeNs, mtimeNs } = found
    return `${dev} ${ino} ${size} ${ctimeNs} ${mtimeNs}`
  } catch {
    return undefined
  }
}
