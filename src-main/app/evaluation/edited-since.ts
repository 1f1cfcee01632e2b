import { Problem } from '../../domain/problem'
import type { Run } from '../../domain/run/run'
import { canonical } from '../../domain/value/canonical'
import type { Session } from '../workspaces/session'
import { goldenHashOf } from './provenance'
import { sampledBy } from './sampled-by'
import { measuredPart } from './split-catalog'

/**
 * Tells of a run of a golden set whether that was edited since; where its queries are gone, nothing
 * can be told.
 */
export function editedSince(session: Session, goldenSet: string): (run: Run) => Promise<boolean> {
  const known = new Map<unknown, Promise<string | undefined>>()
  const hash = async ({ sample, split }: Run): Promise<string | undefined> => {
    try {
      const part = { catalog: await session.catalog(), goldenSet, split }
      const { measured } = measuredPart(await session.goldenQueries(goldenSet), part)
      const queries = sampledBy(sample, measured.length)(measured)
      return await goldenHashOf(queries, () => Promise.resolve())
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }
  return async (run) => {
    if (!run.provenance) return false
    const key = canonical([run.sample, run.split])
    const found = known.get(key) ?? hash(run)
    known.set(key, found)
    const now = await found
    return now !== undefined && run.provenance.goldenHash !== now
  }
}
