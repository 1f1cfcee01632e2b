import type { Run } from './run'

type Kept = Pick<Run, 'number' | 'startedAt'>

/**
 * Orders runs by when they were kept, the newest first: by their numbers, as a clock may jump. Runs
 * of earlier versions have none; they stand behind the others, by when they were started.
 */
export const byNewest = (one: Kept, other: Kept): number =>
  (other.number ?? 0) - (one.number ?? 0) ||
  (one.startedAt < other.startedAt ? 1 : one.startedAt > other.startedAt ? -1 : 0)
