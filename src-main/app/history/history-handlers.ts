import type { ParsedInput, RouteOutput } from '../../contract/routes'
import type { Bundle } from '../../domain/bundle'
import { bundleOf } from '../../domain/bundle-of'
import { historyFigures } from '../../domain/logged-queries'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { AppContext, Handlers } from '../handlers'
import type { Session } from '../session'
import { editBundle, editQuery } from './edit-logged'
import { changeHistory, undoChange } from './history-changes'
import { historyImport } from './history-import'
import { pageOfBundles, pageOfQueries } from './history-lists'
import { logRun } from './log-run'
import { contentOf, loggedId, noRoomFor, settleLogged } from './settle-logged'

export const historyHandlers = (context: AppContext): Handlers<'history'> => {
  const { sessions, clock } = context
  return {
    'history.import': historyImport(context),
    'history.add': async ({ dir, query, tools }) =>
      addQuery(await sessions.of(dir), {
        ...{ query, tools, from: 'question' },
        loggedAt: clock.timestamp(),
      }),
    async 'history.list'(input, { signal }) {
      return pageOfQueries(await sessions.of(input.dir), input, yieldToEventLoop(clock, signal))
    },
    'history.bundles': async (input) => pageOfBundles(await sessions.of(input.dir), input),
    'history.edit': async ({ dir, ...input }) => editQuery(await sessions.of(dir), input),
    'history.editBundle': async ({ dir, ...input }) => editBundle(await sessions.of(dir), input),
    'history.remove': async ({ dir, ...input }) =>
      removeQueries(await sessions.of(dir), isNamedBy(input)),
    'history.clear': async ({ dir }) => removeQueries(await sessions.of(dir), () => true),
    'history.undo': async ({ dir, change }) => undoChange(await sessions.of(dir), change),
    'history.addRun': (input) => logRun(context, input),
  }
}

const addQuery = (
  session: Session,
  logged: Omit<Bundle, 'id'>,
): Promise<RouteOutput<'history.add'>> =>
  changeHistory(session, (bundles, catalog) => {
    for (const id of logged.tools) catalog.tool(id)
    const { put, beyond } = settleLogged(bundles, [logged])
    if (beyond > 0) throw noRoomFor(beyond)
    const figures = historyFigures([...bundles, ...put], (id) => catalog.has(id))
    return {
      added: put,
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

function isNamedBy({ ids, bundles }: Omit<ParsedInput<'history.remove'>, 'dir'>) {
  const wanted = new Set(ids)
  const whole = new Set(bundles.map((tools) => bundleOf({ tools })))
  return (bundle: Bundle): boolean =>
    wanted.has(bundle.id) || (whole.size > 0 && whole.has(bundleOf(bundle)))
}

const removeQueries = (session: Session, isWanted: (bundle: Bundle) => boolean) =>
  changeHistory(session, (bundles) => {
    const removed = bundles.filter(isWanted)
    return { removed, answer: { removed: removed.length } }
  })
