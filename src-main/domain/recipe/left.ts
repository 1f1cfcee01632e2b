/** Recipes and options that Pegboard had once: records and scripts may still name them. */

/** Why each recipe left, by its id. */
const LEFT_RECIPES = new Map([
  ['tool-to-agent', 'on none of the four sets it was measured on did it find more than others'],
])

/** What is said where a recipe is named that is not there. */
export function absentRecipeText(id: string): string {
  const why = LEFT_RECIPES.get(id)
  return why === undefined
    ? `There is no recipe “${id}”.`
    : `The recipe “${id}” has left Pegboard: ${why}.`
}

/**
 * What a workspace is told that chose a recipe which is not there.
 * @param now what it has instead
 */
export const chosenLeftText = (recipe: string, now: string): string =>
  `${absentRecipeText(recipe)} This workspace had chosen it, and works with “${now}” until you choose another.`

/** The same of options of a recipe that is still there. */
export const optionsLeftText = (recipe: string, options: readonly string[]): string =>
  `This workspace had chosen “${recipe}” with ${haveLeft(options)}. It works with “${recipe}” without ${options.length === 1 ? 'it' : 'them'}.`

const haveLeft = (options: readonly string[]): string =>
  `${options.join(', ')}, which ${options.length === 1 ? 'has' : 'have'} left Pegboard`

/** What is said of recipes of one’s own that are made of one which is not there. */
export const ownLeftText = (own: readonly { name: string; recipe: string }[]): string => {
  const named = own.map(({ name, recipe }) => `“${name}” of “${recipe}”`)
  return `Recipes of yours that cannot be asked, because this Pegboard lacks the recipe that they start from: ${named.join(', ')}. They are kept until you remove them.`
}

/** An option that left, or some of its values. */
interface LeftOption {
  /** Absent: all. */
  values?: readonly unknown[]
  /** The value that says what is said without it: it is not missed. */
  unset?: unknown
}

const LEFT_OPTIONS = new Map<string, LeftOption>([
  ['serverShare', { unset: 0 }],
  // Standard scores, which calibrated ones replaced, and what they were weighed by.
  ['fusion', { values: ['standard', 'weighted'], unset: 'standard' }],
  ['lexicalHalfWeight', { unset: 12 }],
  ['wordsForHalf', { unset: 12 }],
  ['lexicalWeight', {}],
])

/** An option as it is given in a terminal: `fusion=weighted`. */
export const optionText = ([name, value]: [string, unknown]): string =>
  `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`

/** Whether an option left, or this value of it. */
export function hasLeft(option: string, value: unknown): boolean {
  const left = LEFT_OPTIONS.get(option)
  return left !== undefined && (left.values?.includes(value) ?? true)
}

/** Whether what left says the same as nothing. */
export function isNotMissed(option: string, value: unknown): boolean {
  const left = LEFT_OPTIONS.get(option)
  return left !== undefined && 'unset' in left && left.unset === value
}
