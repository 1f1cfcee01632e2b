import type { GoldenQuery } from '../../domain/query/golden-set'
import type { Catalog } from '../workspaces/catalog'

/**
 * Measured: with only those right tools logged that `hybrid` had given, no other setting was better
 * on three sets.
 */
export const KNOWS_GIVEN =
  'Logged queries know only tools that were given: where this search gave them, they cannot show a better one.'

/**
 * What was logged, as rows to measure on: without what nobody asked, and without what took a tool
 * that is gone.
 */
export const loggedRows = async (catalog: Catalog): Promise<GoldenQuery[]> =>
  (await catalog.history())
    .filter(({ from, tools }) => from !== 'synthetic' && tools.every((tool) => catalog.has(tool)))
    .map(({ id, query, tools }) => ({ id, text: query, tools, origin: 'weak' }))
