import type { Clock } from '../ports/clock'

/** The time of one query among others. */
export interface QueryTime {
  /** Goes on by the query's own time, and stands while it waits for another one. */
  clock: Clock
  /** Says that it waits for what another query does, until what this gives is called. */
  aside(): () => void
  end(): void
}

/**
 * Clocks of queries that are asked at the same time. Each stretch of time is divided among the
 * queries that are at work in it: they share one processor, and mostly one model that answers one
 * question at a time, so that none counts the wait for the others. All together they count the time
 * that passed. A query that is alone counts all of its own.
 */
export function sharedClock(clock: Clock): { begin(): QueryTime } {
  const atWork = new Set<{ ms: number }>()
  let countedMs = 0
  const count = () => {
    const nowMs = clock.elapsedMs()
    for (const query of atWork) query.ms += (nowMs - countedMs) / atWork.size
    countedMs = nowMs
  }
  return {
    begin() {
      const query = { ms: 0 }
      const join = () => {
        count()
        atWork.add(query)
      }
      const leave = () => {
        count()
        atWork.delete(query)
      }
      join()
      const elapsedMs = () => {
        if (atWork.has(query)) count()
        return query.ms
      }
      let waits = 0
      const aside = () => {
        if (waits++ === 0) leave()
        return () => void (--waits === 0 && join())
      }
      return { clock: { ...clock, elapsedMs }, aside, end: leave }
    },
  }
}
