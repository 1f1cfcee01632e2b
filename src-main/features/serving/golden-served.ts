import { createHash } from 'node:crypto'
import type { ServedGoldenAnswer } from './shared/answers'
import { Problem } from '../../domain/problem'
import { GOLDEN } from '../../domain/query/golden-limits'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { takenOf, type Grade } from '../../domain/served/evidence'
import type { FollowedSearch } from '../../domain/served/follow-up'
import type { ToolId } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { changeSets } from '../../app/golden/changed-sets'
import type { Session } from '../../app/workspaces/session'

/**
 * Writes what agents asked and took as a golden set, in place of what it held: every recipe
 * measured on it is told at which rank it would have given what they took, and for how many tokens.
 */
export const goldenServed = (
  session: Session,
  { set, searches, grade }: { set: string; searches: readonly FollowedSearch[]; grade: Grade },
): Promise<ServedGoldenAnswer> =>
  changeSets<Omit<ServedGoldenAnswer, 'change'>>(session, async (sets, catalog) => {
    const others = (await sets.find(set))?.filter(({ origin }) => origin !== 'served') ?? []
    if (others.length > 0) throw holdsOthers(set)
    const asked = askedQueries(searches, grade)
    const there = asked
      .map(({ text, tools }) => ({ text, tools: tools.filter((tool) => catalog.has(tool)) }))
      .filter(({ tools }) => tools.length > 0)
    const queries = there.slice(-MOST_QUERIES).map(goldenOf)
    return {
      sets: new Map([[set, queries]]),
      answer: {
        set,
        queries: queries.length,
        left: there.length - queries.length,
        gone: asked.length - there.length,
      },
    }
  })

/** As many as are measured in a few minutes. */
const MOST_QUERIES = Math.min(GOLDEN.mostQueries, 10_000)

const holdsOthers = (set: string): Problem =>
  new Problem(
    'conflict',
    `The golden set “${set}” holds queries that no agent asked here. Nothing was changed.`,
    'Choose another name: a replay writes its set anew each time.',
  )

/** The same query asked again is one, with all that was taken of it. */
function askedQueries(searches: readonly FollowedSearch[], grade: Grade) {
  const byText = new Map<string, { text: string; tools: ToolId[] }>()
  for (const each of searches) {
    const tools = takenOf(each, grade)
    if (tools.length === 0) continue
    const text = each.search.query ?? ''
    const known = byText.get(sameText(text)) ?? { text, tools: [] }
    byText.delete(sameText(text))
    byText.set(sameText(text), { text, tools: [...new Set([...known.tools, ...tools])] })
  }
  return [...byText.values()]
}

const goldenOf = ({ text, tools }: { text: string; tools: ToolId[] }): GoldenQuery => ({
  id: `served-${createHash('sha256').update(sameText(text)).digest('hex').slice(0, 16)}`,
  text,
  tools,
  origin: 'served',
})
