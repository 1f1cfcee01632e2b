import type {
  GoldenRemoveAnswer,
  GoldenTagAnswer,
  GoldenGiveTiersAnswer,
  GoldenMoveAnswer,
  GoldenCreateAnswer,
  GoldenRenameAnswer,
  GoldenDeleteAnswer,
} from '../../contract/golden'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { GOLDEN } from '../../domain/query/golden-limits'
import { Problem } from '../../domain/problem'
import { tierFaults, TIERS, tierTag, type Tier } from '../../domain/query/tier'
import type { Session } from '../workspaces/session'
import { changeSets, type GoldenSets } from './changed-sets'
import { contentOf } from './checked-query'
import { requireRoomIn } from './save-query'

/** Some queries of a set. */
interface Chosen {
  set: string
  ids: readonly string[]
}

/** Removes queries of a set. @throws Problem `not-found` for the set. */
export const removeQueries = (
  session: Session,
  { set, ids }: Chosen,
): Promise<GoldenRemoveAnswer> =>
  changeSets(session, async (sets) => {
    const before = await sets.get(set)
    const gone = new Set(ids)
    const after = before.filter(({ id }) => !gone.has(id))
    return { sets: new Map([[set, after]]), answer: { removed: before.length - after.length } }
  })

/**
 * Gives queries of a set tags, and takes others away.
 * @throws Problem `bad-input` beyond their bounds.
 */
export const tagQueries = (
  session: Session,
  { set, ids, add, remove }: Chosen & { add: readonly string[]; remove: readonly string[] },
): Promise<GoldenTagAnswer> =>
  changeSets(session, async (sets) => {
    const before = await sets.get(set)
    const wanted = new Set(ids)
    const added = add.map((tag) => tag.trim()).filter((tag) => tag !== '')
    if (added.some((tag) => tag.length > GOLDEN.longestTag)) {
      throw new Problem('bad-input', `A tag is at most ${GOLDEN.longestTag} characters long.`)
    }
    let changed = 0
    const after = before.map((query) => {
      if (!wanted.has(query.id)) return query
      const now = tagged(query, added, new Set(remove))
      if (now !== query) changed++
      return now
    })
    return { sets: new Map(changed > 0 ? [[set, after]] : []), answer: { changed } }
  })

/**
 * Gives queries of a set tiers by hand, each in place of the one that it had. Those whose other
 * tags or tools contradict it are left.
 */
export const giveTiers = (
  session: Session,
  { set, tiers }: { set: string; tiers: readonly { id: string; tier: Tier }[] },
): Promise<GoldenGiveTiersAnswer> =>
  changeSets(session, async (sets) => {
    const before = await sets.get(set)
    const wanted = new Map(tiers.map(({ id, tier }) => [id, tier]))
    const refused: string[] = []
    const after = before.map((query) => {
      const tier = wanted.get(query.id)
      if (!tier) return query
      const others = TIERS.filter((each) => each !== tier).map(tierTag)
      try {
        return tagged(query, [tierTag(tier)], new Set(others))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.push(error.message)
        return query
      }
    })
    const changed = after.filter((query, at) => query !== before[at]).length
    return { sets: new Map(changed > 0 ? [[set, after]] : []), answer: { changed, refused } }
  })

function tagged(
  query: GoldenQuery,
  added: readonly string[],
  removed: ReadonlySet<string>,
): GoldenQuery {
  const { tags = [], ...rest } = query
  const now = [...new Set([...tags.filter((tag) => !removed.has(tag)), ...added])]
  if (now.length === tags.length && now.every((tag, at) => tag === tags[at])) return query
  if (now.length > Math.max(GOLDEN.mostTags, tags.length)) {
    throw new Problem(
      'bad-input',
      `A golden query has at most ${GOLDEN.mostTags} tags: “${query.text.slice(0, 80)}” would have ${now.length}.`,
      'Take some away first.',
    )
  }
  const [fault] = added.some((tag) => !tags.includes(tag)) ? tierFaults(now, query.tools) : []
  if (fault !== undefined) {
    throw new Problem('bad-input', `“${query.text.slice(0, 80)}”: ${fault}`, 'Nothing was changed.')
  }
  return now.length > 0 ? { ...rest, tags: now } : rest
}

/** Moves or copies queries to another set, see `golden.move`. */
export const moveQueries = (
  session: Session,
  { set, ids, to, copy }: Chosen & { to: string; copy: boolean },
): Promise<GoldenMoveAnswer> =>
  changeSets(session, async (sets) => {
    if (set === to) throw new Problem('bad-input', 'Choose another golden set than their own.')
    const from = await sets.get(set)
    const there = (await sets.find(to)) ?? []
    const chosen = new Set(ids)
    const said = new Set(there.map(contentOf))
    const taken = new Set(there.map(({ id }) => id))
    const moving = from.filter(({ id }) => chosen.has(id))
    const fits = moving.filter((query) => !said.has(contentOf(query)))
    const moved = fits.map((query) => ({ ...query, id: freeIdOf(query.id, taken) }))
    if (moved.length > 0) requireRoomIn(to, [...there, ...moved])
    const gone = new Set(fits.map(({ id }) => id))
    const changed = new Map<string, readonly GoldenQuery[]>()
    if (moved.length > 0) changed.set(to, [...there, ...moved])
    if (moved.length > 0 && !copy)
      changed.set(
        set,
        from.filter(({ id }) => !gone.has(id)),
      )
    return { sets: changed, answer: { moved: moved.length, left: moving.length - moved.length } }
  })

/** The id, or one like it that the other set has not; it is taken from then on. */
export function freeIdOf(id: string, taken: Set<string>): string {
  let free = id
  for (let number = 2; taken.has(free); number++) free = `${id}-${number}`
  taken.add(free)
  return free
}

/** Makes an empty set. */
export const createSet = (session: Session, set: string): Promise<GoldenCreateAnswer> =>
  changeSets(session, (sets) => {
    requireFree(sets, set)
    return { sets: new Map([[set, []]]), answer: { created: set } }
  })

export const renameSet = (
  session: Session,
  { set, name }: { set: string; name: string },
): Promise<GoldenRenameAnswer> =>
  changeSets(session, async (sets) => {
    const queries = await sets.get(set)
    if (name === set) return { sets: new Map(), answer: { name } }
    requireFree(sets, name)
    const renamed = new Map<string, readonly GoldenQuery[] | undefined>([
      [name, queries],
      [set, undefined],
    ])
    return { sets: renamed, answer: { name }, renamed: new Map([[set, name]]) }
  })

export const deleteSet = (session: Session, set: string): Promise<GoldenDeleteAnswer> =>
  changeSets(session, async (sets) => {
    await sets.get(set)
    return { sets: new Map([[set, undefined]]), answer: { deleted: set } }
  })

/** A name for a set that is made of another one, which may be as long as names are. */
export const namedAfter = (set: string, ending: string): string =>
  set.slice(0, GOLDEN.longestSetName - ending.length).trimEnd() + ending

/** @throws Problem `conflict` where a set has this name. */
export function requireFree({ names }: GoldenSets, name: string): void {
  if (!names.includes(name)) return
  throw new Problem('conflict', `There is a golden set “${name}” already.`, 'Choose another name.')
}
