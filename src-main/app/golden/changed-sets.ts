import type { GoldenQuery } from '../../domain/query/golden-set'
import { GOLDEN } from '../../domain/query/golden-limits'
import { Problem } from '../../domain/problem'
import { absentRecord, RECORD_KINDS } from '../../domain/workspace/record-kinds'
import { keptEdits, type KeptEdits } from '../editing/kept-edits'
import { isSame } from '../editing/written-fields'
import type { Catalog } from '../catalog/catalog'
import type { Session } from '../workspaces/session'
import { differences, type SetDifference } from './set-differences'
import { wentBack } from './undone-sets'

/** A set's queries; undefined where there is no such set. */
type Queries = readonly GoldenQuery[] | undefined

/** The golden sets as a change finds them. */
export interface GoldenSets {
  names: readonly string[]
  find(set: string): Promise<Queries>
  /** @throws Problem `not-found`. */
  get(set: string): Promise<readonly GoldenQuery[]>
}

/** The sets that a change leaves otherwise, by name, and what to answer. */
export interface SetsPlan<Answer> {
  sets: ReadonlyMap<string, Queries>
  answer: Answer
}

/** The golden sets as of the last commit. */
export async function goldenSetsOf(session: Session): Promise<GoldenSets> {
  const { goldenSets } = await session.store.read('goldenSets')
  const names = goldenSets.map(({ name }) => name)
  const find = async (set: string) => (names.includes(set) ? session.goldenQueries(set) : undefined)
  return {
    names,
    find,
    async get(set) {
      const queries = await find(set)
      if (queries) return queries
      throw absentRecord(RECORD_KINDS.goldenSets, set)
    },
  }
}

const keptOf = new WeakMap<Session, KeptEdits<SetDifference>>()

/** The last changes of golden sets in a workspace, to be undone. */
function changesIn(session: Session): KeptEdits<SetDifference> {
  const kept = keptOf.get(session) ?? keptEdits('golden set', ({ queries }) => queries.length)
  keptOf.set(session, kept)
  return kept
}

/**
 * Changes golden sets by a plan, which is worked out against the last commit of any process, in one commit; keeps what it
 * changed, so that it can be undone.
 */
export async function changeSets<Answer extends object>(
  session: Session,
  plan: (sets: GoldenSets, catalog: Catalog) => SetsPlan<Answer> | Promise<SetsPlan<Answer>>,
): Promise<Answer & { change?: string }> {
  const { answer, changed } = await session.change(async (catalog) => {
    const before = await goldenSetsOf(session)
    const planned = await plan(before, catalog)
    const changed = await changedBy(planned.sets, before)
    requireRoom(before, planned.sets)
    return { goldenSets: written(changed, planned.sets), answer: { ...planned, changed } }
  })
  const change = changesIn(session).keep(session.store.dir, changed)
  return { ...answer, ...(change !== undefined && { change }) }
}

/** Takes a change back, or makes it again. @throws Problem `not-found`, `conflict`. */
export async function stepBack(
  session: Session,
  { change, way }: { change: string; way: 'undo' | 'redo' },
): Promise<{ changed: number; set?: string }> {
  const differing = changesIn(session).of(session.store.dir, change)
  return session.change(async () => {
    const now = await goldenSetsOf(session)
    const sets = new Map<string, Queries>()
    for (const one of differing) sets.set(one.set, wentBack(await now.find(one.set), one, way))
    const changed = await changedBy(sets, now)
    const set = [...sets].find(([, queries]) => queries)?.[0]
    const answer = { changed: sizeOf(changed), ...(set !== undefined && { set }) }
    return { goldenSets: written(changed, sets), answer }
  })
}

const sizeOf = (changed: readonly SetDifference[]): number =>
  changed.reduce((sum, { queries }) => sum + queries.length, 0)

async function changedBy(
  planned: ReadonlyMap<string, Queries>,
  before: GoldenSets,
): Promise<SetDifference[]> {
  const changed: SetDifference[] = []
  for (const [set, after] of planned) {
    const was = await before.find(set)
    if (saysTheSame(was, after)) continue
    changed.push(differences(set, was, after))
  }
  return changed
}

/** Query by query: of a set of thousands a change leaves all but a few the very same, and these cost nothing to compare. */
const saysTheSame = (was: Queries, after: Queries): boolean =>
  was === after ||
  (was?.length === after?.length &&
    was?.every((query, at) => query === after?.[at] || isSame(query, after?.[at])) === true)

const written = (changed: readonly SetDifference[], sets: ReadonlyMap<string, Queries>) => ({
  put: changed.flatMap(({ set }) => {
    const queries = sets.get(set)
    return queries ? [{ name: set, queries: [...queries] }] : []
  }),
  remove: changed.flatMap(({ set }) => (sets.get(set) ? [] : [set])),
})

/** Refuses a set too many. */
export function requireRoom({ names }: GoldenSets, planned: ReadonlyMap<string, Queries>): void {
  const after = new Set(names)
  for (const [set, queries] of planned) {
    if (queries) after.add(set)
    else after.delete(set)
  }
  if (after.size <= Math.max(GOLDEN.mostSets, names.length)) return
  throw new Problem(
    'bad-input',
    `A workspace keeps ${GOLDEN.mostSets} golden sets: there would be ${after.size}.`,
    'Delete one that you do not need, or put the queries into one of them.',
  )
}
