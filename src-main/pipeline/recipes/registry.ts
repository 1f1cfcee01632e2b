import { bm25 } from './bm25'
import { dense } from './dense'
import { graphRagToolFusion } from './graph-rag-tool-fusion'
import { hybrid } from './hybrid'
import { mftr } from './mftr'
import { ptr } from './ptr'
import { toolsee } from './toolsee'
import { toolshed } from './toolshed'
import type { Recipe, Recipes } from './recipe'

/** In the order people are offered them. */
const all: readonly Recipe[] = [
  bm25,
  dense,
  hybrid,
  toolsee,
  toolshed,
  graphRagToolFusion,
  mftr,
  ptr,
]

/** The core's recipes; `features/recipes.ts` joins those of features to them. */
export const recipes: Recipes = { all, standard: hybrid.id, wordsAlone: bm25.id }
