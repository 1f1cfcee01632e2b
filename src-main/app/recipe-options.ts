import { z } from 'zod'
import { Problem } from '../domain/problem'
import type { JsonObject } from '../domain/tool'
import type { Recipe } from '../pipeline/recipes/recipe'

/**
 * The recipe's options with defaults filled in.
 * @throws Problem `bad-input` naming each option that does not fit and what would.
 */
export function parseOptions(recipe: Recipe, given: JsonObject): JsonObject {
  const parsed = recipe.options.safeParse(given)
  if (parsed.success) return parsed.data as JsonObject
  const faults = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: no such option`
      : `${issue.path.join('.')}: ${issue.message}`,
  )
  throw new Problem(
    'bad-input',
    `The recipe “${recipe.id}” does not take these options: ${faults.join('; ')}.`,
    `Its options are ${Object.keys(recipe.options.shape).join(', ')}. How many tools are wanted is given as k.`,
  )
}

/** The options as JSON Schema, for forms. */
export const optionsSchema = (recipe: Recipe): JsonObject =>
  z.toJSONSchema(recipe.options, { io: 'input' }) as JsonObject
