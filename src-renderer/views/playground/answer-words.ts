import { embedderTitle } from '../../../src-main/domain/model/names'
import { sizeWith } from '../../../src-main/domain/recipe/option'
import type { RecipeInfo } from '../../../src-main/contract/query'
import { optionFields } from '../../components/recipe/option-fields'
import { differencesText } from '../../components/recipe/option-sections'
import { recipeTitle } from '../../components/recipe/recipe-title'
import type { Asked } from './playground-state'

/** What a query was run with, in few words: `Hybrid, k = 5, depth 50`. */
export function askedWith(asked: Asked, recipes: readonly RecipeInfo[], other?: Asked): string {
  const recipe = recipes.find(({ id }) => id === asked.recipe)
  if (!recipe) return asked.recipe
  const title = recipeTitle(recipe, asked.options)
  const isOwn = title !== recipe.title
  const differences = isOwn ? '' : differencesText(optionFields(recipe), asked.options)
  const embedder = other && other.embedder !== asked.embedder ? asked.embedder : undefined
  return [
    title,
    ...(sizeWith(recipe, asked.options) === 'k' ? [`k = ${asked.k}`] : []),
    ...(differences ? [differences] : []),
    ...(embedder ? [`embedder ${embedderTitle(embedder)}`] : []),
  ].join(', ')
}
