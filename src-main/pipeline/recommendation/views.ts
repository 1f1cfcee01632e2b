import type { PlacedTool, QueryPlan, Ranking } from '../../domain/query/query'
import type { FusionMethod, Join } from '../combine'
import type { Admitted, DenseSource, Kit } from '../kit'
import { stage } from '../stage'

/** Tools of each view, and past queries of the second. PTR, section 2.3. */
export const IN_A_VIEW = 7

const each = (tools: readonly PlacedTool[]): PlacedTool[] => [
  ...new Map(tools.map((placed) => [placed.tool, placed])).values(),
]

/** By how many of the views hold a tool, ties in the order of the first. PTR, section 2.3. */
export const byVotes: FusionMethod = {
  name: 'votes',
  settings: {},
  fuse(rankings) {
    const all = each(rankings.flatMap(({ tools }) => tools))
    const count = ({ tool }: PlacedTool) =>
      rankings.filter(({ tools }) => tools.some((placed) => placed.tool === tool)).length
    const voted = all.map(({ tool, witnesses }) => ({ tool, witnesses }))
    return { order: 'given', tools: voted.toSorted((a, b) => count(b) - count(a)) }
  },
}

/** The first of each problem’s list, with the problem that brought it. */
export const oneEach: Join = {
  name: 'one for each problem',
  settings: {},
  join: (rankings) => ({
    order: 'given',
    tools: each(
      rankings.flatMap(({ plan, tools: [first] }) => {
        const text = plan.steps[0]?.text
        if (!first || text === undefined) return []
        return [{ ...first, witnesses: [...first.witnesses, { kind: 'part' as const, text }] }]
      }),
    ),
  }),
}

/**
 * The tools of the past queries that are most like a problem. PTR, section 2.3: historical query
 * correlation.
 */
export const ofLikeQueries = (kit: Kit, queries: DenseSource<string>, among: Admitted) =>
  stage<QueryPlan, Ranking>({
    name: 'tools of similar queries',
    gives: 'ranking',
    settings: { queries: IN_A_VIEW },
    sources: [kit.history, queries, among],
    absent: 'none of the most similar past queries took it',
    async run(plan, { signal, embedded }) {
      const without = new Set(plan.query.without)
      const depth = IN_A_VIEW + without.size
      const texts = plan.steps.map(({ text }) => text)
      const lists = await queries.search(texts, { depth, signal, onEmbedded: embedded })
      const history = await kit.history.prepare()
      const byId = new Map(history.map((bundle) => [bundle.id, bundle]))
      const found = lists.flatMap((list = []) =>
        list.filter(({ key }) => !without.has(key)).slice(0, IN_A_VIEW),
      )
      const tools = found.flatMap(({ key }): PlacedTool[] => {
        const bundle = byId.get(key)
        const witness = { kind: 'bundle' as const, bundle: key, query: bundle?.query }
        return (bundle?.tools ?? []).map((tool) => ({ tool, witnesses: [witness] }))
      })
      const mayLeave = ({ tool }: PlacedTool) => among.tools?.has(tool) ?? true
      return { shape: 'ranking', plan, order: 'given', tools: each(tools.filter(mayLeave)) }
    },
  })

/**
 * The tools that are most like the first that a problem finds. PTR, section 2.3: contextual tool
 * expansion.
 */
export const likeTheFirst = (kit: Kit, meaning: DenseSource, among: Admitted) =>
  stage<QueryPlan, Ranking>({
    name: 'like the first',
    gives: 'ranking',
    settings: { depth: IN_A_VIEW },
    sources: [meaning, among],
    absent: 'it is not among the tools most like the first one found',
    async run(plan, { signal, embedded }) {
      const call = { among: among.tools, signal, onEmbedded: embedded }
      const texts = plan.steps.map(({ text }) => text)
      const [[first] = []] = await meaning.search(texts, { ...call, depth: 1 })
      const text = first && kit.text(first.key)
      const [list = []] = text
        ? await meaning.search([text], { ...call, depth: IN_A_VIEW })
        : [undefined]
      const tools = list.map(({ key, score }) => ({
        tool: key,
        score,
        witnesses: [{ kind: 'score' as const, source: 'cosine to the first', score }],
      }))
      return { shape: 'ranking', plan, order: 'score', tools }
    },
  })
