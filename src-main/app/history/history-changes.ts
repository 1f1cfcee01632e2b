import type { HistoryUndoAnswer } from '../../contract/history'
import { randomUUID } from 'node:crypto'
import type { Bundle } from '../../domain/query/bundle'
import { LOGGED } from '../../domain/query/logged-queries'
import { Problem } from '../../domain/problem'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../catalog/catalog'
import type { Session } from '../workspaces/session'

/** What is to become of the logged queries, and what to answer. */
export interface HistoryPlan<Answer> {
  removed?: readonly Bundle[]
  added?: readonly Bundle[]
  answer: Answer
}

type PlanHistory<Answer> = (
  bundles: readonly Bundle[],
  catalog: Catalog,
) => HistoryPlan<Answer> | Promise<HistoryPlan<Answer>>

interface HistoryChange {
  id: string
  removed: readonly Bundle[]
  added: readonly Bundle[]
}

/** Changes that can be undone, the latest of a workspace, and the logged queries that they hold all together. */
const MOST_CHANGES = 20
const MOST_QUERIES = 2 * LOGGED.mostQueries

/** In memory alone: what a person removes is to be gone from the disk. */
const undoable = new WeakMap<Session, HistoryChange[]>()

/**
 * Changes logged queries by a plan, which is worked out against the last commit of any process, and keeps what it changed,
 * so that it can be undone.
 */
export async function changeHistory<Answer extends object>(
  session: Session,
  plan: PlanHistory<Answer>,
  base?: string,
): Promise<Answer & { change?: string }> {
  const { answer, removed, added } = await written(session, plan, base)
  if (removed.length + added.length === 0) return answer
  const change = randomUUID()
  keep(session, { id: change, removed, added })
  return { ...answer, change }
}

const written = <Answer extends object>(
  session: Session,
  plan: PlanHistory<Answer>,
  base?: string,
): Promise<Required<HistoryPlan<Answer>>> =>
  session.change(async (catalog) => {
    const planned = await plan(await catalog.history(), catalog)
    const { removed = [], added = [] } = planned
    return {
      bundles: { put: added, remove: removed.map(({ id }) => id) },
      answer: { ...planned, removed, added },
    }
  }, base)

function keep(session: Session, change: HistoryChange): void {
  let room = MOST_QUERIES
  const kept = [change, ...(undoable.get(session) ?? [])].slice(0, MOST_CHANGES)
  const fitting = kept.findIndex(({ removed, added }) => {
    room -= removed.length + added.length
    return room < 0
  })
  undoable.set(session, fitting < 0 ? kept : kept.slice(0, fitting))
}

/** Takes a change back, as far as nobody has changed the same queries since. @throws Problem `not-found`. */
export async function undoChange(session: Session, id: string): Promise<HistoryUndoAnswer> {
  const change = undoable.get(session)?.find((each) => each.id === id)
  if (!change) {
    throw new Problem(
      'not-found',
      'This change of the logged queries cannot be undone any more.',
      `Only the last ${MOST_CHANGES} are remembered, until Pegboard is closed.`,
    )
  }
  // Not kept to be undone itself: nobody is told its name, and it would take the place of changes that can be.
  const { answer } = await written(session, (bundles) => {
    const here = new Map(bundles.map((bundle) => [bundle.id, bundle]))
    const goes = change.added.filter((each) => canonical(here.get(each.id)) === canonical(each))
    const going = new Set(goes.map((each) => each.id))
    const room = LOGGED.mostQueries - (bundles.length - goes.length)
    const isFree = (each: Bundle) => !here.has(each.id) || going.has(each.id)
    const back = change.removed.filter(isFree).slice(0, Math.max(0, room))
    const asked = change.added.length + change.removed.length
    return {
      removed: goes,
      added: back,
      answer: {
        restored: back.length,
        removed: goes.length,
        left: asked - goes.length - back.length,
      },
    }
  })
  undoable.set(
    session,
    (undoable.get(session) ?? []).filter((each) => each !== change),
  )
  return answer
}
