import type { ActionInput } from '../../../../src-main/features/actions'
import { byNewest } from '../../../../src-main/domain/run/newest'
import type { Run } from '../../../../src-main/domain/run/run'

interface Wanted {
  recipes: readonly { recipe: string }[]
  sizes: Required<NonNullable<ActionInput<'evaluation.run'>['catalogSizes']>>
  queries: number
}

/**
 * How many measurements that makes, and about how long they take where all recipes were measured
 * before, in ms.
 */
export function measurements(
  { recipes, sizes, queries }: Wanted,
  earlier: readonly Run[],
): { count: number; tookMs: number | undefined } {
  const drawn = sizes.tools.filter((size) => size !== 'all').length
  const each = drawn * sizes.seeds.length + (sizes.tools.length - drawn)
  const perQuery = recipes.map(({ recipe }) => queryMs(recipe, earlier))
  const isKnown = perQuery.every((ms) => ms !== undefined)
  const sum = perQuery.reduce<number>((total, ms = 0) => total + ms, 0)
  return { count: recipes.length * each, tookMs: isKnown ? sum * queries * each : undefined }
}

/** What the latest run of a recipe took for each of its queries. */
function queryMs(recipe: string, earlier: readonly Run[]): number | undefined {
  const latest = earlier
    .filter((run) => run.recipe === recipe && run.queries > 0)
    .toSorted(byNewest)[0]
  return latest && latest.elapsedMs / latest.queries
}
