import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { FEWEST_LABELLED } from '../../domain/recipe/trial-text'
import { sameText } from '../../domain/value/same-text'
import { sampleOf } from '../../evaluation/statistics/random'
import type { Catalog } from '../catalog/catalog'

/** More queries teach six weights nothing more, and take minutes. */
const MOST_QUERIES = 400

/**
 * The queries to learn from: those that name a tool of the catalog, or as many of them as are of use, drawn with the seed.
 * @throws Problem `bad-input` where there are too few.
 */
export function labelledQueries(
  queries: readonly GoldenQuery[],
  { catalog, goldenSet, seed }: { catalog: Catalog; goldenSet: string; seed: number },
): { queries: GoldenQuery[]; labelled: number } {
  const labelled = queries.filter(({ tools }) => tools.some((tool) => catalog.has(tool)))
  const different = new Set(labelled.map(({ text }) => sameText(text))).size
  if (different < FEWEST_LABELLED) {
    throw new Problem(
      'bad-input',
      `“${goldenSet}” has ${different} different queries that name a tool of this catalog, and learning takes ${FEWEST_LABELLED}: from fewer, weights learn what is by chance alike in these queries, and do worse on others.`,
      'Label more queries, or use equal weights.',
    )
  }
  return { queries: sampleOf(labelled, MOST_QUERIES, seed), labelled: labelled.length }
}
