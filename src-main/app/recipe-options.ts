import { z } from 'zod'
import { Problem } from '../domain/problem'
import type { JsonObject } from '../domain/tool'
import type { Recipe } from '../pipeline/recipes/recipe'
import { misfitText } from './misfit'

/**
 * The recipe's options with defaults filled in.
 * @throws Problem `bad-input` naming each option that does not fit and what would.
 */
export function parseOptions(recipe: Recipe, given: JsonObject): JsonObject {
  const parsed = recipe.options.safeParse(given)
  if (parsed.success) return parsed.data as JsonObject
  throw new Problem(
    'bad-input',
    `The recipe “${recipe.id}” does not take these options: ${misfitText(parsed.error, given)}.`,
    `Its options are ${Object.keys(recipe.options.shape).join(', ')}. How many tools are wanted is given as k.`,
  )
}

/** The options as JSON Schema, for forms. */
export const optionsSchema = (recipe: Recipe): JsonObject =>
  z.toJSONSchema(recipe.options, { io: 'input' }) as JsonObject
