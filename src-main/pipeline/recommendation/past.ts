import type { Bundle } from '../../domain/query/bundle'
import type { ToolId } from '../../domain/tool/tool'
import type { InMemoryRows } from '../../ports/in-memory-rows'

/** A past query as it is learned from. */
export interface PastQuery {
  id: string
  text: string
  /** Its terms as they are compared, each once. */
  terms: readonly string[]
  /** Places of its tools in {@link Past.tools}, rising. */
  tools: readonly number[]
  /** Place of its tools, all together, in {@link Past.bundles}. */
  bundle: number
}

/** A set of tools that solved at least one query. */
interface PastBundle {
  /** Places in {@link Past.tools}, rising. */
  tools: readonly number[]
  /** Places in {@link Past.queries}, rising. */
  queries: readonly number[]
}

/**
 * The bundles once more, in arrays that ten thousand of them are looked through in a fraction of a
 * millisecond.
 */
interface BundleColumns {
  /** The bundle of each query. */
  ofQuery: Int32Array
  /**
   * The tools of all bundles, one after the other: those of bundle `b` from `starts[b]` up to
   * `starts[b + 1]`.
   */
  tools: Int32Array
  starts: Int32Array
}

/** Past queries with the tools that solved them, as numbers. */
export interface Past {
  /** Every tool of the catalog, by id. */
  tools: readonly ToolId[]
  queries: readonly PastQuery[]
  /** The different sets of tools, in the order of their first queries. */
  bundles: readonly PastBundle[]
  columns: BundleColumns
  /** A row for each query: of unit length, or zeros. */
  vectors: InMemoryRows
}

interface Making extends Pick<Past, 'tools' | 'vectors'> {
  termsOf(text: string): readonly string[]
  pause: Pause
}

/** Lets others have their turn; throws when stopped. */
export type Pause = () => Promise<unknown>
/** Queries cut into terms before others have their turn: some 10 ms. */
const AT_ONCE = 200

/** The history as numbers; tools that are not among those named are left out. */
export async function pastOf(
  history: readonly Bundle[],
  { termsOf, pause, ...making }: Making,
): Promise<Past> {
  const places = new Map(making.tools.map((tool, place) => [tool, place]))
  const bundleOf = new Map<string, number>()
  const bundles: { tools: number[]; queries: number[] }[] = []
  const queries: PastQuery[] = []
  for (const [at, { id, query, tools: used }] of history.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await pause()
    const tools = [...new Set(used.flatMap((tool) => places.get(tool) ?? []))].sort((a, b) => a - b)
    const key = tools.join()
    const bundle = bundleOf.get(key) ?? bundles.length
    if (bundle === bundles.length) bundles.push({ tools, queries: [] })
    bundleOf.set(key, bundle)
    bundles[bundle]?.queries.push(at)
    queries.push({ id, text: query, terms: [...new Set(termsOf(query))], tools, bundle })
  }
  return { ...making, queries, bundles, columns: columnsOf(queries, bundles) }
}

function columnsOf(queries: readonly PastQuery[], bundles: readonly PastBundle[]): BundleColumns {
  const starts = new Int32Array(bundles.length + 1)
  bundles.forEach(({ tools }, at) => (starts[at + 1] = (starts[at] as number) + tools.length))
  return {
    ofQuery: Int32Array.from(queries, ({ bundle }) => bundle),
    tools: Int32Array.from(bundles.flatMap(({ tools }) => tools)),
    starts,
  }
}

/** The vector of a past query: a view. */
export const vectorAt = ({ vectors }: Past, place: number): Float32Array => vectors.row(place)
