import { createHash } from 'node:crypto'
import type { GoldenQuery } from '../../domain/query/golden-set'

const setStamps = new WeakMap<object, string>()

/** Names what some golden queries say; worked out once for each list. */
export function stampOfQueries(queries: readonly GoldenQuery[]): string {
  const known = setStamps.get(queries)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const { text, tools, turns } of queries) hash.update(JSON.stringify([text, tools, turns]))
  const stamp = hash.digest('hex')
  setStamps.set(queries, stamp)
  return stamp
}
