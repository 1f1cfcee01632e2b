import type { RouteOutput } from '../../contract/routes'
import { exportGoldenSet } from '../../exporting/golden'
import type { Clock } from '../../ports/clock'
import { containing } from '../containing'
import type { AppContext, Handlers } from '../handlers'
import { goldenImport } from '../importing/golden-import'
import type { Session } from '../session'
import { fileNameOf } from '../workspace-handlers'
import { goldenSetsOf, stepBack } from './changed-sets'
import { checkedQuery, contentOf } from './checked-query'
import {
  createSet,
  deleteSet,
  moveQueries,
  removeQueries,
  renameSet,
  tagQueries,
} from './edited-sets'
import { pageOfGolden } from './golden-page'
import { leaksIn } from './leaks'
import { saveEdit, saveQueries, type Edit } from './save-query'
import { splitSet } from './split-set'

export const goldenHandlers = (context: AppContext): Handlers<'golden'> => {
  const { sessions } = context
  return {
    'golden.import': goldenImport(context),
    ...readingHandlers(context),
    async 'golden.save'({ dir, ...edit }, { signal }) {
      return saved(await sessions.of(dir), edit, { clock: context.clock, signal })
    },
    async 'golden.add'({ dir, ...asked }) {
      const { saved: added, ...rest } = await saveQueries(await sessions.of(dir), asked)
      return { added: added.length, ...rest }
    },
    'golden.remove': async ({ dir, ...asked }) => removeQueries(await sessions.of(dir), asked),
    'golden.tag': async ({ dir, ...asked }) => tagQueries(await sessions.of(dir), asked),
    'golden.move': async ({ dir, ...asked }) => moveQueries(await sessions.of(dir), asked),
    'golden.split': async ({ dir, ...asked }) => splitSet(await sessions.of(dir), asked),
    'golden.create': async ({ dir, set }) => createSet(await sessions.of(dir), set),
    'golden.rename': async ({ dir, ...asked }) => renameSet(await sessions.of(dir), asked),
    'golden.delete': async ({ dir, set }) => deleteSet(await sessions.of(dir), set),
    'golden.undo': async ({ dir, change }) =>
      stepBack(await sessions.of(dir), { change, way: 'undo' }),
    'golden.redo': async ({ dir, change }) =>
      stepBack(await sessions.of(dir), { change, way: 'redo' }),
  }
}

type Reading = Pick<
  Handlers<'golden'>,
  'golden.list' | 'golden.queries' | 'golden.page' | 'golden.check' | 'golden.export'
>

const readingHandlers = ({ sessions, clock, exports }: AppContext): Reading => ({
  async 'golden.list'({ dir }) {
    const { store } = await sessions.of(dir)
    const { goldenSets } = await store.read('goldenSets')
    // Those that can be measured on come first.
    return goldenSets.toSorted((a, b) => Number(b.distinctTools > 0) - Number(a.distinctTools > 0))
  },
  async 'golden.queries'({ dir, set, search, offset, limit }) {
    const session = await sessions.of(dir)
    const catalog = await session.catalog()
    const queries = (await session.goldenQueries(set)).filter(containing(search))
    return {
      total: queries.length,
      queries: queries.slice(offset, offset + limit),
      unknownTools: [
        ...new Set(queries.flatMap(({ tools }) => tools.filter((id) => !catalog.has(id)))),
      ],
    }
  },
  async 'golden.page'({ dir, ...input }, { signal }) {
    return pageOfGolden(await sessions.of(dir), { dir, ...input }, { clock, signal })
  },
  async 'golden.check'({ dir, ...edit }) {
    return checked(await sessions.of(dir), edit, clock)
  },
  async 'golden.export'({ dir, set, format }) {
    const session = await sessions.of(dir)
    const queries = await session.goldenQueries(set)
    const text = exportGoldenSet({ name: set, queries }, format)
    return exports.offer(`${fileNameOf(set)}.${format}`, Buffer.from(text))
  },
})

async function saved(
  session: Session,
  edit: Edit,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<RouteOutput<'golden.save'>> {
  // Looked up before anything is written, so that a stop leaves nothing half said.
  const find = await leaksIn(await session.catalog(), clock)
  signal.throwIfAborted()
  const answer = await saveEdit(session, edit)
  return { ...answer, leaks: [...find(answer.query.text)] }
}

async function checked(
  session: Session,
  { set, query, base }: Edit,
  clock: Clock,
): Promise<RouteOutput<'golden.check'>> {
  const catalog = await session.catalog()
  const sets = await goldenSetsOf(session)
  const find = await leaksIn(catalog, clock)
  const content = contentOf(query)
  const same = (await sets.find(set))?.find(
    (other) => other.id !== query.id && contentOf(other) === content,
  )
  return {
    ...checkedQuery(query, { catalog, base }),
    leaks: query.text.trim() === '' ? [] : [...find(query.text)],
    ...(same && { same }),
  }
}
