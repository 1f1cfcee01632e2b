import { absentSet, type GoldenQuery } from '../../domain/query/golden-set'
import { GOLDEN } from '../../domain/query/golden-limits'
import { Problem } from '../../domain/problem'
import { changeUndoably, type Restored } from '../changes/stored-changes'
import { usesAfter } from './set-uses'
import { differences, restoredSet, type SetDifference } from './restored-sets'
import { isSame } from '../editing/written-fields'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'

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
  /** Test sets that are made. */
  tests?: readonly string[]
  /** Sets by the name that they had. */
  renamed?: ReadonlyMap<string, string>
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
      throw absentSet(set)
    },
  }
}

/**
 * Changes golden sets by a plan, which is worked out against the last commit of any process, in one
 * commit that can be taken back.
 */
export const changeSets = <Answer extends object>(
  session: Session,
  plan: (sets: GoldenSets, catalog: Catalog) => SetsPlan<Answer> | Promise<SetsPlan<Answer>>,
): Promise<Answer & { change?: string }> =>
  changeUndoably(session, async (catalog) => {
    const before = await goldenSetsOf(session)
    const {
      sets,
      answer,
      tests = [],
      renamed = new Map<string, string>(),
    } = await plan(before, catalog)
    const replaced = await changedBy(sets, before)
    requireRoom(before, sets)
    const names = replaced.map(({ set }) => `“${set}”`).join(', ')
    const what = `Changed the golden ${replaced.length === 1 ? 'set' : 'sets'} ${names}`
    const change = {
      goldenSets: written(replaced, sets),
      ...(await usesAfter(session, { tests, renamed })),
    }
    return { change, replaced, what, answer }
  })

/**
 * The sets as taking a change back, or making it again, leaves them.
 * @throws Problem `conflict`.
 */
export async function restoredSets(
  session: Session,
  replaced: readonly SetDifference[],
  way: 'undo' | 'redo',
): Promise<Restored> {
  const now = await goldenSetsOf(session)
  const sets = new Map<string, Queries>()
  for (const one of replaced) sets.set(one.set, restoredSet(await now.find(one.set), one, way))
  const changed = await changedBy(sets, now)
  const set = [...sets].find(([, queries]) => queries)?.[0]
  return {
    change: { goldenSets: written(changed, sets) },
    undone: changed.reduce((sum, { queries }) => sum + Math.max(1, queries.length), 0),
    ...(set !== undefined && { set }),
  }
}

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

/**
 * Query by query: of a set of thousands a change leaves all but a few the very same, and these cost
 * nothing to compare.
 */
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
