import { Problem } from '../../domain/problem'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Why a file or folder could not be read, with what to do. */
export function readingProblem(error: unknown, path: string): Problem {
  if (error instanceof Problem) return error
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new Problem('not-found', `There is no ${path}.`, 'Check the path for typing errors.')
    case 'EACCES':
    case 'EPERM':
      return new Problem(
        'unreadable',
        `${path} may not be read.`,
        'Allow reading it, or copy it to a folder of yours.',
      )
    case 'EISDIR':
      return new Problem('unreadable', `${path} is a folder, not a file.`, 'Name a file in it.')
    default:
      return new Problem(
        'unreadable',
        `${path} could not be read: ${String((error as Error).message)}`,
        'Try again, or copy it to another disk first.',
      )
  }
}

/** Why a file could not be written, with what to do. */
export function writingProblem(error: unknown, path: string): Problem {
  if (error instanceof Problem) return error
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new Problem(
        'storage',
        `${path} was not written: its folder does not exist.`,
        'Create the folder, or choose another.',
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Problem(
        'storage',
        `${path} may not be written.`,
        'Choose another folder, or allow writing to this one.',
      )
    case 'EISDIR':
    case 'EEXIST':
    case 'ENOTEMPTY':
      return new Problem('storage', `${path} is a folder.`, 'Choose a file name in it.')
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem(
        'storage',
        `${path} was not written: the disk is full.`,
        'Free some space, then try again.',
      )
    case 'EFBIG':
      return new Problem(
        'storage',
        `${path} was not written: files may not be as large as this one.`,
        'Choose another disk, or raise the limit of the file system or of this shell (ulimit -f).',
      )
    case 'EIO':
      return new Problem(
        'storage',
        `${path} was not written: the disk reported a fault.`,
        'Choose another disk, and check this one.',
      )
    default:
      return new Problem(
        'storage',
        `${path} was not written: ${String((error as Error).message)}`,
        'Try again, or choose another folder.',
      )
  }
}
