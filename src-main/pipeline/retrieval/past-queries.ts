import type { Bundle } from '../../domain/query/bundle'
import type { PlacedTool, QueryPlan, Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted } from '../kit'
import { stage, type Step } from '../stage'
import {
  nearnessToOthers,
  readPast,
  type PastReading,
  type PastSearch,
  type PastSources,
} from './past-reading'
import { textsOf } from './retrieve'

/** Past queries among which the nearest of each tool is looked for, to be named. */
const LOOKED_THROUGH = 200

/**
 * How near each tool's nearest past query is in meaning: as far above the mean of all documents as
 * a document so near would lie, so that tools with and without past queries stand on one scale. One
 * that has none is judged by its document instead. Nothing counts below the mean. Pegboard's own.
 */
export function pastQueries(
  sources: PastSources,
  { depth, among }: { depth: number; among: Admitted },
) {
  const { history, byTool, each, meaning } = sources
  const nearness = nearnessToOthers(sources)
  const searchOf = async (plan: QueryPlan, { signal }: Step): Promise<PastSearch | undefined> => {
    const bundles = await history.prepare()
    const logged = loggedTools(bundles, among)
    if (logged.size === 0) return undefined
    return {
      sources,
      among,
      bundles,
      logged,
      signal,
      nearness: await nearness.prepare(),
      texts: textsOf(plan),
      without: new Set(plan.query.without),
    }
  }
  // What is searched is rated next.
  const read = new WeakMap<QueryPlan, PastReading>()
  return stage<QueryPlan, Ranking>({
    name: 'past queries',
    gives: 'ranking',
    settings: { depth },
    sources: [history, byTool, each, meaning, nearness, among],
    absent: 'neither a past query of it nor its document is near',
    async run(plan, step) {
      const give = (tools: PlacedTool[]): Ranking => ({
        shape: 'ranking',
        plan,
        order: 'score',
        tools,
      })
      const search = await searchOf(plan, step)
      if (!search) return give(step.degrade('no logged queries: used words and meaning', []))
      const reading = await readPast(search, step.explaining ? Infinity : depth)
      read.set(plan, reading)
      const kept = step.cut(await reading.placed(reading.candidates), depth)
      return give(step.recorded ? await withNearest(kept, search) : kept)
    },
    async rate(plan, tools, step) {
      const search = read.has(plan) ? undefined : await searchOf(plan, step)
      const reading = read.get(plan) ?? (search && (await readPast(search, depth)))
      const rated = (await reading?.placed(tools)) ?? []
      const unit = await meaning.cosineWeight(textsOf(plan), step.signal)
      return { tools: rated, scale: { from: 0, unit } }
    },
  })
}

const loggedSets = new WeakMap<readonly Bundle[], WeakMap<object, ReadonlySet<ToolId>>>()

/**
 * The same set for the same history and admitted tools; it goes with them, as each query may have
 * its own.
 */
function loggedTools(bundles: readonly Bundle[], among: Admitted): ReadonlySet<ToolId> {
  const sets = loggedSets.get(bundles) ?? new WeakMap<object, ReadonlySet<ToolId>>()
  loggedSets.set(bundles, sets)
  const mayLeave = (id: ToolId) => among.tools?.has(id) ?? true
  const key = among.tools ?? bundles
  const set = sets.get(key) ?? new Set(bundles.flatMap(({ tools }) => tools.filter(mayLeave)))
  sets.set(key, set)
  return set
}

/** The tools, those with a past query named that is nearer than those of other tools mostly are. */
async function withNearest(
  tools: readonly PlacedTool[],
  { sources, bundles, nearness, texts, without, signal }: PastSearch,
): Promise<PlacedTool[]> {
  const depth = LOOKED_THROUGH + without.size
  const lists = await sources.each.search(texts, { depth, signal })
  const hits = lists
    .flatMap((list = []) => list.filter(({ score }) => score >= nearness.mean))
    .sort((a, b) => b.score - a.score)
  const byId = new Map(bundles.map((bundle) => [bundle.id, bundle]))
  const nearest = new Map<ToolId, Bundle>()
  for (const { key } of hits) {
    const bundle = without.has(key) ? undefined : byId.get(key)
    for (const tool of bundle?.tools ?? []) {
      if (bundle && !nearest.has(tool)) nearest.set(tool, bundle)
    }
  }
  return tools.map((placed) => {
    const bundle = nearest.get(placed.tool)
    if (!bundle) return placed
    const witness = { kind: 'bundle' as const, bundle: bundle.id, query: bundle.query }
    return { ...placed, witnesses: [...placed.witnesses, witness] }
  })
}
