import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { Problem } from '../../domain/problem'
import type { LocalFile, LocalFiles } from '../../ports/local-files'
import { FILE_LIMITS, type FileLimits } from './file-limits'
import { readingProblem } from './file-problem'
import { temporaryFolders } from './temporary-folders'

/** The files of this machine. */
export function localFiles(limits: FileLimits = FILE_LIMITS): LocalFiles {
  return {
    async read(path) {
      const root = resolve(path)
      const found = await findFiles(root, limits)
      const files: LocalFile[] = []
      for (const file of found) {
        const bytes = await readFile(file).catch((error: unknown) => {
          throw readingProblem(error, file)
        })
        const within = relative(root, file).split(sep).join('/')
        files.push({ path: within || basename(file), bytes })
      }
      return files
    },
    ...temporaryFolders(limits),
  }
}

/** The file itself, or the files below a folder in the order of their paths. */
async function findFiles(root: string, limits: FileLimits): Promise<string[]> {
  const found: string[] = []
  let bytes = 0
  const add = async (path: string): Promise<void> => {
    const { size } = await inspect(path)
    bytes += size
    if (size > limits.fileBytes) throw tooLarge(path, limits.fileBytes)
    if (bytes > limits.allBytes) throw tooLarge(root, limits.allBytes)
    if (found.push(path) > limits.files) throw tooMany(root, limits.files)
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

/** A link to a file counts as the file; links to folders are not followed, as they may go round in circles. */
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

const tooMany = (path: string, limit: number): Problem =>
  new Problem(
    'bad-input',
    `${path} holds more than ${limit.toLocaleString('en')} files.`,
    'Choose the folder that holds just the catalog.',
  )
