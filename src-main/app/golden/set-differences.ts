import type { GoldenQuery } from '../../domain/query/golden-set'
import { isSame } from '../editing/written-fields'

/** A query before and after a change, absent where it was not there, and the query that it stood behind. */
export interface QueryDifference {
  id: string
  before?: GoldenQuery
  after?: GoldenQuery
  /** Of the queries before it on the side where it is, the nearest; none where it was the first. */
  behind?: { before?: string | undefined; after?: string | undefined }
}

/** What a change did to one set. */
export interface SetDifference {
  set: string
  /** Whether there was such a set, and is. */
  was: boolean
  is: boolean
  /** Those that differ, in the order of the sets. */
  queries: QueryDifference[]
}

type Queries = readonly GoldenQuery[] | undefined

/** What differs between a set and what it is afterwards; undefined: there is none. */
export function differences(set: string, before: Queries, after: Queries): SetDifference {
  const [old, now] = [placesOf(before), placesOf(after)]
  const ids = new Set([...old.keys(), ...now.keys()])
  const queries = [...ids].flatMap((id): QueryDifference[] => {
    const [was, is] = [old.get(id), now.get(id)]
    if (was && is && (was.query === is.query || isSame(was.query, is.query))) return []
    const behind = { before: was?.behind, after: is?.behind }
    return [{ id, ...(was && { before: was.query }), ...(is && { after: is.query }), behind }]
  })
  return { set, was: before !== undefined, is: after !== undefined, queries }
}

const placesOf = (queries: Queries = []) =>
  new Map(queries.map((query, at) => [query.id, { query, behind: queries[at - 1]?.id }]))
