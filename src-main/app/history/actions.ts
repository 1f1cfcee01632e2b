import {
  LoggedText,
  LoggedTools,
  type HistoryAddAnswer,
  type HistoryListAnswer,
  type HistoryEditAnswer,
  type HistoryEditBundleAnswer,
  type HistoryRemoveAnswer,
} from '../../contract/history'
import type { Bundle } from '../../domain/query/bundle'
import { bundleOf, historyFigures, loggedText } from '../../domain/query/logged-queries'
import { shortQuery } from '../../domain/query/short-query'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { withRuns } from '../evaluation/measured-runs'
import type { Session } from '../workspaces/session'
import { editBundle, editQuery, HistoryEditInput, HistoryEditBundleInput } from './edit-logged'
import { changeHistory } from './history-changes'
import { historyImport, HistoryImportInput } from './history-import'
import {
  pageOfBundles,
  pageOfQueries,
  HistoryListInput,
  HistoryBundlesInput,
} from './history-lists'
import { logRun, HistoryAddRunInput } from './log-run'
import { contentOf, loggedId, noRoomFor, settleLogged } from './settle-logged'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action, inSession } from '../action'

const HistoryRemoveInput = z.object({
  dir: Dir,
  ids: z.array(z.string()).max(1000).default([]).describe('their ids as listed'),
  bundles: z.array(LoggedTools).max(1000).default([]),
  withQueries: z
    .boolean()
    .default(false)
    .describe('give what was removed, as history.import reads it'),
})
type HistoryRemoveInput = z.output<typeof HistoryRemoveInput>

export const historyActions = {
  /** Those that are there already are merged. */
  'history.import': action({
    summary: 'Add logged queries from CSV, JSON or message logs',
    input: HistoryImportInput,
    run: historyImport,
  }),
  /**
   * @throws Problem `not-found` for a tool that is not in the catalog, `bad-input` where no more
   * are kept.
   */
  'history.add': action({
    summary: 'Log one query',
    input: z.object({
      dir: Dir,
      query: LoggedText,
      tools: LoggedTools,
    }),
    run: async ({ sessions, clock }, { dir, query, tools }): Promise<HistoryAddAnswer> =>
      addQuery(await sessions.of(dir), {
        query,
        tools,
        from: 'question',
        loggedAt: clock.timestamp(),
      }),
  }),
  'history.list': action({
    summary: 'A page of logged queries; the search looks at queries and tools',
    input: HistoryListInput,
    async run({ sessions, clock }, input, { signal }): Promise<HistoryListAnswer> {
      return pageOfQueries(await sessions.of(input.dir), input, yieldToEventLoop(clock, signal))
    },
  }),
  'history.bundles': action({
    summary: 'A page of bundles: logged queries by the tools that they took, together',
    input: HistoryBundlesInput,
    run: inSession(pageOfBundles),
  }),
  /**
   * Where another says the same already, that one stays alone. @throws Problem `not-found` where it
   * is not there any more, or a new tool is not in the catalog.
   */
  'history.edit': action({
    summary: 'Change a logged query or its tools',
    input: HistoryEditInput,
    run: async ({ sessions }, { dir, ...input }): Promise<HistoryEditAnswer> =>
      editQuery(await sessions.of(dir), input),
  }),
  /** Throws as `history.edit`. */
  'history.editBundle': action({
    summary: 'Give all logged queries of one bundle other tools',
    input: HistoryEditBundleInput,
    run: async ({ sessions }, { dir, ...input }): Promise<HistoryEditBundleAnswer> =>
      editBundle(await sessions.of(dir), input),
  }),
  'history.remove': action({
    summary:
      'Remove those of the logged queries that are there: some by their ids, and all of some bundles',
    input: HistoryRemoveInput,
    run: async ({ sessions }, { dir, ...input }): Promise<HistoryRemoveAnswer> =>
      removeNamed(await sessions.of(dir), input),
  }),
  'history.clear': action({
    summary: 'Delete all logged queries and bundles',
    input: z.object({ dir: Dir }),
    run: async ({ sessions }, { dir }) =>
      changeHistory(await sessions.of(dir), (removed) => {
        const what = `Removed all ${loggedText(removed.length)}`
        return { removed, what, answer: { removed: removed.length } }
      }),
  }),
  /** They leak: a recipe that learns from them is not to be measured with them. */
  'history.addRun': action({
    summary:
      'Log golden queries of a run with their golden tools: those named, or all that were answered right',
    input: HistoryAddRunInput,
    run: withRuns(logRun),
  }),
}

const addQuery = (session: Session, logged: Omit<Bundle, 'id'>): Promise<HistoryAddAnswer> =>
  changeHistory(session, (bundles, catalog) => {
    for (const id of logged.tools) catalog.tool(id)
    const { put, beyond } = settleLogged(bundles, [logged])
    if (beyond > 0) throw noRoomFor(beyond)
    const figures = historyFigures([...bundles, ...put], (id) => catalog.has(id))
    return {
      added: put,
      what: `Logged the query “${shortQuery(logged.query)}”`,
      answer: { id: idOfLogged(put, bundles, logged), isNew: put.length > 0, figures },
    }
  })

/** What the query is kept under: where it was there before, under what its file called it. */
function idOfLogged(
  put: readonly Bundle[],
  bundles: readonly Bundle[],
  logged: Omit<Bundle, 'id'>,
): string {
  const wanted = contentOf(logged)
  const kept = put[0] ?? bundles.find((bundle) => contentOf(bundle) === wanted)
  return kept?.id ?? loggedId(logged)
}

function removeNamed(
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
