import type { Bundle } from '../domain/bundle'
import type { QueryOutcome, Run } from '../domain/run'
import type { Session } from './session'

/** The workspace's runs, newest first. */
export const storedRuns = ({ store }: Session): Promise<Run[]> => store.runs()

/** What each query of a stored run gave. @throws Problem `not-found`. */
export const storedOutcomes = ({ store }: Session, run: string): Promise<QueryOutcome[]> =>
  store.outcomes(run)

/** Past queries with the tools that solved them. */
export const storedBundles = ({ store }: Session): Promise<Bundle[]> => store.bundles()

export async function keepRun(
  session: Pick<Session, 'commit'>,
  run: Run,
  outcomes: readonly QueryOutcome[],
): Promise<void> {
  await session.commit({ runs: { put: [{ run, outcomes: [...outcomes] }] } })
}

/** Removes those of the runs that the workspace holds, and gives how many they were. */
export async function removeRuns(session: Session, runs: readonly string[]): Promise<number> {
  const known = new Set((await storedRuns(session)).map(({ id }) => id))
  const remove = [...new Set(runs)].filter((id) => known.has(id))
  if (remove.length > 0) await session.commit({ runs: { remove } })
  return remove.length
}
