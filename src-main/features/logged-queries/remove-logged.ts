import { z } from 'zod'
import { changeHistory } from '../../app/logged-queries/change-logged'
import type { Session } from '../../app/workspaces/session'
import { LoggedTools } from '../../contract/logged-queries'
import { Dir } from '../../contract/workspace'
import { bundleOf, loggedText } from '../../domain/query/logged-queries'
import { shortQuery } from '../../domain/query/short-query'
import type { HistoryRemoveAnswer } from './shared/answers'

export const HistoryRemoveInput = z.object({
  dir: Dir,
  ids: z.array(z.string()).max(1000).default([]).describe('their ids as listed'),
  bundles: z.array(LoggedTools).max(1000).default([]),
  withQueries: z
    .boolean()
    .default(false)
    .describe('give what was removed, as history.import reads it'),
})
export type HistoryRemoveInput = z.output<typeof HistoryRemoveInput>

/** Removes what is named, as far as it is there. */
export function removeNamed(
  session: Session,
  { ids, bundles: whole, withQueries }: Omit<HistoryRemoveInput, 'dir'>,
): Promise<HistoryRemoveAnswer> {
  const wanted = new Set(ids)
  const wantedBundles = new Set(whole.map((tools) => bundleOf({ tools })))
  return changeHistory(session, (bundles) => {
    const removed = bundles.filter(
      (bundle) =>
        wanted.has(bundle.id) || (wantedBundles.size > 0 && wantedBundles.has(bundleOf(bundle))),
    )
    const there = new Set(removed.map(({ id }) => id))
    const [first, ...others] = removed
    const what =
      first && others.length === 0
        ? `Removed the logged query “${shortQuery(first.query)}”`
        : `Removed ${loggedText(removed.length)}`
    const queries = removed.map(({ query, tools }) => ({ query, tools }))
    return {
      removed,
      what,
      answer: {
        removed: removed.length,
        missing: ids.filter((id) => !there.has(id)),
        ...(withQueries && { queries }),
      },
    }
  })
}
