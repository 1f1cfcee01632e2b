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
  `This workspace had chosen “${recipe}” with ${options.join(', ')}, which has left Pegboard. It works with “${recipe}” without it.`

/** What is said of recipes of one’s own that are made of one which is not there. */
export const ownLeftText = (own: readonly { name: string; recipe: string }[]): string => {
  const named = own.map(({ name, recipe }) => `“${name}” of “${recipe}”`)
  return `Recipes of yours that cannot be asked, because this Pegboard lacks the recipe that they start from: ${named.join(', ')}. They are kept until you remove them.`
}

/** Options that left, with the value at which each had no effect: that says the same without it. */
export const LEFT_OPTIONS = new Map<string, unknown>([['serverShare', 0]])
