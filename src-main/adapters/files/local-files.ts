import type { Dirent } from 'node:fs'
import { readdir, stat, appendFile, mkdir } from 'node:fs/promises'
import { basename, join, relative, resolve, sep, dirname } from 'node:path'
import { Problem } from '../../domain/problem'
import { unreadName } from '../../domain/value/no-data-names'
import { MOST_FILE_BYTES } from '../../domain/value/file-size'
import type { LocalFile, LocalFiles } from '../../ports/local-files'
import { readingProblem, writingProblem } from './file-problem'
import { readRegularFile } from './regular-file'
import { ownedFolder } from './owned-folder'

interface FileLimits {
  fileBytes: number
  allBytes: number
  files: number
}

export const FILE_LIMITS: FileLimits = {
  fileBytes: MOST_FILE_BYTES,
  allBytes: 2 * MOST_FILE_BYTES,
  files: 20_000,
}

/** The files of this machine. */
export function localFiles(limits: FileLimits = FILE_LIMITS): LocalFiles {
  return {
    async read(path) {
      const root = resolve(path)
      const found = await findFiles(root, limits)
      const files: LocalFile[] = []
      for (const { file, leftOut } of found) {
        const within = relative(root, file).split(sep).join('/')
        const name = { path: within || basename(file) }
        if (leftOut) files.push({ ...name, bytes: NO_BYTES, ...(leftOut.why && { leftOut }) })
        else files.push({ ...name, bytes: await readRegularFile(file, limits.fileBytes, tooLarge) })
      }
      return files
    },
    has: (path) =>
      stat(resolve(path)).then(
        (found) => found.isFile(),
        () => false,
      ),
    readOne: (path, most) => readRegularFile(resolve(path), most),
    ...temporaryFolders(limits),
  }
}

const NO_BYTES = new Uint8Array()

/** A file that is to be read, or its name alone. */
interface FoundFile {
  file: string
  /** Without words where its name says that it holds no data. */
  leftOut?: { why: string; fix: string }
}

/** The file itself, or the files below a folder in the order of their paths. */
async function findFiles(root: string, limits: FileLimits): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  let bytes = 0
  const add = async (file: string): Promise<void> => {
    if (found.length === limits.files) throw tooMany(root, limits.files)
    const unread = unreadName(file)
    if (unread) {
      found.push({ file, leftOut: unread })
      return
    }
    const { size } = await inspect(file)
    if (size > limits.fileBytes) {
      if (file === root) throw tooLarge(file, limits.fileBytes)
      found.push({ file, leftOut: largeInFolder(limits.fileBytes) })
      return
    }
    bytes += size
    if (bytes > limits.allBytes) throw tooLarge(root, limits.allBytes)
    found.push({ file })
  }
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      throw readingProblem(error, folder)
    })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      const kind = isHidden(entry.name) ? 'other' : await kindOf(entry, path)
      if (kind === 'file') await add(path)
      if (kind === 'folder') await walk(path)
    }
  }
  const info = await inspect(root)
  if (info.isDirectory()) await walk(root)
  else if (info.isFile()) await add(root)
  else {
    throw new Problem(
      'bad-input',
      `${root} is neither a file nor a folder.`,
      'Choose a file, or a folder of files.',
    )
  }
  return found
}

const inspect = (path: string) =>
  stat(path).catch((error: unknown) => {
    throw readingProblem(error, path)
  })

const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

/**
 * A link to a file counts as the file; links to folders are not followed, as they may go round in
 * circles.
 */
async function kindOf(entry: Dirent, path: string): Promise<'file' | 'folder' | 'other'> {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  if (!entry.isSymbolicLink()) return 'other'
  const target = await stat(path).catch(() => undefined)
  return target?.isFile() ? 'file' : 'other'
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / (1 << 20))} MB`

const tooLarge = (path: string, limit: number): Problem =>
  new Problem(
    'bad-input',
    `${path} is larger than ${megabytes(limit)}, which is more than can be read at once.`,
    'Split it into parts and import them one after the other.',
  )

const largeInFolder = (limit: number) => ({
  why: `is larger than ${megabytes(limit)}, which is more than can be read at once`,
  fix: 'Split it into parts and import them one after the other.',
})

const tooMany = (path: string, limit: number): Problem =>
  new Problem(
    'bad-input',
    `${path} holds more than ${limit.toLocaleString('en')} files.`,
    'Choose the folder that holds just the catalog.',
  )

/** What was sent so far. */
interface Received {
  /** By path. */
  files: Map<string, number>
  bytes: number
}

/** Folders for files sent piece by piece, removed when the process ends. */
function temporaryFolders(limits: FileLimits): Pick<LocalFiles, 'temporaryFolder' | 'append'> {
  const folders = new Map<string, Received>()
  return {
    async temporaryFolder() {
      const { path } = await ownedFolder()
      folders.set(path, { files: new Map(), bytes: 0 })
      return path
    },
    async append(folder, path, bytes) {
      const received = folders.get(folder)
      if (!received) {
        throw new Problem(
          'bad-input',
          'Files cannot be added to that folder.',
          'Start the upload again.',
        )
      }
      requireInnerPath(path)
      requireRoom(received, { path, size: bytes.length, limits })
      const target = join(folder, path)
      try {
        await mkdir(dirname(target), { recursive: true })
        await appendFile(target, bytes)
      } catch (error) {
        throw writingProblem(error, target)
      }
    },
  }
}

/**
 * Paths of any system that lead out are refused on every system, as are those that mean something
 * special on Windows.
 */
function requireInnerPath(path: string): void {
  const segments = path.split('/')
  const leadsOut = segments.some((segment) => ['', '.', '..'].includes(segment))
  const isSpecial = ['\\', ':', '\0'].some((character) => path.includes(character))
  if (leadsOut || isSpecial || path.length > 1_000) {
    throw new Problem(
      'bad-input',
      `${JSON.stringify(path.slice(0, 100))} is not a path below the upload folder.`,
      'Rename the file, then hand it in again.',
    )
  }
}

function requireRoom(
  received: Received,
  { path, size, limits }: { path: string; size: number; limits: FileLimits },
): void {
  const file = (received.files.get(path) ?? 0) + size
  const all = received.bytes + size
  received.files.set(path, file)
  received.bytes = all
  if (file > limits.fileBytes || all > limits.allBytes || received.files.size > limits.files) {
    throw new Problem(
      'bad-input',
      `${JSON.stringify(path)} is more than can be read at once.`,
      'Send fewer or smaller files, and import them one after the other.',
    )
  }
}

/**
 * The same files, but of this machine only those that were handed in through them: a path is then
 * no more than the name of something given before. @param own folders of the product itself, which
 * may be read as well
 */
export function handedInFiles(files: LocalFiles, own: readonly string[]): LocalFiles {
  const readable = new Set(own.map((path) => resolve(path)))
  const check = (path: string): void => {
    if (readable.has(resolve(path))) return
    throw new Problem(
      'bad-input',
      'Only files that were chosen in this window can be read.',
      'Choose the files again, or import by path in a terminal: pegboard import PATH',
    )
  }
  return {
    ...files,
    async read(path) {
      check(path)
      return files.read(path)
    },
    async has(path) {
      check(path)
      return files.has(path)
    },
    async readOne(path, most) {
      check(path)
      return files.readOne(path, most)
    },
    async temporaryFolder() {
      const folder = await files.temporaryFolder()
      readable.add(resolve(folder))
      return folder
    },
    async append(folder, path, bytes) {
      await files.append(folder, path, bytes)
      readable.add(resolve(join(folder, path)))
    },
  }
}
