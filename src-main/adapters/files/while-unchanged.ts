import { stat } from 'node:fs/promises'

/**
 * Reads a file again only where it is another one than before. For files that are replaced whole: one that was just replaced has another
 * number than the one before it, whatever the clock of its disk tells apart.
 */
export function whileUnchanged<Read>(path: string, read: () => Promise<Read>): () => Promise<Read> {
  let known: { mark: string; read: Read } | undefined
  return async () => {
    const mark = await markOf(path)
    if (known && known.mark === mark) return known.read
    const found = await read()
    known = undefined
    // It may have been replaced while it was read, by the reading itself too.
    if (mark !== undefined && (await markOf(path)) === mark) known = { mark, read: found }
    return found
  }
}

/** Which file lies there, and as of when; nothing where that is not told. */
async function markOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, ctimeNs, mtimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, ctimeNs, mtimeNs].join(' ')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : undefined
  }
}
