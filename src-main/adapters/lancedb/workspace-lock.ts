import { join } from 'node:path'
import { takeoverOf, withFileLock } from '../files/file-lock'

const LOCK_FILE = 'workspace.lock'

/** The files of a workspace's folder that locking makes. */
export const LOCK_FILES = [LOCK_FILE, takeoverOf(LOCK_FILE)]

/**
 * Does `work` as the only writer of the workspace among all processes.
 * @throws Problem `busy` when another writes for longer than `patienceMs`.
 */
export const withWorkspaceLock = <T>(
  dir: string,
  work: () => Promise<T>,
  patienceMs?: number,
): Promise<T> => withFileLock(join(dir, LOCK_FILE), work, { what: 'this workspace', patienceMs })
