import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'
import type { ToolId } from '../../domain/tool/tool'
import type { ChangeRecord, Replaced } from '../../domain/workspace/change'
import type { Catalog } from '../workspaces/catalog'
import type { Layers } from '../workspaces/current-catalog'
import type { PlannedChange, Session } from '../workspaces/session'
import type { WorkspaceChange, WorkspaceState } from '../../ports/workspace-store'

/** What is to be written, what that replaces, and what to answer. */
export interface UndoablePlan<Answer> {
  change: WorkspaceChange
  replaced: readonly Replaced[]
  /** What is done, as a sentence without its end. */
  what: string
  answer: Answer
}

/** What taking a change back writes, and how much of it that is. */
export interface Restored {
  change: WorkspaceChange
  undone: number
  /** Left as they are: changed since. Where one of them must not be left, it is a conflict. */
  left?: number
  /** What is kept of it from then on, where that is not what was kept before. */
  kept?: readonly Replaced[]
  tool?: ToolId
  set?: string
}

/** A change with what it replaced. */
export interface Undoable extends ChangeRecord {
  replaced: readonly Replaced[]
}

interface Planned<Answer> {
  answer: Answer
  kept: Undoable | undefined
}

/** Changes that a workspace keeps: enough for an afternoon. */
const MOST_CHANGES = 100
/**
 * Tools, queries and other records in all of them but the last: a whole large catalog that was
 * removed, or imported.
 */
const MOST_REPLACED = 100_000

/**
 * Changes of logged queries, in memory alone: what a person removes of them is to be gone from the
 * disk.
 */
const inMemory = new WeakMap<Session, readonly Undoable[]>()

/**
 * Writes a change by a plan, which is worked out against the last commit of any process, and keeps
 * what it replaced, so that it can be taken back by the name that the answer holds; without one,
 * nothing was changed.
 */
export async function changeUndoably<Answer extends object>(
  session: Session,
  plan: (catalog: Catalog, layers: Layers) => UndoablePlan<Answer> | Promise<UndoablePlan<Answer>>,
  base?: string,
): Promise<Answer & { change?: string }> {
  const name = randomUUID()
  const write = async (
    catalog: Catalog,
    layers: Layers,
  ): Promise<PlannedChange<Planned<Answer>>> => {
    const { change, replaced, what, answer } = await plan(catalog, layers)
    if (replaced.length === 0) return { ...change, answer: { answer, kept: undefined } }
    const changes = await storedChanges(session)
    const number =
      1 + Math.max(0, ...[...changes, ...remembered(session)].map((each) => each.number))
    const at = session.clock.timestamp()
    const size = sizeOf(replaced)
    const isOfCatalog = replaced.some(isSearched)
    const kept = { name, number, at, what, size, isOfCatalog, isUndone: false, replaced }
    if (isPerishable(replaced)) return { ...change, answer: { answer, kept } }
    return {
      ...change,
      changes: {
        put: [{ ...kept, replaced: [...replaced] }],
        remove: outOfRoom([kept, ...changes]),
      },
      answer: { answer, kept },
    }
  }
  const { answer, kept } = await session.change(write, base)
  if (!kept) return answer
  if (isPerishable(kept.replaced)) remember(session, [kept, ...remembered(session)])
  return { ...answer, change: name }
}

const isPerishable = (replaced: readonly Replaced[]): boolean =>
  replaced.some(({ of }) => of === 'logged query')

const remembered = (session: Session): readonly Undoable[] => inMemory.get(session) ?? []

function remember(session: Session, changes: readonly Undoable[]): void {
  const gone = new Set(outOfRoom(changes))
  inMemory.set(
    session,
    changes.filter(({ name }) => !gone.has(name)),
  )
}

/** Kinds of record that searches read. */
const SEARCHED: ReadonlySet<string> = new Set(['tools', 'layers', 'standardFields'])

const isSearched = (replaced: Replaced): boolean =>
  replaced.of === 'tool' ||
  replaced.of === 'server text' ||
  (replaced.of === 'record' && SEARCHED.has(replaced.kind))

const sizeOf = (replaced: readonly Replaced[]): number =>
  replaced.reduce((sum, each) => sum + rowsIn(each), 0)

function rowsIn(replaced: Replaced): number {
  if (replaced.of === 'golden set') return replaced.queries.length
  const record = replaced.of === 'record' ? (replaced.whole?.record ?? {}) : {}
  return Object.values(record).reduce<number>(
    (sum, field) => sum + (Array.isArray(field) ? field.length : 0),
    1,
  )
}

/**
 * The names of those that there is no room for any more, the newest first. The last one is kept
 * whatever its size.
 */
function outOfRoom(changes: readonly ChangeRecord[]): string[] {
  let size = 0
  return changes
    .filter((each, at) => {
      size += each.size
      return at >= MOST_CHANGES || (at > 0 && size > MOST_REPLACED)
    })
    .map(({ name }) => name)
}

/** All changes that are kept, the newest first. */
export async function allChanges(session: Session): Promise<ChangeRecord[]> {
  const more = remembered(session).map(({ replaced: _, ...change }) => change)
  return [...(await storedChanges(session)), ...more].sort(newestFirst)
}

/**
 * The name of the last change by a state of the workspace; nothing where there is none, or where
 * somebody committed since.
 */
export async function lastChangeAt({
  session,
  state,
}: {
  session: Session
  state: Pick<WorkspaceState, 'commit'>
}): Promise<string | undefined> {
  const read = await session.store.read('changes')
  return read.state.commit === state.commit
    ? read.changes.toSorted(newestFirst)[0]?.name
    : undefined
}

const storedChanges = async ({ store }: Session): Promise<ChangeRecord[]> =>
  (await store.read('changes')).changes.toSorted(newestFirst)

const newestFirst = (a: ChangeRecord, b: ChangeRecord): number => b.number - a.number

/** @throws Problem `not-found` for one that is not kept any more. */
export async function changeNamed(session: Session, name: string): Promise<Undoable> {
  const known = remembered(session).find((each) => each.name === name)
  if (known) return known
  const change = (await allChanges(session)).find((each) => each.name === name)
  if (change) return { ...change, replaced: await session.store.members('changes', name) }
  throw notKept()
}

export const notKept = (): Problem =>
  new Problem(
    'not-found',
    'This change can no longer be undone: it is too old, was decided again, or was of logged queries and the program has restarted since.',
    'Check what it changed, and change that by hand.',
  )

/** What notes, in the commit that does it, that a change is taken back or made again. */
export const flipped = (change: Undoable, isUndone: boolean): WorkspaceChange =>
  isPerishable(change.replaced)
    ? {}
    : { changes: { put: [{ ...change, replaced: [...change.replaced], isUndone }] } }

/** The same of one that is kept in memory, once it is written. */
export function rememberFlipped(session: Session, change: Undoable, isUndone: boolean): void {
  remember(
    session,
    remembered(session).map((each) => (each.name === change.name ? { ...each, isUndone } : each)),
  )
}
