import type { GoldenQuery } from '../../domain/query/golden-set'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogSize, QueryOutcome, Run } from '../../domain/run/run'
import type { JsonObject, ToolId } from '../../domain/tool/tool'
import { drawnCatalogs } from '../../evaluation/samples/drawn-catalog'
import type { OwnCatalog } from '../../evaluation/evaluate'
import { holding } from '../../pipeline/kit-subset'
import type { Kit } from '../../pipeline/kit'
import { FilterOptions } from '../../pipeline/recipes/options'
import type { Recipe } from '../../pipeline/recipes/recipe'
import type { Prepared } from '../query/answering'
import type { Catalog } from '../workspaces/catalog'
import { eligibleTools } from '../catalog/eligible-tools'

/** The kit that a query of a golden set is asked with. */
export type KitOf = (query: Pick<GoldenQuery, 'id' | 'tools'>) => Kit

/**
 * Ids of the tools that are drawn of, which draws depend on: as a run says that hidden ones were
 * left out, or drawn as well.
 */
const idsOf = (catalog: Pick<Catalog, 'tools'>, { hidden }: CatalogSize): ToolId[] =>
  (hidden === undefined ? catalog.tools.map(idOf) : eligibleTools(catalog)).sort()

/** Of the whole catalog, or of the one that is drawn for each query. */
export function kitsOf(
  kit: Kit,
  catalog: Pick<Catalog, 'tools'>,
  catalogSize: CatalogSize | undefined,
): KitOf {
  if (!catalogSize) return () => kit
  const draw = drawnCatalogs(idsOf(catalog, catalogSize), catalogSize)
  return (query) => holding(kit, draw(query))
}

/** What each query is asked with, where each has a kit of its own. */
export function ownCatalogs(
  { recipe, options }: { recipe: Recipe; options: JsonObject },
  kitOf: KitOf,
): (query: Pick<GoldenQuery, 'id' | 'tools'>) => OwnCatalog {
  const filter = FilterOptions.parse(options)
  return (query) => {
    const kit = kitOf(query)
    return { pipeline: recipe.build(kit, options), admitted: kit.among(filter).tools }
  }
}

/** A run's recipe as it asked one of its queries, on the catalog as it is today. */
export function preparedAsThen(
  prepared: Prepared,
  { catalogSize }: Run,
  { id, golden }: QueryOutcome,
): Prepared {
  if (!catalogSize) return prepared
  const query = { id, tools: golden }
  const kit = kitsOf(prepared.kit, prepared.catalog, catalogSize)(query)
  const { pipeline, admitted } = ownCatalogs(prepared, () => kit)(query)
  return { ...prepared, kit, pipeline, runWith: { ...prepared.runWith, admitted } }
}
