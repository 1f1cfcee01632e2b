import type { PlacedTool, QueryPlan, Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { saysNothing } from '../../domain/value/says-nothing'
import { findMissing, MOST_CANDIDATES } from '../prompts/judge-tools'
import { pipe, stage, type Retriever } from '../stage'
import type { RerankOptions } from './rerank'

/** More rounds find hardly anything and each asks a model. */
export const MOST_ROUNDS = 5

interface SearchAgainOptions extends Pick<RerankOptions, 'shown'> {
  search: Retriever
  /** Rounds at most. */
  most: number
}

/**
 * Asks whether the set lacks a tool, searches what it lacks and puts the first that is new at the
 * end of the set: round by round, until nothing is missing or nothing new is found. At most one
 * model call a round. Toolshed, section 3.4.3 (self-RAG).
 */
export function searchAgain({ search, most, shown }: SearchAgainOptions) {
  const pipeline = pipe(search)
  return stage<Ranking, Ranking>({
    name: 'search again',
    gives: 'ranking',
    settings: { 'at most': most },
    prompts: [findMissing],
    mostCalls: () => most,
    inside: [{ label: 'round', pipeline }],
    // The set that may lack a tool is the first k.
    readsK: 'any',
    async run(ranking, step) {
      const { plan } = ranking
      const added: PlacedTool[] = []
      const free = Math.max(0, step.k - plan.kept.length)
      let rounds = 0
      while (rounds < most) {
        step.signal.throwIfAborted()
        const set = [...plan.kept, ...withAdded(ranking.tools, added, free).slice(0, free)]
        const tools = shown(set.slice(0, MOST_CANDIDATES).map(({ tool }) => tool))
        const input = { text: plan.query.text, tools }
        const { missing } = await step.ask(findMissing, input, { missing: '' })
        const text = missing.trim().slice(0, LONGEST_SEARCH)
        if (saysNothing(text)) break
        rounds++
        const branch = { label: `round ${rounds}`, pipeline }
        const found = await step.branch(branch, searching(plan, text))
        const fresh = newTool(found, set)
        if (!fresh) break
        added.push({ ...fresh, witnesses: [...fresh.witnesses, { kind: 'part', text }] })
      }
      step.note({ rounds, added: added.length })
      if (added.length === 0) return ranking
      return { ...ranking, order: 'given', tools: withAdded(ranking.tools, added, free) }
    },
  })
}

/** In characters. */
const LONGEST_SEARCH = 1000

const searching = (plan: QueryPlan, text: string): QueryPlan => ({
  ...plan,
  steps: [{ text, variations: [text] }],
})

const newTool = ({ tools }: Ranking, set: readonly PlacedTool[]): PlacedTool | undefined => {
  const held = new Set<ToolId>(set.map(({ tool }) => tool))
  return tools.find(({ tool }) => !held.has(tool))
}

/** What was added stands last among the first `most`, but never before the first tool. */
function withAdded(tools: readonly PlacedTool[], added: PlacedTool[], most: number): PlacedTool[] {
  const ids = new Set<ToolId>(added.map(({ tool }) => tool))
  const others = tools.filter(({ tool }) => !ids.has(tool))
  const before = Math.max(1, most - added.length)
  return [...others.slice(0, before), ...added, ...others.slice(before)]
}
