import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '../../domain/problem'
import type { LocalFiles } from '../../ports/local-files'
import type { FileLimits } from './file-limits'
import { writingProblem } from './file-problem'
import { ownedFolder } from './owned-folder'

/** What was sent so far: bytes by file path. */
type Received = Map<string, number>

/** Folders for files sent piece by piece, removed when the process ends. */
export function temporaryFolders(
  limits: FileLimits,
): Pick<LocalFiles, 'temporaryFolder' | 'append'> {
  const folders = new Map<string, Received>()
  return {
    async temporaryFolder() {
      const { path } = await ownedFolder()
      folders.set(path, new Map())
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

/** Paths of any system that lead out are refused on every system, as are those that mean something special on Windows. */
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
  const file = (received.get(path) ?? 0) + size
  const all = [...received.values()].reduce((sum, bytes) => sum + bytes, size)
  received.set(path, file)
  if (file > limits.fileBytes || all > limits.allBytes || received.size > limits.files) {
    throw new Problem(
      'bad-input',
      `${JSON.stringify(path)} is more than can be read at once.`,
      'Send fewer or smaller files, and import them one after the other.',
    )
  }
}
