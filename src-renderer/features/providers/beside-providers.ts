import type { RecipeInfo } from '../../../src-main/contract/query'
import { filtersOf } from '../../../src-main/domain/recipe/simulated'
import type { Run } from '../../../src-main/domain/run/run'
import { besideWholeServers } from '../../../src-main/features/providers/shared/cutoffs'

/** A run's recipe and providers' own search, all as the run was measured, on the whole catalog. */
export function besideProviders(
  { goldenSet, recipe, options, embedder, k, sample, split }: Run,
  known: readonly RecipeInfo[],
  sizes: readonly number[],
) {
  const providers = known.filter(({ simulates }) => simulates)
  const recipes = [
    { recipe, options },
    ...providers.map(({ id }) => ({ recipe: id, options: filtersOf(options) })),
  ]
  return {
    goldenSet,
    k: besideWholeServers(k.length > 0 ? k : FIRST_CUTOFFS, sizes),
    ...(sample && { sample }),
    ...(split && { split: { by: split.by, seed: split.seed } }),
    recipes: recipes.map((each) => ({ ...each, ...(embedder !== undefined && { embedder }) })),
  }
}

/** Where the run's recipe picks its own k. */
const FIRST_CUTOFFS = [1, 5, 10]
