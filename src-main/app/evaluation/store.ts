import type { QueryOutcome, Run } from '../../domain/run'
import type { Session } from '../session'

/** The workspace's runs, newest first. */
export const storedRuns = async ({ store }: Session): Promise<Run[]> =>
  (await store.read('runs')).runs

/** What each query of a stored run gave. @throws Problem `not-found`. */
export const storedOutcomes = ({ store }: Session, run: string): Promise<QueryOutcome[]> =>
  store.members('runs', run)

/** Writes a run with its outcomes to the workspace. @throws Problem as {@link Session.change}. */
export const keepRun = (
  session: Session,
  run: Run,
  outcomes: readonly QueryOutcome[],
): Promise<void> => session.change(() => ({ runs: { put: [{ ...run, outcomes: [...outcomes] }] } }))

/** Removes those of the runs that the workspace holds, and gives how many they were. */
export const removeRuns = (session: Session, runs: readonly string[]): Promise<number> =>
  session.change(async () => {
    const known = new Set((await storedRuns(session)).map(({ id }) => id))
    const remove = [...new Set(runs)].filter((id) => known.has(id))
    return { runs: { remove }, answer: remove.length }
  })
