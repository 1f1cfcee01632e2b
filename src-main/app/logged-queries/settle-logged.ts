import { createHash } from 'node:crypto'
import { Problem } from '../../domain/problem'
import type { Bundle } from '../../domain/query/bundle'
import { LOGGED } from '../../domain/query/logged-queries'
import { sameText } from '../../domain/value/same-text'

/** What becomes of queries that are to be logged. */
export interface SettledQueries {
  put: Bundle[]
  /** That are there with the same tools already, or came twice. */
  merged: number
  /** That are too many for one workspace. */
  beyond: number
}

/**
 * The logged queries to write beside those stored: each once, whatever case and spaces it was
 * written with. The same query with other tools is another one. Ids are made of what is logged, so
 * that two that log the same write the same.
 */
export function settleLogged(
  stored: readonly Bundle[],
  logged: readonly Omit<Bundle, 'id'>[],
): SettledQueries {
  const known = new Set(stored.map(contentOf))
  const settled: SettledQueries = { put: [], merged: 0, beyond: 0 }
  for (const { query, tools, ...rest } of logged) {
    const bundle = { id: loggedId({ query, tools }), query, tools: [...new Set(tools)], ...rest }
    const content = contentOf(bundle)
    if (known.has(content)) settled.merged++
    else if (stored.length + settled.put.length >= LOGGED.mostQueries) settled.beyond++
    else {
      known.add(content)
      settled.put.push(bundle)
    }
  }
  return settled
}

/** What a logged query with these tools is kept under. */
export const loggedId = (logged: Content): string =>
  `logged-${createHash('sha256').update(contentOf(logged)).digest('hex').slice(0, 20)}`

type Content = Pick<Bundle, 'query' | 'tools'>

/** What two logged queries have in common that say the same. */
export const contentOf = ({ query, tools }: Content): string =>
  JSON.stringify([sameText(query), [...new Set(tools)].sort()])

/** The problem of queries that are too many for one workspace. */
export const noRoomFor = (beyond: number): Problem =>
  new Problem(
    'bad-input',
    `A workspace keeps ${LOGGED.mostQueries} logged queries: ${beyond === 1 ? 'one is' : `${beyond} are`} too many.`,
    'Remove some that are out of date.',
  )
