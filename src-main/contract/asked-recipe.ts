import { z } from 'zod'
import { JsonObject } from '../domain/tool/tool'

/** Of which recipe something is asked: what is left out is what the workspace works with. */
export const AskedRecipe = {
  recipe: z.string().optional(),
  options: JsonObject.optional(),
  k: z.number().int().min(1).max(1000).optional(),
  /** Whether its model may be asked. Where it would be and may not, the problem `asks-model` says how many calls that takes. */
  mayAsk: z.boolean().default(false),
}

/** Of which recipe something was asked. */
export interface UsedRecipe {
  /** By its title. */
  askedOf: string
  /** Why stages passed on what they got instead of doing their work, each once. */
  degraded: string[]
}
