import { Problem } from '../../domain/problem'
import { bm25 } from './bm25'
import { dense } from './dense'
import { graphRagToolFusion } from './graph-rag-tool-fusion'
import { hybrid } from './hybrid'
import { mftr } from './mftr'
import { ptr } from './ptr'
import { toolsee } from './toolsee'
import { toolshed } from './toolshed'
import type { Recipe } from './recipe'

/** Every recipe there is, in the order people are offered them. */
export const RECIPES: readonly Recipe[] = [
  bm25,
  dense,
  hybrid,
  toolsee,
  toolshed,
  graphRagToolFusion,
  mftr,
  ptr,
]

/** The one to begin with where nobody has chosen another. */
export const STANDARD_RECIPE = hybrid.id

/** @throws Problem `not-found` naming the recipes there are. */
export function recipeOf(id: string): Recipe {
  const found = RECIPES.find((recipe) => recipe.id === id)
  if (found) return found
  const ids = RECIPES.map((recipe) => recipe.id).join(', ')
  throw new Problem('not-found', `There is no recipe “${id}”.`, `Choose one of: ${ids}.`)
}
