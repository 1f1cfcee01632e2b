import { z } from 'zod'
import { JsonObject } from './tool'

/** A recipe with options of one's own, kept in a workspace under a name. */
export const OwnRecipe = z.object({
  name: z.string().trim().min(1).max(80),
  /** Id of the recipe that it is made of. */
  recipe: z.string().max(200),
  /** All of them as they were when it was saved: defaults that change later do not change it. */
  options: JsonObject,
  savedAt: z.string(),
})
export type OwnRecipe = z.infer<typeof OwnRecipe>
