import type { EvaluationAskAnswer } from '../../contract/evaluation'
import { JsonObject, type ToolId } from '../../domain/tool/tool'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { Problem } from '../../domain/problem'
import { evaluate } from '../../evaluation/evaluate'
import { graphFacts, type CatalogGraph } from '../../evaluation/graph-facts'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { prepareRecipe } from '../query/answering'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { kitsOf, ownCatalogs } from './own-catalogs'
import { pastQueriesOf } from './past-queries'
import { serversIn } from './server-facts'
import { z } from 'zod'
import { GoldenQuery } from '../../domain/query/golden-set'
import { CatalogSize } from '../../domain/run/run'
import { Dir } from '../../contract/workspace'

export const EvaluationAskInput = z.object({
  dir: Dir,
  /** As the state of the workspace names it. */
  catalog: z.string(),
  /**
   * The hash of the logged queries that the recipe learns from; left out where it learns from none.
   */
  history: z.string().optional(),
  recipe: z.string(),
  options: JsonObject,
  embedder: z.string(),
  /** Rising; none where the recipe decides how many tools there are. */
  k: z.array(z.number().int().min(1).max(1000)).max(20),
  /** As of the run; left out: the whole catalog. */
  catalogSize: CatalogSize.optional(),
  queries: z.array(GoldenQuery).max(1000),
  /** Whether golden sets name what their tools need. */
  namesDependencies: z.boolean(),
})
export type EvaluationAskInput = z.output<typeof EvaluationAskInput>

/**
 * Asks some queries of an experiment for another thread, on the very catalog and logged queries
 * that it measures.
 * @throws Problem `conflict` where the workspace holds others by now.
 */
export async function askQueries(
  context: AppContext,
  { dir, queries, namesDependencies, ...input }: EvaluationAskInput,
  call: Call,
): Promise<EvaluationAskAnswer> {
  const session = await context.sessions.of(dir)
  return session.withCatalog(async (catalog, state) => {
    const { signal } = call
    const { recipe, options, embedder, k } = input
    const choice = { catalog, dir, recipe, options, embedder, k: k.at(-1) }
    const promptOverrides = () => session.promptOverrides()
    const prepared = await prepareRecipe(context, { ...choice, promptOverrides }, call)
    const { pipeline, runWith } = prepared
    const past = await pastQueriesOf(pipeline, catalog, yieldToEventLoop(context.clock, signal))
    if (state.catalog !== input.catalog || past?.provenance.hash !== input.history) {
      const why = 'The workspace was changed after these queries began to be measured.'
      throw new Problem('conflict', why, 'Evaluate again.')
    }
    const factsOf = graphFacts(graphOf(catalog), namesDependencies)
    const subject = {
      pipeline,
      k,
      heldOut: past?.heldOut,
      factsOf,
      runWith: alone(runWith),
      serverOf: serversIn(catalog),
      ...(input.catalogSize && {
        ownCatalog: ownCatalogs(prepared, kitsOf(prepared.kit, catalog, input.catalogSize)),
      }),
    }
    const promptTokens = (id: ToolId) => catalog.promptTokens(id).tokens
    return evaluate(subject, queries, { signal, clock: context.clock, promptTokens })
  })
}

/** What measuring is done with: nothing is remembered between queries. */
const alone = <RunWith extends object>(runWith: RunWith) => ({ ...runWith, sharing: undefined })

export const graphOf = (catalog: Catalog): CatalogGraph => ({
  has: (tool) => catalog.has(tool),
  dependencies: (tool) => (catalog.has(tool) ? dependenciesOf(catalog.tool(tool)) : []),
})
