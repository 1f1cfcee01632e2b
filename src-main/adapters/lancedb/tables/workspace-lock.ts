import { join } from 'node:path'
import { isLockFile, withFileLock, type AcquiredLock } from '../../files/file-lock'

const LOCK_FILE = 'workspace.lock'

/** Whether a file of a workspace's folder is one that locking makes. */
export const isWorkspaceLockFile = (file: string): boolean => isLockFile(file, LOCK_FILE)

/**
 * Does `work` as the only writer of the workspace among all processes.
 * @throws Problem `busy` when another writes for longer than `patienceMs`.
 */
export const withWorkspaceLock = <T>(
  dir: string,
  work: (lock: AcquiredLock) => Promise<T>,
  patienceMs?: number,
): Promise<T> => withFileLock(join(dir, LOCK_FILE), work, { what: 'this workspace', patienceMs })
