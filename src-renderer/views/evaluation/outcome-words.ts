import { DEPENDENCY_ERRORS } from '../../../src-main/domain/graph/dependency-errors'
import type { DependencyError } from '../../../src-main/domain/graph/facts'
import type { OutcomeShow } from './useOutcomeChoice'
import { changedShows, isOpened } from './changed-shows'

/** What to say where no query is listed, and what to do then. */
export function emptyWords(
  {
    search,
    show,
    error,
    lost,
  }: {
    search?: string
    show?: OutcomeShow
    error?: DependencyError
    lost?: unknown
  },
  k: number | undefined,
): { title: string; text: string } {
  if (search)
    return { title: 'No query matches', text: 'Search for other words, or show all queries.' }
  if (error)
    return {
      title: `No such query: ${DEPENDENCY_ERRORS[error].title.toLowerCase()}`,
      text: 'Show all queries, or choose the error again to take it away.',
    }
  if (lost)
    return {
      title: 'No query fails so',
      text: 'Choose another reason, or take the choice away to see every failed query.',
    }
  if (show === 'fixed')
    return { title: 'No query is fixed', text: 'Where the baseline fails, this run fails too.' }
  if (show === 'broken')
    return { title: 'No query is broken', text: 'Where this run fails, the baseline fails too.' }
  if (show && isOpened(show))
    return { title: 'There is no such query', text: changedShows[show].none }
  if (show === 'missed')
    return {
      title: 'No query is missed',
      text: 'Every query has some of its golden tools. See those that failed.',
    }
  return k === undefined
    ? { title: 'No query failed', text: 'Every golden tool is among those given.' }
    : {
        title: 'No query failed',
        text: `Every golden tool is within k = ${k}. Try a smaller k.`,
      }
}
