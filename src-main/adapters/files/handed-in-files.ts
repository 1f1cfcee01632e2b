import { join, resolve } from 'node:path'
import { Problem } from '../../domain/problem'
import type { LocalFiles } from '../../ports/local-files'

/**
 * The same files, but of this machine only those that were handed in through them: a path is then no more than the name of
 * something given before. @param own folders of the product itself, which may be read as well
 */
export function handedInFiles(files: LocalFiles, own: readonly string[]): LocalFiles {
  const readable = new Set(own.map((path) => resolve(path)))
  return {
    ...files,
    async read(path) {
      if (!readable.has(resolve(path))) {
        throw new Problem(
          'bad-input',
          'Only files that were chosen in this window can be read.',
          'Choose the files again, or import by path in a terminal: pegboard import PATH',
        )
      }
      return files.read(path)
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
