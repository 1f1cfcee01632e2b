import { Problem } from '../../domain/problem'
import { bm25 } from './bm25'
import { dense } from './dense'
import { graphRagToolFusion } from './graph-rag-tool-fusion'
import { hybrid } from './hybrid'
import { mftr } from './mftr'
import { ptr } from './ptr'
import { toolsee } from './toolsee'
import { toolToAgent } from './tool-to-agent'
import { toolshed } from './toolshed'
import { anthropicBm25 } from './providers/anthropic-bm25'
import { anthropicRegex } from './providers/anthropic-regex'
import { codex } from './providers/codex'
import { langgraphBigtool } from './providers/langgraph-bigtool'
import { openai } from './providers/openai'
import { toolhive } from './providers/toolhive'
import { vscode } from './providers/vscode'
import type { JsonObject } from '../../domain/tool/tool'
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
  toolToAgent,
  anthropicBm25,
  anthropicRegex,
  openai,
  codex,
  vscode,
  langgraphBigtool,
  toolhive,
]

/** The one that needs no embedder. */
export const WORDS_ALONE = bm25.id

/** The one to begin with where nobody has chosen another. */
export const STANDARD_RECIPE = hybrid.id

type FieldsLearner = Recipe & Required<Pick<Recipe, 'learnsFields'>>

/** The recipe whose weights of fields are learned. */
export function fieldsLearner(): FieldsLearner {
  const found = RECIPES.find((recipe): recipe is FieldsLearner => !!recipe.learnsFields)
  if (found) return found
  throw new Error('No recipe has weights of fields.')
}

/** @throws Problem `not-found` naming the recipes there are. */
export function recipeOf(id: string): Recipe {
  const found = RECIPES.find((recipe) => recipe.id === id)
  if (found) return found
  const ids = RECIPES.map((recipe) => recipe.id).join(', ')
  throw new Problem('not-found', `There is no recipe “${id}”.`, `Choose one of: ${ids}.`)
}

/**
 * The search that knows labelled queries best: of it is asked where texts lead, whichever recipe is
 * worked with.
 */
export function taughtSearch(): { recipe: string; options: JsonObject } {
  const recipe = RECIPES.find(({ taught }) => taught)
  if (!recipe?.taught) throw new Error('No recipe learns from labelled queries.')
  return { recipe: recipe.id, options: recipe.taught as JsonObject }
}
