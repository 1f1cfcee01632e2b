import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { Problem } from '../../domain/problem'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import type { ActionAnswer } from '../../features/actions'

/** Commander's parser for a whole number of at least `least`. */
export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`Give a whole number of ${least} or more.`)
  }

/** `1,5,10` as numbers. */
export const cutOffs = (text: string): number[] => text.split(',').map(wholeNumber(1))

/** `1,2,3` as seeds. */
export const seedList = (text: string): number[] => text.split(',').map(wholeNumber(0))

/** `10,100,all` as sizes of catalogs. */
export const catalogSizes = (text: string): (number | 'all')[] =>
  text.split(',').map((size) => (size.trim() === 'all' ? 'all' : wholeNumber(1)(size)))

type RecipeInfo = ActionAnswer<'recipes.list'>[number]

const OptionSchema = z.looseObject({
  type: z.string().optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
})

/**
 * The options that one of several recipes takes, typed as its schema says. Options of the other
 * recipes are left out. Lists are separated by commas; `none` or `plain` is the empty list. Numbers
 * by name are written `name:2,details:0.5`.
 * @throws Problem `bad-input` for an option that no recipe has.
 */
export function recipeOptions(
  recipe: RecipeInfo,
  given: Record<string, string>,
  others: RecipeInfo[],
): JsonObject {
  const options: JsonObject = {}
  for (const [key, text] of Object.entries(given)) {
    const properties = propertiesOf(recipe)
    if (Object.hasOwn(properties, key)) {
      options[key] = typed(text, OptionSchema.parse(properties[key]))
    } else if (!others.some((other) => Object.hasOwn(propertiesOf(other), key))) {
      throw new Problem(
        'bad-input',
        `There is no option “${key}”.`,
        `The recipe “${recipe.id}” takes ${Object.keys(properties).join(', ')}. Set the number of tools with -k or --k.`,
      )
    }
  }
  return options
}

const propertiesOf = ({ options }: RecipeInfo): JsonObject =>
  (options['properties'] ?? {}) as JsonObject

function typed(text: string, { type, items }: z.infer<typeof OptionSchema>): JsonValue {
  if (type === 'array') {
    const empty = ['', 'none', 'plain', '[]'].includes(text)
    return empty ? [] : text.split(',').map((item) => typed(item.trim(), { type: items?.type }))
  }
  if ((type === 'number' || type === 'integer') && text !== '') {
    const number = Number(text)
    return Number.isNaN(number) ? text : number
  }
  if (type === 'object') return numbersByName(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/**
 * `name:2,details:0.5` as an object; what is no number stays a text, and is refused by the recipe
 * with its reason.
 */
function numbersByName(text: string): JsonObject {
  const entries = text.split(',').map((entry): [string, JsonValue] => {
    const [name = '', value = ''] = entry.split(':')
    const number = Number(value)
    return [name.trim(), value.trim() === '' || Number.isNaN(number) ? value : number]
  })
  return Object.fromEntries(entries)
}

/** Options as words of a command line, the other way round of {@link recipeOptions}. */
export const optionWords = (options: JsonObject): string[] =>
  Object.entries(options).flatMap(([name, value]) => ['--option', `${name}=${typedValue(value)}`])

/** The value of an option as it is typed. */
export function typedValue(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(typedValue).join(',')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, number]) => `${name}:${typedValue(number)}`)
    .join(',')
}
