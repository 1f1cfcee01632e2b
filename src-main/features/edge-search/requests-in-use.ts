import type { AppContext } from '../../app/context'
import { developmentSets } from '../../app/workspaces/used-sets'
import type { Session } from '../../app/workspaces/session'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { calledInOrder } from '../../domain/served/called-in-order'
import { sameText } from '../../domain/value/same-text'
import type { Use } from './clues/used-together'

/**
 * The requests of a workspace of which it is known what they use: golden queries of development
 * sets, what somebody logged, and sessions of served agents. Those of the same words and tools
 * count once. The order of tools is known of sessions, and of golden queries with calls.
 */
export async function requestsInUse(
  { requestLog }: Pick<AppContext, 'requestLog'>,
  { session, dir }: { session: Session; dir: string },
): Promise<Use[]> {
  const sessions = calledInOrder((await requestLog.read(dir)).all())
  const uses: Use[] = sessions.map(({ queries: [text], tools }) => ({
    ...(text !== undefined && { text }),
    tools,
    isOrdered: true,
  }))
  for (const { name } of await developmentSets(session)) {
    const queries = await session.goldenQueries(name)
    // What nobody asked says nothing of what is used.
    uses.push(...queries.filter(({ origin }) => origin !== 'synthetic').map(useOf))
  }
  const searched = new Set(sessions.flatMap(({ queries }) => queries.map(sameText)))
  for (const { query, tools, from } of await (await session.catalog()).history()) {
    // A golden query of a run may be of a test set, and those of development sets are there.
    if (from === 'synthetic' || from === 'run') continue
    if (from === 'served' && searched.has(sameText(query))) continue
    uses.push({ text: query, tools, isOrdered: false })
  }
  return [...withoutRepeats(uses)]
}

function useOf({ text, tools, calls = [] }: GoldenQuery): Use {
  const called = [...new Set(calls.map(({ tool }) => tool))]
  const isOrdered = called.length > 1 && tools.every((tool) => called.includes(tool))
  return { text, tools: isOrdered ? called : tools, isOrdered }
}

function* withoutRepeats(uses: readonly Use[]): Generator<Use> {
  const known = new Set<string>()
  for (const use of uses) {
    const key = JSON.stringify([sameText(use.text ?? ''), [...use.tools].sort()])
    if (use.text !== undefined && known.has(key)) continue
    known.add(key)
    yield use
  }
}
