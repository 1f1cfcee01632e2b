import type { Bundle } from '../../domain/query/bundle'
import { LOGGED } from '../../domain/query/logged-queries'
import type { ReplacedOf } from '../../domain/workspace/change'
import type { WorkspaceChange } from '../../ports/workspace-store'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../workspaces/catalog'
import { changeUndoably, type Restored } from '../changes/stored-changes'
import type { Session } from '../workspaces/session'

/** What is to become of the logged queries, and what to answer. */
export interface HistoryPlan<Answer> {
  removed?: readonly Bundle[]
  added?: readonly Bundle[]
  /** What is done, as a sentence without its end. */
  what: string
  answer: Answer
}

type PlanHistory<Answer> = (
  bundles: readonly Bundle[],
  catalog: Catalog,
) => HistoryPlan<Answer> | Promise<HistoryPlan<Answer>>

/**
 * Changes logged queries by a plan, which is worked out against the last commit of any process. It
 * can be taken back as long as the program runs.
 */
export const changeHistory = <Answer extends object>(
  session: Session,
  plan: PlanHistory<Answer>,
  base?: string,
): Promise<Answer & { change?: string }> =>
  changeUndoably(
    session,
    async (catalog) => {
      const planned = await plan(await catalog.history(), catalog)
      const { removed = [], added = [], what, answer } = planned
      const replaced: ReplacedOf<'logged query'>[] = [
        ...removed.map((before) => ({ of: 'logged query' as const, before })),
        ...added.map((after) => ({ of: 'logged query' as const, after })),
      ]
      return { change: changeOf(removed, added), replaced, what, answer }
    },
    base,
  )

const changeOf = (removed: readonly Bundle[], added: readonly Bundle[]): WorkspaceChange => ({
  bundles: { put: added, remove: removed.map(({ id }) => id) },
})

/**
 * Logged queries as taking a change back, or making it again, leaves them, as far as nobody has
 * changed the same since.
 */
export async function restoredLogged(
  catalog: Catalog,
  replaced: readonly ReplacedOf<'logged query'>[],
  way: 'undo' | 'redo',
): Promise<Restored> {
  const bundles = await catalog.history()
  const here = new Map(bundles.map((bundle) => [bundle.id, bundle]))
  const [from, to] =
    way === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const)
  const there = replaced.flatMap((each) => each[from] ?? [])
  const wanted = replaced.flatMap((each) => each[to] ?? [])
  const goes = there.filter((each) => canonical(here.get(each.id)) === canonical(each))
  const going = new Set(goes.map(({ id }) => id))
  const room = LOGGED.mostQueries - (bundles.length - goes.length)
  const isFree = (each: Bundle) => !here.has(each.id) || going.has(each.id)
  const back = wanted.filter(isFree).slice(0, Math.max(0, room))
  const undone = goes.length + back.length
  return { change: changeOf(goes, back), undone, left: replaced.length - undone }
}
