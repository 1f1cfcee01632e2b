import { z } from 'zod'
import { Split } from '../query/split'
import { Sample } from '../run/run'
import { JsonObject } from '../tool/tool'

/** How many recipes are measured, and their runs looked at, at once. */
export const MOST_RECIPES = 60

/** A recipe with its options, as it is measured. */
const RecipeChoice = z.object({
  recipe: z.string(),
  options: JsonObject.default({}),
  /** Where several are compared; left out: the plan's. */
  embedder: z.string().optional(),
  /** What its options leave out of another recipe that is measured beside it; its run says so. */
  leftOut: z.string().max(200).optional(),
})

/** The sizes of catalog that each recipe is measured with: each query is asked of its right tools and others drawn by seed. */
const CatalogSizes = z.object({
  /** How many tools; `all` is the whole catalog. */
  tools: z
    .array(z.union([z.number().int().min(1), z.literal('all')]))
    .min(1)
    .max(12),
  /** Each size is drawn by each of them. */
  seeds: z.array(z.number().int().min(0)).min(1).max(10).default([1]),
})

/** What an experiment measures: recipes on a golden set, each with every size of catalog. */
export const ExperimentPlan = z.object({
  goldenSet: z.string(),
  recipes: z.array(RecipeChoice).min(1).max(MOST_RECIPES),
  k: z.array(z.number().int().min(1).max(1000)).min(1).max(20).default([1, 5, 10]),
  sample: Sample.optional(),
  /** Left out: the whole catalog. */
  catalogSizes: CatalogSizes.optional(),
  /** Measures a part of the golden set, with the other as history in place of the workspace’s logged queries. */
  split: Split.optional(),
  /** Left out: the workspace's. */
  embedder: z.string().optional(),
})
export type ExperimentPlan = z.infer<typeof ExperimentPlan>
