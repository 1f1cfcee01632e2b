import type { QueryOutcome, Run } from '../../domain/run/run'
import type { Session } from '../workspaces/session'
import { changeRecordsUndoably, removedText } from '../editing/undoable-records'

/** The workspace's runs, newest first. */
export const storedRuns = async ({ store }: Session): Promise<Run[]> =>
  (await store.read('runs')).runs

/** What each query of a stored run gave. @throws Problem `not-found`. */
export const storedOutcomes = ({ store }: Session, run: string): Promise<QueryOutcome[]> =>
  store.members('runs', run)

/**
 * Writes a run with its outcomes to the workspace, and gives the run that it holds then: another
 * program may have kept one of the very same measurement meanwhile.
 * @param once whether that one is taken in its place
 * @throws Problem as {@link Session.change}.
 */
export const keepRun = (
  session: Session,
  { run, outcomes }: { run: Run; outcomes: readonly QueryOutcome[] },
  { once }: { once: boolean },
): Promise<Run> =>
  session.change(async () => {
    const runs = await storedRuns(session)
    const twin = once ? sameMeasurement(runs, run.provenance?.cell) : undefined
    const number = 1 + Math.max(0, ...runs.map((each) => each.number ?? 0))
    const kept = twin ?? { ...run, number }
    return {
      ...(!twin && { runs: { put: [{ ...kept, outcomes: [...outcomes] }] } }),
      answer: kept,
    }
  })

/** The run that measured just this; see `Provenance.cell`. */
const sameMeasurement = (runs: readonly Run[], cell: string | undefined): Run | undefined =>
  cell === undefined ? undefined : runs.find((run) => run.provenance?.cell === cell)

/** Finds runs that the workspace holds, by what they measured; read again only after a commit. */
export function findEarlier(session: Session): (cell: string) => Promise<Run | undefined> {
  let read: { commit: string; runs: Run[] } | undefined
  return async (cell) => {
    const { commit } = await session.store.state()
    if (read?.commit !== commit) read = { commit, runs: await storedRuns(session) }
    return sameMeasurement(read.runs, cell)
  }
}

/** Removes those of the runs that the workspace holds, and gives how many they were. */
export const removeRuns = (
  session: Session,
  runs: readonly string[],
): Promise<{ deleted: number; change?: string }> =>
  changeRecordsUndoably(session, async () => {
    const known = new Set((await storedRuns(session)).map(({ id }) => id))
    const remove = [...new Set(runs)].filter((id) => known.has(id))
    return {
      change: { runs: { remove } },
      what: removedText(remove.length, 'run'),
      answer: { deleted: remove.length },
    }
  })
