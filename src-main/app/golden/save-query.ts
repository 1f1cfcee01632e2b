import { createHash, randomUUID } from 'node:crypto'
import type { WrittenQuery } from '../../contract/golden'
import { Problem } from '../../domain/problem'
import { GOLDEN } from '../../domain/query/golden-limits'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { sameText } from '../../domain/value/same-text'
import type { Catalog } from '../workspaces/catalog'
import { isSame } from '../editing/written-fields'
import type { Session } from '../workspaces/session'
import { changeSets, type SetsPlan } from './changed-sets'
import { checkedQuery, contentOf } from './checked-query'

/** A query to be put into a golden set; without an id it gets one. */
export type NewQuery = Omit<GoldenQuery, 'id'> & { id?: string }

/** What became of queries that were to be put into a set. */
export interface SavedQueries {
  saved: GoldenQuery[]
  /** `at`: its place among those given. */
  refused: { at: number; why: string }[]
  /** By which all of it can be undone; absent where nothing was saved. */
  change?: string
}

/**
 * Puts queries into a golden set, in one commit worked out under the lock; the set is made where it
 * is not there. One that cannot be a golden query, or that the set says already, is refused and the
 * others are saved. What is restored stood in a set before: that a tool of it is gone by now, or
 * that it holds more than is written here, is no fault.
 * @throws Problem `bad-input` where the set would hold more than are added to.
 */
export const saveQueries = (
  session: Session,
  { set, queries, restored }: { set: string; queries: readonly NewQuery[]; restored?: boolean },
): Promise<SavedQueries> =>
  changeSets(session, async (sets, catalog) => {
    const before = (await sets.find(set)) ?? []
    const said = new Set(before.map(contentOf))
    const ids = new Set(before.map(({ id }) => id))
    const saved: GoldenQuery[] = []
    const refused: SavedQueries['refused'] = []
    for (const [at, query] of queries.entries()) {
      const content = contentOf(query)
      const base = restored ? { ...query, id: query.id ?? '' } : undefined
      const written = { ...query, noTool: query.tools.length === 0 }
      const { faults } = checkedQuery(written, { catalog, base })
      const why = said.has(content) ? saysItAlready(set) : faults[0]
      if (why !== undefined) refused.push({ at, why })
      else {
        const id = freeId(query, ids)
        said.add(content)
        ids.add(id)
        saved.push({ ...query, id, text: query.text.trim() })
      }
    }
    const after = [...before, ...saved]
    if (saved.length > 0) requireRoomIn(set, after)
    return { sets: new Map(saved.length > 0 ? [[set, after]] : []), answer: { saved, refused } }
  })

/** A query as an editor wrote it, and as it read it. */
export interface Edit {
  set: string
  query: WrittenQuery
  base?: GoldenQuery | undefined
}

interface SavedEdit {
  query: GoldenQuery
  isNew: boolean
  queries: number
  notices: string[]
}

/** Writes one query, see `golden.save`. */
export const saveEdit = (session: Session, edit: Edit): Promise<SavedEdit & { change?: string }> =>
  changeSets(session, async (sets, catalog) => {
    const queries = await sets.find(edit.set)
    return plannedEdit(edit, queries ?? [], catalog)
  })

function plannedEdit(
  { set, query: asked, base }: Edit,
  queries: readonly GoldenQuery[],
  catalog: Catalog,
): SetsPlan<SavedEdit> {
  const at = asked.id === undefined ? -1 : queries.findIndex(({ id }) => id === asked.id)
  const before = queries[at]
  if (asked.id !== undefined && !before) throw isGone()
  const { faults, notices } = checkedQuery(asked, { catalog, base: base ?? before })
  if (faults.length > 0) throw new Problem('bad-input', faults.join(' '))
  const query = before ? edited(before, asked) : created(asked, queries)
  const isUnchanged = before !== undefined && isSame(before, query)
  if (before && base && !isSame(before, base) && !isUnchanged) throw changedMeanwhile()
  requireOnly(query, { set, queries, before })
  const after = before ? queries.with(at, query) : [...queries, query]
  if (!before) requireRoomIn(set, after)
  return {
    sets: new Map(isUnchanged ? [] : [[set, after]]),
    answer: { query, isNew: !before, queries: after.length, notices },
  }
}

/**
 * @throws Problem `conflict` where the set says the same already, unless the query said so before
 * it was changed.
 */
function requireOnly(
  query: GoldenQuery,
  among: { set: string; queries: readonly GoldenQuery[]; before: GoldenQuery | undefined },
): void {
  const content = contentOf(query)
  if (among.before && contentOf(among.before) === content) return
  if (among.queries.every((other) => other.id === query.id || contentOf(other) !== content)) return
  throw new Problem('conflict', saysItAlready(among.set), 'Change that one, or reword this one.')
}

/**
 * The query as it is written; what an editor does not know of it stays, but for what was recorded
 * of another text.
 */
function edited(before: GoldenQuery, asked: WrittenQuery): GoldenQuery {
  const { id, origin, rewritten, extra } = before
  const fields = writtenFields(asked)
  const isReworded = contentOf(fields) !== contentOf(before)
  const isRelabelled = !isSame(fields.tools, before.tools) || !isSame(fields.grades, before.grades)
  return {
    ...fields,
    id,
    origin: isReworded || isRelabelled ? 'human' : origin,
    ...(rewritten && !isReworded && { rewritten }),
    ...(extra && { extra }),
  }
}

const created = (asked: WrittenQuery, queries: readonly GoldenQuery[]): GoldenQuery => ({
  ...writtenFields(asked),
  id: freeId(asked, new Set(queries.map(({ id }) => id))),
  origin: 'human',
})

/** What an editor writes; lists that are empty are left out, as where nobody wrote any. */
function writtenFields(asked: WrittenQuery): Omit<GoldenQuery, 'id' | 'origin'> {
  const { grades = {}, calls = [], turns = [], tags = [] } = asked
  return {
    text: asked.text.trim(),
    tools: [...new Set(asked.tools)],
    ...(Object.keys(grades).length > 0 && { grades }),
    ...(calls.length > 0 && { calls }),
    ...(turns.length > 0 && { turns: turns.map((turn) => turn.trim()) }),
    ...(tags.length > 0 && { tags: [...new Set(tags.map((tag) => tag.trim()))] }),
  }
}

/** An id made of what is asked, so that two programs that write the same query write the same. */
function freeId({ id, text, turns = [] }: NewQuery | WrittenQuery, taken: ReadonlySet<string>) {
  if (id !== undefined && !taken.has(id)) return id
  const content = JSON.stringify([sameText(text), ...turns.map(sameText)])
  const own = `q-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`
  return taken.has(own) ? `q-${randomUUID()}` : own
}

export function requireRoomIn(set: string, after: readonly GoldenQuery[]): void {
  if (after.length <= GOLDEN.mostQueries) return
  throw new Problem(
    'bad-input',
    `The golden set “${set}” would hold ${after.length} queries; a set may hold ${GOLDEN.mostQueries}.`,
    'Put them into another golden set.',
  )
}

const saysItAlready = (set: string): string =>
  `The golden set “${set}” has a query of these words already.`

const isGone = (): Problem =>
  new Problem(
    'not-found',
    'This golden query is gone: somebody removed it meanwhile. Nothing was saved.',
    'Save it as a new one, or look at the set again.',
  )

const changedMeanwhile = (): Problem =>
  new Problem(
    'conflict',
    'Somebody changed this golden query meanwhile. Nothing was saved; what you wrote is still here.',
    'Check what it says now, then save again.',
  )
