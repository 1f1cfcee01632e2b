import type { QueryKnownAnswer } from '../../contract/query'
import type { GoldenQuery, RewrittenQuery } from '../../domain/query/golden-set'
import type { ToolId } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { namedTools } from './named-tools'
import type { Session } from '../workspaces/session'

/** The tools that golden sets call right for a query of this text; none where no set holds it. */
export async function goldenLookup(session: Session, text: string): Promise<QueryKnownAnswer> {
  const { goldenSets } = await session.store.read('goldenSets')
  const sets: string[] = []
  const tools = new Set<ToolId>()
  for (const { name } of goldenSets) {
    const same = textsOf(await session.goldenQueries(name)).get(sameText(text))
    if (!same) continue
    sets.push(name)
    for (const query of same) for (const tool of query.tools) tools.add(tool)
  }
  const catalog = await session.catalog()
  return { sets, tools: namedTools([...tools], catalog) }
}

/** A golden query by its set and id. */
export interface GoldenQueryName {
  goldenSet: string
  id: string
}

/**
 * How the query of this text was rewritten: of a golden query, as its own golden set recorded it,
 * and else as the first set that holds the text.
 */
export async function recordedRewriting(
  session: Session,
  text: string,
  golden?: GoldenQueryName,
): Promise<RewrittenQuery | undefined> {
  const { goldenSets } = await session.store.read('goldenSets')
  const asked = golden ? goldenSets.filter(({ name }) => name === golden.goldenSet) : goldenSets
  for (const { name } of asked) {
    const same = textsOf(await session.goldenQueries(name)).get(sameText(text)) ?? []
    const own = same.find(({ id }) => id === golden?.id)
    if (own) return own.rewritten
    const rewritten = same.find((query) => query.rewritten)?.rewritten
    if (rewritten) return rewritten
  }
  return undefined
}

/**
 * By the list that a session gives, which is the same until golden sets change or another program
 * commits.
 */
const known = new WeakMap<readonly GoldenQuery[], Map<string, GoldenQuery[]>>()

function textsOf(queries: readonly GoldenQuery[]): ReadonlyMap<string, GoldenQuery[]> {
  const found = known.get(queries) ?? Map.groupBy(queries, ({ text }) => sameText(text))
  known.set(queries, found)
  return found
}
