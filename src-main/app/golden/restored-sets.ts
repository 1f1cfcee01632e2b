import type { GoldenQuery } from '../../domain/query/golden-set'
import { Problem } from '../../domain/problem'
import type { QueryDifference, ReplacedOf } from '../../domain/workspace/change'
import { isSame } from '../editing/written-fields'

/** What a change did to one set. */
export type SetDifference = ReplacedOf<'golden set'>

type Queries = readonly GoldenQuery[] | undefined
type Way = 'undo' | 'redo'

/** What differs between a set and what it is afterwards; undefined: there is none. */
export function differences(set: string, before: Queries, after: Queries): SetDifference {
  const old = placesOf(before)
  const now = placesOf(after)
  const ids = new Set([...old.keys(), ...now.keys()])
  const queries = [...ids].flatMap((id): QueryDifference[] => {
    const was = old.get(id)
    const is = now.get(id)
    if (was && is && (was.query === is.query || isSame(was.query, is.query))) return []
    const behind = { before: was?.behind, after: is?.behind }
    return [{ id, ...(was && { before: was.query }), ...(is && { after: is.query }), behind }]
  })
  return { of: 'golden set', set, was: before !== undefined, is: after !== undefined, queries }
}

const placesOf = (queries: Queries = []) =>
  new Map(queries.map((query, at) => [query.id, { query, behind: queries[at - 1]?.id }]))

/** A query from what a change left to what was there before it, or the other way round. */
interface Step {
  id: string
  from: GoldenQuery | undefined
  to: GoldenQuery | undefined
  behind: string | undefined
}

/**
 * A set as undoing a change, or making it again, leaves it: the queries that it changed are put
 * back, each where it stood, all others are as they are now. @throws Problem `conflict` where one
 * of these was changed since.
 */
export function restoredSet(now: Queries, difference: SetDifference, way: Way): Queries {
  const { set, was, is } = difference
  const [from, to] = way === 'undo' ? [is, was] : [was, is]
  const steps = difference.queries.map((one) => stepOf(one, way))
  if (!from) {
    if (now) throw changedSince(set, 'there is another set of this name')
    return steps.flatMap(({ to: query }) => query ?? [])
  }
  if (!now) throw changedSince(set, 'the set is not there any more')
  const after = steppedBack(now, steps, set)
  if (to) return after
  if (after.length > 0) throw changedSince(set, 'queries were added to it')
  return undefined
}

const stepOf = ({ id, before, after, behind }: QueryDifference, way: Way): Step =>
  way === 'undo'
    ? { id, from: after, to: before, behind: behind?.before }
    : { id, from: before, to: after, behind: behind?.after }

function steppedBack(now: readonly GoldenQuery[], steps: readonly Step[], set: string) {
  const here = new Map(now.map((query) => [query.id, query]))
  for (const { id, from } of steps) {
    if (isSame(here.get(id), from)) continue
    const text = (from ?? here.get(id))?.text ?? id
    throw changedSince(set, `“${text.slice(0, 80)}” was changed`)
  }
  const stepOf = new Map(steps.map((step) => [step.id, step]))
  const list = now.flatMap((query) => {
    const step = stepOf.get(query.id)
    return step ? (step.to ?? []) : [query]
  })
  const back = steps.filter(({ from, to }) => !from && to)
  return back.length === 0 ? list : putBack(list, back)
}

/**
 * The list with queries that come back, each behind the one that it stood behind, or last where
 * that is gone.
 */
function putBack(list: readonly GoldenQuery[], back: readonly Step[]): GoldenQuery[] {
  const behind = Map.groupBy(back, (step) => step.behind)
  const placed = new Set<string>()
  const all: GoldenQuery[] = []
  const takeBehind = (id: string | undefined): void => {
    // A long run of queries stands each behind the other: a loop, for it may be longer than a stack
    // is deep.
    const waiting = [id]
    while (waiting.length > 0) {
      for (const { id: own, to } of behind.get(waiting.shift()) ?? []) {
        if (!to || placed.has(own)) continue
        placed.add(own)
        all.push(to)
        waiting.push(own)
      }
    }
  }
  takeBehind(undefined)
  for (const query of list) {
    all.push(query)
    takeBehind(query.id)
  }
  return [...all, ...back.flatMap(({ id, to }) => (to && !placed.has(id) ? [to] : []))]
}

const changedSince = (set: string, why: string): Problem =>
  new Problem(
    'conflict',
    `The golden set “${set}” was changed since: ${why}. Nothing was changed now.`,
    'Look at the set as it is now, and change it by hand.',
  )
