import { canonical } from '../value/canonical'
import type { Run } from '../run/run'
import type { ExperimentPlan, Variant } from './plan'

/** Part of a plan that runs share: what is asked, and of which catalogs. */
const askedOf = ({ goldenSet, k, sample, split, catalogSize }: Run): string =>
  canonical([
    goldenSet,
    k,
    sample,
    split && [split.by, split.seed],
    catalogSize?.tools,
    catalogSize?.seed,
  ]) ?? ''

/** What a run was measured on: queries, cut-offs and size of catalog. */
export const measuredOn = ({
  goldenSet,
  k,
  sample,
  split,
  catalogSize: size,
}: Run): Omit<ExperimentPlan, 'recipes'> => ({
  goldenSet,
  k: k.length > 0 ? k : [1],
  ...(sample && { sample }),
  ...(split && { split: { by: split.by, seed: split.seed } }),
  ...(size && { catalogSizes: { tools: [size.tools], seeds: [size.seed] } }),
})

/**
 * Plans that measure again what runs measured, on what is in use now: one for all that asked the
 * same. The embedder is the one in use, unless the runs are there to compare embedders.
 */
export function plansAgain(runs: readonly Run[]): ExperimentPlan[] {
  return [...Map.groupBy(runs, askedOf).values()].map((group): ExperimentPlan => {
    return {
      ...measuredOn(group[0] as Run),
      recipes: distinct(group.map((run) => variantOf(run, group))),
    }
  })
}

function variantOf(run: Run, group: readonly Run[]): Variant {
  const { recipe, options, embedder, leftOut } = run
  const comparesEmbedders = group.some(
    (other) =>
      other.recipe === recipe &&
      canonical(other.options) === canonical(options) &&
      other.embedder !== embedder,
  )
  return {
    recipe,
    options,
    ...(comparesEmbedders && embedder !== undefined && { embedder }),
    ...(leftOut !== undefined && { leftOut }),
  }
}

const distinct = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [canonical(value), value])).values(),
]
