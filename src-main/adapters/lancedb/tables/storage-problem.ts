import { Problem } from '../../../domain/problem'

/**
 * A part of a workspace that cannot be read: LanceDB's error with the part's name and how it is
 * filled again.
 */
export class DamagedPart extends Error {
  constructor(
    readonly part: { name: string; remake: string },
    cause: unknown,
  ) {
    super(`The part ${part.name} cannot be read.`, { cause })
  }

  /** The revision of a commit before it that is whole, where that is known. */
  wholeBefore?: number
}

/** Rows that can be read and are not those that were written. */
export class ChangedRows extends Error {
  constructor() {
    super('What it holds is not what was written: its hash differs.')
  }
}

/** The operating systems' ways to say it, as Node reports them and as LanceDB prints them. */
const FULL =
  /\b(ENOSPC|EDQUOT|EFBIG)\b|no space left|not enough space|disk quota exceeded|file too large/i
const FORBIDDEN =
  /\b(EACCES|EPERM|EROFS)\b|permission denied|read-only file system|access is denied/i

/**
 * Whether there is no room: on the disk, or by a limit that the system sets for this user or
 * process.
 */
export const isFull = (error: unknown): boolean => FULL.test(reasonOf(error))

/** Whether the disk or the folder's permissions are at fault rather than what is stored. */
export const isRefusal = (error: unknown): boolean =>
  isFull(error) || FORBIDDEN.test(reasonOf(error))

/**
 * An error of a write as a problem with its fix; nothing written counts until a commit is through.
 */
export function writeProblem(error: unknown, dir: string): unknown {
  if (error instanceof Problem) return error
  const reason = reasonOf(error)
  if (FULL.test(reason)) {
    return new Problem(
      'storage',
      `The disk that holds ${dir} is full; the change was not saved, and nothing else was lost.`,
      'Free some space, then try again.',
    )
  }
  if (FORBIDDEN.test(reason)) {
    return new Problem(
      'storage',
      `The workspace in ${dir} cannot be written to; the change was not saved.`,
      'Allow writing to the folder, or duplicate the workspace and work in the copy.',
    )
  }
  if (error instanceof DamagedPart) return readProblem(error, dir)
  return new Problem(
    'storage',
    `Writing to the workspace in ${dir} failed; the change was not saved. ${firstLine(reason)}`,
    'Try again; if it fails again, duplicate the workspace and work in the copy.',
  )
}

/** An error of a read as a problem with its fix. */
export function readProblem(error: unknown, dir: string): unknown {
  if (error instanceof Problem) return error
  const part = error instanceof DamagedPart ? error.part : undefined
  const reason = reasonOf(error)
  if (FORBIDDEN.test(reason)) {
    return new Problem(
      'unreadable',
      `The workspace in ${dir} may not be read.`,
      'Allow reading of the folder and everything in it.',
    )
  }
  const what = part ? `The part "${part.name}"` : 'Something'
  if (error instanceof DamagedPart && error.cause instanceof ChangedRows) {
    const { wholeBefore } = error
    return new Problem(
      'unreadable',
      `${what} of the workspace in ${dir} is damaged: what it holds is not what was written, as a disk does that loses bits. Nothing of it is used.`,
      wholeBefore === undefined
        ? `Put the folder back from a backup. Or keep what is there as it is, a changed text among it: pegboard check --workspace ${dir} --repair keep`
        : `Its commit ${wholeBefore} before is whole; to go back to it, and lose what came after: pegboard check --workspace ${dir} --repair back. Or put the folder back from a backup.`,
    )
  }
  return new Problem(
    'unreadable',
    `${what} of the workspace in ${dir} is damaged. ${firstLine(reason)}`,
    `Put the folder back from a backup, or copy it again if a program wrote to it while it was copied, or create a new workspace and ${part?.remake ?? 'import'} again. The damaged folder is left as it is.`,
  )
}

const reasonOf = (error: unknown): string =>
  String(error instanceof DamagedPart ? error.cause : error)

/**
 * Where in LanceDB’s own source an error arose: a path of the machine that built it, which tells
 * nobody anything here.
 */
const SOURCE_PLACES = [/,?\s*location: Location \{[^}]*\}/g, /,?\s*\S*\.rs:\d+(:\d+)?/g]

/** What an error says, without what is only of use to LanceDB’s own authors. */
export function firstLine(reason: string): string {
  const line = (reason.split('\n')[0] ?? '').slice(0, 2_000)
  // Damaged files bring LanceDB down at all places of its source: where says nothing.
  if (/panic/i.test(line)) return 'LanceDB gave up reading it.'
  return SOURCE_PLACES.reduce((text, place) => text.replace(place, ''), line).slice(0, 200)
}
