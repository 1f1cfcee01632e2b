import type { Bundle } from '../../domain/query/bundle'
import { byScore, type PlacedTool, type ScorePart } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { NEAREST_PAST } from '../../domain/trace/score'
import type { Hit, Spread } from '../../ports/hit'
import type { Admitted, DenseSource } from '../kit'
import type { Source, PrepareCall } from '../stage'

/**
 * What a tool without a past query gets of what its document alone would give it; see
 * `fusion/README.md`.
 */
const IN_THEIR_PLACE = 0.7
/**
 * Tools whose past queries are compared at once: all of a small catalog, so that each is looked at
 * once a query.
 */
const AT_ONCE = 500

/** What past queries are searched by. */
export interface PastSources {
  history: Source<readonly Bundle[]>
  /** Several texts a tool. */
  byTool: DenseSource
  /** By the id of the bundle. */
  each: DenseSource<string>
  /** The tool documents, by which tools without a past query are judged. */
  meaning: DenseSource
}

/** What is looked for, and in which past. */
export interface PastSearch {
  sources: PastSources
  among: Admitted
  bundles: readonly Bundle[]
  /** The tools with past queries that may leave. */
  logged: ReadonlySet<ToolId>
  nearness: Nearness
  texts: readonly string[]
  /** Ids of past queries from which nothing is learned this time. */
  without: ReadonlySet<string>
  signal: AbortSignal
}

/** What one text is like. */
interface TextReading {
  /**
   * How near the nearest past query of a tool is; of all tools where `isWhole`, else of the
   * nearest.
   */
  nearest: Map<ToolId, number>
  isWhole: boolean
  /**
   * Of the nearest past queries, of all documents, and of the documents of tools with past queries.
   */
  past: Spread
  documents: Spread
  ofLogged: Spread
}

/** A plan's texts held against the past, and what tools score by that. */
export interface PastReading {
  /** The tools whose past queries or documents are near. */
  candidates: readonly ToolId[]
  /**
   * Those that score above the mean, the best first: each the best it gets for any of the texts.
   */
  placed(tools: readonly ToolId[]): Promise<PlacedTool[]>
}

/** @param depth how many tools are wanted of each list */
export async function readPast(search: PastSearch, depth: number): Promise<PastReading> {
  const { sources, among, logged, texts, signal } = search
  const most = Math.max(depth, AT_ONCE)
  const all = { among: among.tools, signal }
  const [past, documents, ofAll, ofLogged] = await Promise.all([
    sources.byTool.search(texts, { ...all, depth: most }),
    logged.size < among.size ? sources.meaning.search(texts, { ...all, depth }) : [],
    sources.meaning.rate(texts, [], all),
    sources.meaning.rate(texts, [], { among: logged, signal }),
  ])
  const isWhole = past.every((list) => !list || list.length < most)
  const spreads = isWhole ? [] : await sources.byTool.rate(texts, [], all)
  const readings = texts.map((_, at): TextReading | undefined => {
    const list = past[at]
    const spread = ofAll[at]?.spread
    const loggedSpread = ofLogged[at]?.spread
    // The embedder knows no word of it, or finds all documents alike.
    if (!list || !spread?.deviation || !loggedSpread) return undefined
    return {
      nearest: new Map(list.map(({ key, score }) => [key, score])),
      isWhole,
      past: spreads[at]?.spread ?? spreadOfHits(list),
      documents: spread,
      ofLogged: loggedSpread,
    }
  })
  const found = [...past, ...documents].flatMap((list = []) => list.slice(0, depth))
  return {
    candidates: [...new Set(found.map(({ key }) => key))],
    placed: (tools) => placedTools(search, readings, tools),
  }
}

function spreadOfHits(hits: readonly Hit<string>[]): Spread {
  const mean = hits.reduce((sum, { score }) => sum + score, 0) / (hits.length || 1)
  const squares = hits.reduce((sum, { score }) => sum + (score - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (hits.length || 1)) }
}

async function placedTools(
  search: PastSearch,
  readings: readonly (TextReading | undefined)[],
  tools: readonly ToolId[],
): Promise<PlacedTool[]> {
  const nearest = await nearestOf(search, readings, tools)
  const unknown = tools.filter((tool) => !nearest.has(tool))
  const { sources, among, texts, signal } = search
  const ratings =
    unknown.length > 0
      ? await sources.meaning.rate(texts, unknown, { among: among.tools, signal })
      : []
  const best = new Map<ToolId, PlacedTool>()
  const offer = (placed: PlacedTool) => {
    const { score = 0 } = placed
    if (score > (best.get(placed.tool)?.score ?? 0)) best.set(placed.tool, placed)
  }
  for (const [at, reading] of readings.entries()) {
    if (!reading) continue
    for (const [tool, similarities] of nearest) {
      const similarity = similarities[at]
      if (similarity !== undefined) offer(placedByPast(tool, similarity, { reading, ...search }))
    }
    for (const { key, score } of ratings[at]?.hits ?? []) {
      offer(placedByDocument(key, score, reading))
    }
  }
  return [...best.values()].sort(byScore)
}

/**
 * How near the past queries of tools are, `similarities[i]` for the i-th text; without the tools
 * that have none.
 */
async function nearestOf(
  search: PastSearch,
  readings: readonly (TextReading | undefined)[],
  tools: readonly ToolId[],
): Promise<Map<ToolId, (number | undefined)[]>> {
  const { sources, among, logged, texts, signal } = search
  const own = tools.filter((tool) => logged.has(tool))
  const found = new Map(
    own.map((tool) => [tool, readings.map((reading) => reading?.nearest.get(tool))]),
  )
  const others = own.filter((tool) =>
    readings.some((reading) => reading && !reading.isWhole && !reading.nearest.has(tool)),
  )
  if (others.length > 0) {
    const ratings = await sources.byTool.rate(texts, others, { among: among.tools, signal })
    for (const [at, rating] of ratings.entries()) {
      for (const { key, score } of rating?.hits ?? []) found.get(key)?.splice(at, 1, score)
    }
  }
  await leaveOut(search, found)
  return found
}

/**
 * Replaces what is known of tools with past queries that are held out by what the others say; where
 * none is left, by nothing.
 */
async function leaveOut(
  { sources, bundles, texts, without, signal }: PastSearch,
  found: Map<ToolId, (number | undefined)[]>,
): Promise<void> {
  if (without.size === 0) return
  const heldOut = bundles.filter(({ id }) => without.has(id))
  for (const tool of new Set(heldOut.flatMap((bundle) => bundle.tools))) {
    if (!found.has(tool)) continue
    const left = bundles.filter(({ id, tools }) => tools.includes(tool) && !without.has(id))
    const ids = left.map(({ id }) => id)
    const ratings = await sources.each.rate(texts, ids, { signal })
    if (ids.length === 0) found.delete(tool)
    else
      found.set(
        tool,
        ratings.map((rating) => rating?.hits[0]?.score),
      )
  }
}

/**
 * Among tools with past queries it stands as its nearest past query does, and they stand as their
 * documents do.
 */
function placedByPast(
  tool: ToolId,
  similarity: number,
  { reading, nearness, logged }: { reading: TextReading } & Pick<PastSearch, 'nearness' | 'logged'>,
): PlacedTool {
  const { past, documents, ofLogged } = reading
  const near = (similarity - nearness.mean) / nearness.deviation
  const among = past.deviation === 0 ? 0 : (similarity - past.mean) / past.deviation
  // How the nearest past queries of a few tools spread says little beside how near past queries
  // mostly are.
  const known = 1 - 1 / logged.size
  const standing = known * among + (1 - known) * near
  const deviation = known * ofLogged.deviation + (1 - known) * documents.deviation
  const score = ofLogged.mean - documents.mean + standing * deviation
  return placed(tool, [
    { kind: 'score', source: NEAREST_PAST, origin: 'history', score: near },
    { kind: 'score', source: 'past queries', origin: 'history', score },
  ])
}

function placedByDocument(tool: ToolId, similarity: number, { documents }: TextReading) {
  const score = IN_THEIR_PLACE * (similarity - documents.mean)
  const source = 'document in place of past queries'
  return placed(tool, [{ kind: 'score', source, origin: 'meaning', score }])
}

const placed = (tool: ToolId, witnesses: ScorePart[]): PlacedTool => ({
  tool,
  score: witnesses.at(-1)?.score ?? 0,
  witnesses,
})

/**
 * How near past queries are to those of other tools: by what is nearer than that, a query is told
 * to be like one of them.
 */
interface Nearness {
  mean: number
  deviation: number
}

/**
 * Past queries that are compared with all others: of more, neither number moves by a tenth of a
 * deviation.
 */
const COMPARED = 150
/** Neighbours among which one of other tools is looked for. */
const NEIGHBOURS = 50
/**
 * Fewer comparisons say nothing; then it is as among 3 a tool of ToolE, with the built-in embedder.
 */
const FEWEST = 10
const UNKNOWN: Nearness = { mean: 0.5, deviation: 0.1 }

/** By the history as a kit gives it, which is the same for as long as the kit is. */
const known = new WeakMap<readonly Bundle[], Nearness>()

/**
 * The similarity of past queries, spread evenly over all, to the nearest one that shares no tool
 * with them. Pegboard's own: similarities mean something else with every embedder, and a history
 * says itself what is near in it.
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
