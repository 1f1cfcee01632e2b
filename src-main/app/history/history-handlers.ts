import type { ParsedInput, RouteOutput } from '../../contract/routes'
import type { Bundle } from '../../domain/bundle'
import { bundleOf } from '../../domain/bundle-of'
import { historyFigures } from '../../domain/logged-queries'
import type { AppContext, Handlers } from '../handlers'
import type { Session } from '../session'
import { editBundle, editQuery } from './edit-logged'
import { changeHistory, undoChange } from './history-changes'
import { historyImport } from './history-import'
import { pageOfBundles, pageOfQueries } from './history-lists'
import { logRun } from './log-run'
import { loggedId, noRoomFor, settleLogged } from './settle-logged'

export const historyHandlers = (context: AppContext): Handlers<'history'> => {
  const { sessions, clock } = context
  return {
    'history.import': historyImport(context),
    'history.add': async ({ dir, query, tools }) =>
      addQuery(await sessions.of(dir), {
        ...{ query, tools, from: 'question' },
        loggedAt: clock.timestamp(),
      }),
    'history.list': async (input) => pageOfQueries(await sessions.of(input.dir), input),
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
      answer: { id: put[0]?.id ?? loggedId(logged), isNew: put.length > 0, figures },
    }
  })

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
