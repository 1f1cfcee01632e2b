import { z } from 'zod'
import { Split } from '../query/split'
import { Sample } from '../run/run'
import { RecipeOptions } from '../recipe/choice'

/** How many recipes are measured, and their runs looked at, at once. */
export const MOST_RECIPES = 60

/**
 * A way to search that is measured beside others: a recipe with its options, by an embedder. Its
 * catalog and queries are the plan's.
 */
export const Variant = z.object({
  recipe: z.string().describe('its id'),
  options: RecipeOptions.default({}).describe('its options, where not its defaults'),
  embedder: z
    .string()
    .optional()
    .describe('the embedder, where several are compared; left out: the plan’s'),
  leftOut: z
    .string()
    .max(200)
    .optional()
    .describe(
      'what its options leave out of another recipe that is measured beside it; its run says so',
    ),
})

export type Variant = z.infer<typeof Variant>

/**
 * The sizes of catalog that each recipe is measured with: each query is asked of its right tools
 * and others drawn by seed.
 */
const CatalogSizes = z.object({
  tools: z
    .array(z.union([z.number().int().min(1), z.literal('all')]))
    .min(1)
    .max(12)
    .describe('how many tools; all is the whole catalog'),
  seeds: z
    .array(z.number().int().min(0))
    .min(1)
    .max(10)
    .default([1])
    .describe('seeds that catalogs are drawn by: each size by each of them'),
})

/** What an experiment measures: recipes on a golden set, each with every size of catalog. */
export const ExperimentPlan = z.object({
  goldenSet: z.string().describe('the golden set'),
  recipes: z.array(Variant).min(1).max(MOST_RECIPES).describe('the recipes'),
  k: z
    .array(z.number().int().min(1).max(1000))
    .min(1)
    .max(20)
    .default([1, 5, 10])
    .describe('cut-offs'),
  sample: Sample.optional().describe('which of its queries are measured; left out: all'),
  catalogSizes: CatalogSizes.optional().describe(
    'sizes of catalog that each recipe is measured with; left out: the whole catalog',
  ),
  split: Split.optional().describe(
    'measures a part of the golden set, with the other as history in place of the workspace’s logged queries',
  ),
  embedder: z.string().optional().describe('the embedder; left out: the workspace’s'),
})
export type ExperimentPlan = z.infer<typeof ExperimentPlan>
