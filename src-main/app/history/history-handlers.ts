import type { LoggedQuery } from '../../contract/history-routes'
import type { Bundle } from '../../domain/bundle'
import { historyFigures, LOGGED } from '../../domain/logged-queries'
import { Problem } from '../../domain/problem'
import type { Catalog } from '../catalog'
import { containing } from '../containing'
import type { AppContext, Handlers } from '../handlers'
import type { Session } from '../session'
import { historyImport } from './history-import'
import { loggedId, settleLogged } from './settle-logged'

export const historyHandlers = (context: AppContext): Handlers<'history'> => {
  const { sessions } = context
  return {
    'history.import': historyImport(context),
    'history.add': async ({ dir, query, tools }) =>
      addQuery(await sessions.of(dir), { query, tools }),
    async 'history.list'({ dir, tool, search, offset, limit }) {
      const catalog = await (await sessions.of(dir)).catalog()
      const all = await catalog.history()
      const holds = containing(search)
      const found = all.filter(
        ({ id, query, tools }) =>
          (tool === undefined || tools.includes(tool)) && holds({ text: query, id }),
      )
      return {
        total: found.length,
        queries: found.slice(offset, offset + limit).map((bundle) => told(bundle, catalog)),
        figures: historyFigures(all, (id) => catalog.has(id)),
        useless: all.filter(({ tools }) => !tools.some((id) => catalog.has(id))).length,
      }
    },
    'history.remove': async ({ dir, ids }) => {
      const wanted = new Set(ids)
      return removeQueries(await sessions.of(dir), ({ id }) => wanted.has(id))
    },
    'history.clear': async ({ dir }) => removeQueries(await sessions.of(dir), () => true),
  }
}

function told({ id, query, tools }: Bundle, catalog: Catalog): LoggedQuery {
  return {
    id,
    query,
    tools: tools.map((tool) => {
      if (!catalog.has(tool)) return { tool, name: tool, isInCatalog: false }
      const { name, server } = catalog.tool(tool).tool
      return { tool, name, ...(server !== undefined && { server }), isInCatalog: true }
    }),
  }
}

const addQuery = (session: Session, logged: Omit<Bundle, 'id'>) =>
  session.change(async (catalog) => {
    for (const id of logged.tools) catalog.tool(id)
    const { bundles } = await session.store.read('bundles')
    const { put, beyond } = settleLogged(bundles, [logged])
    if (beyond > 0) {
      throw new Problem(
        'bad-input',
        `This workspace keeps ${LOGGED.mostQueries} logged queries already.`,
        'Remove some that are out of date.',
      )
    }
    const figures = historyFigures([...bundles, ...put], (id) => catalog.has(id))
    return {
      bundles: { put },
      answer: { id: put[0]?.id ?? loggedId(logged), isNew: put.length > 0, figures },
    }
  })

const removeQueries = (session: Session, isWanted: (bundle: Bundle) => boolean) =>
  session.change(async () => {
    const { bundles } = await session.store.read('bundles')
    const remove = bundles.filter(isWanted).map(({ id }) => id)
    return { bundles: { remove }, answer: { removed: remove.length } }
  })
