import { z } from 'zod'
import { LoggedText, LoggedTools, type HistoryAddAnswer } from '../../contract/logged-queries'
import { Dir } from '../../contract/workspace'
import type { Bundle } from '../../domain/query/bundle'
import { historyFigures } from '../../domain/query/logged-queries'
import { shortQuery } from '../../domain/query/short-query'
import { action } from '../action'
import { withRuns } from '../evaluation/measured-runs'
import type { Session } from '../workspaces/session'
import { changeHistory } from './change-logged'
import { historyImport, HistoryImportInput } from './import-logged'
import { logRun, HistoryAddRunInput } from './log-run'
import { contentOf, loggedId, noRoomFor, settleLogged } from './settle-logged'

export const loggingActions = {
  /** Those that are there already are merged. */
  'history.import': action({
    summary: 'Add logged queries from CSV, JSON or logs of agents',
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
