import type { Bundle } from '../../domain/bundle'
import type { DenseSource } from '../kit'
import type { PrepareCall, Source } from '../stage'

/** How near past queries are to those of other tools: by what is nearer than that, a query is told to be like one of them. */
export interface Nearness {
  mean: number
  deviation: number
}

/** Past queries that are compared with all others: of more, neither number moves by a tenth of a deviation. */
const COMPARED = 150
/** Neighbours among which one of other tools is looked for. */
const NEIGHBOURS = 50
/** Fewer comparisons say nothing; then it is as among 3 a tool of ToolE, with the built-in embedder. */
const FEWEST = 10
const UNKNOWN: Nearness = { mean: 0.5, deviation: 0.1 }

/** By the history as a kit gives it, which is the same for as long as the kit is. */
const known = new WeakMap<readonly Bundle[], Nearness>()

/**
 * The similarity of past queries, spread evenly over all, to the nearest one that shares no tool with them. Pegboard's own:
 * similarities mean something else with every embedder, and a history says itself what is near in it.
 */
export const nearnessToOthers = ({
  history,
  each,
}: {
  history: Source<readonly Bundle[]>
  each: DenseSource<string>
}): Source<Nearness> => ({
  key: `nearness of ${each.key}`,
  embeds: true,
  async prepare(call) {
    const bundles = await history.prepare(call)
    const found = known.get(bundles) ?? (await measured(bundles, each, call))
    known.set(bundles, found)
    return found
  },
})

async function measured(
  bundles: readonly Bundle[],
  each: DenseSource<string>,
  { signal = new AbortController().signal }: PrepareCall = {},
): Promise<Nearness> {
  const stride = Math.ceil(bundles.length / COMPARED)
  const sample = bundles.filter((_, at) => at % stride === 0)
  const toolsOf = new Map(bundles.map(({ id, tools }) => [id, tools]))
  const texts = sample.map(({ query }) => query)
  const lists = await each.search(texts, { depth: NEIGHBOURS, signal })
  const nearest = sample.flatMap(({ tools }, at) => {
    const list = lists[at] ?? []
    const isOther = ({ key }: { key: string }) =>
      !toolsOf.get(key)?.some((tool) => tools.includes(tool))
    // Where all neighbours are of its own tools, those of others are farther than the last.
    const other = list.find(isOther) ?? (list.length === NEIGHBOURS ? list.at(-1) : undefined)
    return other ? [other.score] : []
  })
  if (nearest.length < FEWEST) return UNKNOWN
  const mean = nearest.reduce((sum, score) => sum + score, 0) / nearest.length
  const squares = nearest.reduce((sum, score) => sum + (score - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / nearest.length)
  return deviation > 0 ? { mean, deviation } : UNKNOWN
}
