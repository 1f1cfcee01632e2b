import type { Bundle } from '../../domain/query/bundle'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { bundleOf, historyFigures } from '../../domain/query/logged-queries'
import type { HistoryUse, Provenance } from '../../domain/run/run'
import { heldOutOf, type FindHeldOut } from '../../evaluation/samples/held-out'
import { HISTORY_KEY } from '../../pipeline/kit'
import { sourcesOf, type AnyPipeline } from '../../pipeline/stage'
import type { Catalog } from '../workspaces/catalog'
import { hashOfEach } from './provenance'

/** The logged queries that a recipe learns from while it is measured. */
export interface PastQueries {
  provenance: NonNullable<Provenance['history']>
  figures: Omit<HistoryUse, 'heldOut' | 'sameTools'>
  /** How many queries need just the tools that a logged query took. */
  sameTools(queries: readonly GoldenQuery[]): number
  heldOut: FindHeldOut
}

const learns = (pipeline: AnyPipeline): boolean =>
  sourcesOf(pipeline).some(({ key }) => key === HISTORY_KEY)

type Pause = () => Promise<unknown>

/**
 * What a pipeline learns from the logged queries of a catalog; nothing where it does not look at
 * them.
 */
export async function pastQueriesOf(
  pipeline: AnyPipeline,
  catalog: Catalog,
  pause: Pause,
): Promise<PastQueries | undefined> {
  if (!learns(pipeline)) return undefined
  const bundles = await catalog.history()
  const synthetic = bundles.filter(({ from }) => from === 'synthetic').length
  return {
    provenance: {
      hash: await hashOfEach(
        // Of when and how they were logged nothing is learned.
        bundles.map(({ id, query, tools }) => ({ id, query, tools })),
        pause,
      ),
      queries: bundles.length,
    },
    figures: {
      ...historyFigures(bundles, (id) => catalog.has(id)),
      ...(synthetic > 0 && { synthetic }),
    },
    sameTools(queries) {
      const logged = new Set(bundles.map(bundleOf))
      return queries.filter((query) => logged.has(bundleOf(query))).length
    },
    heldOut: await heldOutIn(bundles, pause),
  }
}

/**
 * The logged queries that a query must not learn from when it is run again; see {@link heldOutOf}.
 */
export async function heldOutWhenRunAgain(
  { pipeline, catalog }: { pipeline: AnyPipeline; catalog: Catalog },
  pause: Pause,
): Promise<FindHeldOut> {
  return learns(pipeline) ? heldOutIn(await catalog.history(), pause) : () => []
}

/** By the logged queries as a catalog gives them, which are the same for as long as it is. */
const known = new WeakMap<readonly Bundle[], FindHeldOut>()

async function heldOutIn(bundles: readonly Bundle[], pause: Pause): Promise<FindHeldOut> {
  const found = known.get(bundles) ?? (await heldOutOf(bundles, pause))
  known.set(bundles, found)
  return found
}
