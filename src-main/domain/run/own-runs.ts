import type { Simulated } from '../recipe/simulated'

/** Runs that stand for no provider, by which k is chosen; all of them where there are no others. */
export function ownRuns<Ran extends { recipe: string }>(
  runs: readonly Ran[],
  simulatedBy: (recipe: string) => Simulated | undefined,
): readonly Ran[] {
  const own = runs.filter(({ recipe }) => !simulatedBy(recipe))
  return own.length > 0 ? own : runs
}
