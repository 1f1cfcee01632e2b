import { z } from 'zod'
import { Problem } from '../../domain/problem'
import { hasLeft, optionText } from '../../domain/recipe/left'
import { hasEffect, sameOption, type OptionMeta } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { validationErrorText } from '../requests/validation-error'

/**
 * The recipe's options with defaults filled in.
 * @throws Problem `bad-input` naming each option that does not fit and what would.
 */
export function parseOptions(recipe: Recipe, given: JsonObject): JsonObject {
  const parsed = recipe.options.safeParse(given)
  if (parsed.success) return parsed.data as JsonObject
  const left = Object.entries(given).filter(([name, value]) => hasLeft(name, value))
  const leave =
    left.length > 0 ? `Leave out ${left.map(optionText).join(', ')}, which left Pegboard. ` : ''
  throw new Problem(
    'bad-input',
    `The recipe “${recipe.id}” does not take these options: ${validationErrorText(parsed.error, given)}.`,
    `${leave}Its options are ${Object.keys(recipe.options.shape).join(', ')}. The number of tools is k.`,
  )
}

/**
 * That options were chosen which have no effect beside the others; nothing where all have one.
 * @param options with defaults
 */
export function effectRemark(recipe: Recipe, options: JsonObject): string[] {
  const defaults = parseOptions(recipe, {})
  const idle = Object.entries(recipe.options.shape).flatMap(([name, option]) => {
    const { title = name, ...meta }: Partial<OptionMeta> = (option as z.ZodType).meta() ?? {}
    const isChosen = !sameOption(options[name], defaults[name])
    return isChosen && !hasEffect(meta, options) ? [`“${title}” (${name})`] : []
  })
  if (idle.length === 0) return []
  const what = idle.length === 1 ? 'An option that was chosen has' : 'Options that were chosen have'
  return [`${what} no effect beside the others: ${idle.join(', ')}.`]
}

/** The options as JSON Schema, for forms. */
export const optionsSchema = (recipe: Recipe): JsonObject =>
  z.toJSONSchema(recipe.options, { io: 'input' }) as JsonObject
