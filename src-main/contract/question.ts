import { z } from 'zod'
import { Talk } from '../domain/query/query'
import { RecipeOptions } from '../domain/recipe/choice'
import { Dir } from './workspace'

/** A query with the recipe to answer it. */
export const Question = z.object({
  dir: Dir,
  text: z.string().trim().min(1).max(10_000),
  recipe: z.string(),
  options: RecipeOptions.default({}),
  /**
   * Tools wanted of a recipe that leaves this to its caller; left out: as many as the workspace
   * works with.
   */
  k: z.number().int().min(1).max(10_000).optional(),
  embedder: z.string().optional(),
  /** What was said before it, for recipes that read it. */
  turns: Talk.turns.default([]),
  /** Tools the agent holds already; those that are not in the catalog are left out. */
  held: Talk.held.default([]),
})
