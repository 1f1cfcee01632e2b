import type { RecipeInfo } from '../../src-main/contract/query'
import { markedName } from '../../src-main/domain/run/remarks'
import { plainText } from '../../src-main/domain/value/plain-text'
import type { Run } from '../../src-main/domain/run/run'
import { namesTogether, distinctNames } from '../../src-main/domain/run/run-names'
import { sampleText } from '../../src-main/domain/run/sample-text'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { formatCount, plural } from '../words/number-words'
import {
  changedOptions,
  optionFields,
  optionsText,
  type OptionField,
} from '../components/recipe/option-fields'
import { recipeTitle } from '../components/recipe/recipe-title'

/** What a run measures, or was to measure. */
type Choice = Pick<Run, 'recipe' | 'options' | 'k' | 'leftOut'>

/** The run's options that differ from today's defaults of its recipe. */
export function changedOf(run: Choice, recipes: readonly RecipeInfo[]): JsonObject {
  const recipe = recipes.find(({ id }) => id === run.recipe)
  if (!recipe) return {}
  const changed = changedOptions(run.options, optionFields(recipe))
  // In runs of Pegboard 0.1 k was an option, and depth was raised to it: that is no choice of the
  // user's.
  if ('k' in run.options && changed.depth === Math.max(...run.k)) delete changed.depth
  return changed
}

/**
 * The name of a recipe of one's own, or the recipe's title with what was changed in it: `BM25 ·
 * BM25 b: 0.4`.
 * @param told options that are told at their default as well
 */
export function runTitle(
  run: Choice,
  recipes: readonly RecipeInfo[],
  told: readonly OptionField[] = [],
): string {
  const recipe = recipes.find(({ id }) => id === run.recipe)
  if (!recipe) return run.recipe
  if (run.leftOut !== undefined) return `${recipe.title}, ${plainText(run.leftOut)}`
  const differing = changedOf(run, recipes)
  const title = recipeTitle(recipe, differing)
  if (title !== recipe.title) return title
  const standards = Object.fromEntries(told.map(({ name, standard = null }) => [name, standard]))
  const changed = optionsText({ ...standards, ...differing }, optionFields(recipe))
  return changed ? `${recipe.title} · ${changed}` : recipe.title
}

/**
 * What runs of one recipe chose differently from each other: beside the others, a default says
 * something, but for a fixed size, which k says.
 */
function contrastOf(run: Run, runs: readonly Run[], recipes: readonly RecipeInfo[]): OptionField[] {
  const recipe = recipes.find(({ id }) => id === run.recipe)
  if (!recipe) return []
  const alike = runs.filter((other) => other.recipe === run.recipe)
  const chosenIn = ({ name, standard }: OptionField) =>
    new Set(alike.map(({ options }) => options[name] ?? standard))
  return optionFields(recipe).filter(
    (field) => field.kind === 'choice' && field.name !== 'size' && chosenIn(field).size > 1,
  )
}

/**
 * Titles that tell the runs apart: equal ones are numbered. `labels[i]` belongs to `runs[i]`.
 */
export function runLabels(runs: readonly Run[], recipes: readonly RecipeInfo[]): string[] {
  const titleOf = (run: Run) => runTitle(run, recipes, contrastOf(run, runs, recipes))
  const names = namesTogether(runs, titleOf)
  const marked = names.map((name, at) => markedName(name, runs[at] as Run))
  const placeOf = (name: string, at: number) =>
    marked.slice(0, at + 1).filter((other) => other === name).length
  return distinctNames(marked, (name, at) => `${name} (${placeOf(name, at)})`)
}

/** Why a run cannot stand beside the first of the chosen ones; undefined where it can. */
export function whyNotComparable(run: Run, first: Run | undefined): string | undefined {
  if (!first || run.id === first.id) return undefined
  if (run.goldenSet !== first.goldenSet)
    return `Measured on “${run.goldenSet}”; the chosen runs on “${first.goldenSet}”.`
  // Of one golden set, a figure by one split is read beside that by another; no difference is
  // worked out.
  if (run.split && first.split && !run.sample && !first.sample) return undefined
  if (areOnSameQueries([run, first])) return undefined
  const own = sampleText(run)
  const others = sampleText(first)
  return own === others
    ? `Measured on other queries: ${plural(run.queries, 'query', 'queries')}; the chosen runs: ${formatCount(first.queries)}.`
    : `Measured on other queries: ${own}; the chosen runs: ${others}.`
}

/**
 * Whether runs of one golden set measured the same queries, so that they can be compared one by
 * one.
 */
export const areOnSameQueries = (runs: readonly Run[]): boolean =>
  new Set(runs.map((run) => `${run.queries} ${sampleText(run)}`)).size <= 1

/** A model as people call it: without what says who serves it. */
export const modelName = (model: string): string => plainText(model.replace(/^ollama:/, ''))
