import type { Everything } from '../../domain/catalog/everything'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { visibilityOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { OnTools } from '../requests/call-progress'
import type { Catalog } from '../workspaces/catalog'

/**
 * The tools that an agent may be given, by id, in the catalog's order: all that are not hidden.
 * Smaller catalogs are drawn of these.
 */
export const eligibleTools = ({ tools }: Pick<Catalog, 'tools'>): ToolId[] =>
  tools.filter((entry) => visibilityOf(entry) !== 'hidden').map(idOf)

/** How many tools are hidden. */
export const hiddenIn = (catalog: Pick<Catalog, 'tools'>): number =>
  catalog.tools.length - eligibleTools(catalog).length

/** What an agent has in every prompt that is given all tools, hidden ones only on demand. */
export async function everythingIn(
  catalog: Catalog,
  pause: () => Promise<boolean>,
  { onCounted, withHidden = false }: { onCounted: OnTools; withHidden?: boolean },
): Promise<Everything> {
  // Of all tools it is remembered.
  const ids = !withHidden && hiddenIn(catalog) > 0 ? eligibleTools(catalog) : undefined
  const { tokens, isEstimate } = await catalog.countTokens(pause, {
    ...(ids && { ids }),
    onCounted,
  })
  return {
    tools: ids?.length ?? catalog.tools.length,
    promptTokens: tokens,
    ...(isEstimate && { tokensEstimated: true }),
  }
}

/**
 * How many queries have a golden tool that cannot be given: it is gone from the catalog, or hidden.
 */
export function goneIn(queries: readonly GoldenQuery[], catalog: Catalog): number {
  const eligible = new Set(eligibleTools(catalog))
  return queries.filter(({ tools }) => tools.some((tool) => !eligible.has(tool))).length
}
