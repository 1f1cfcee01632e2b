import { z } from 'zod'
import { RecipeOptions } from '../domain/recipe/choice'

/** Of which recipe something is asked: what is left out is what the workspace works with. */
export const RecipeFields = {
  recipe: z
    .string()
    .optional()
    .describe('the recipe that is asked; default: the one that the workspace works with'),
  options: RecipeOptions.optional().describe('options of the recipe'),
  k: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('how many tools an agent is given; default: the workspace’s k'),
  /**
   * Where its model would be asked and may not, the problem `asks-model` says how many calls that
   * takes.
   */
  mayAsk: z.boolean().default(false).describe('let a recipe that asks a model do so'),
}

/** Of which recipe something was asked. */
export interface UsedRecipe {
  /** By its title. */
  askedOf: string
  /** Why stages passed on what they got instead of doing their work, each once. */
  degraded: string[]
}
