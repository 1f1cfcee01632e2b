import { z } from 'zod'
import { JsonObject } from './tool'

/** A recipe with options, and how many tools it is asked for. */
export const WorksWith = z.object({
  /** Id of the recipe. */
  recipe: z.string().min(1).max(200),
  /** Kept here, not by the name of a recipe of one's own: deleting that changes nothing. */
  options: JsonObject,
  k: z.number().int().min(1).max(1000),
})
export type WorksWith = z.infer<typeof WorksWith>
