import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Problem } from '../../domain/problem'
import { readingProblem } from './file-problem'

/** Bytes that are read at a time. */
const PIECE = 1 << 20

/**
 * Works with an open file and closes it. Whatever else lies there, such as a pipe or a device, is
 * refused and never waited for: to open or read it may take for ever, or do something. @throws
 * Problem `bad-input`, and what reading says.
 */
export async function withRegularFile<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    // Asked of what is open: by its path it may be something else by now.
    const info = await file.stat()
    if (!info.isFile()) throw notRegular(path, info.isDirectory())
    return await work(file)
  } catch (error) {
    throw readingProblem(error, path)
  } finally {
    await file?.close()
  }
}

/**
 * The whole file.
 * @param most bytes
 * @throws Problem where it is longer, and as {@link withRegularFile}.
 */
export const readRegularFile = (
  path: string,
  most: number,
  tooLong: (path: string, most: number) => Problem = longerThan,
): Promise<Uint8Array> =>
  withRegularFile(path, async (file) => {
    const { size } = await file.stat()
    if (size > most) throw tooLong(path, most)
    const pieces: Uint8Array[] = []
    let length = 0
    // Some systems say of files that they make up that they are empty.
    for await (const piece of piecesOf(file, Math.max(size + 1, PIECE))) {
      length += piece.length
      if (length > most) throw tooLong(path, most)
      pieces.push(piece)
    }
    const [first] = pieces
    return pieces.length === 1 && first ? first : Buffer.concat(pieces)
  })

async function* piecesOf(file: FileHandle, first: number): AsyncGenerator<Uint8Array> {
  let size = Math.min(first, 64 << 20)
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, null)
    if (bytesRead === 0) return
    yield bytesRead < size ? Buffer.from(buffer.subarray(0, bytesRead)) : buffer
    size = PIECE
  }
}

const notRegular = (path: string, isFolder: boolean): Problem =>
  isFolder
    ? new Problem('unreadable', `${path} is a folder, not a file.`, 'Name a file in it.')
    : new Problem(
        'bad-input',
        `${path} is a pipe or a device, not a file.`,
        'Save what it gives to a file, and name that.',
      )

const longerThan = (path: string, most: number): Problem =>
  new Problem(
    'bad-input',
    `${path} is longer than ${Math.floor(most / (1 << 20))} MB.`,
    'Choose another file.',
  )
