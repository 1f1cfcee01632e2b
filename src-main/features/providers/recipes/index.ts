import type { Recipe } from '../../../pipeline/recipes/recipe'
import { anthropicBm25 } from './anthropic-bm25'
import { anthropicRegex } from './anthropic-regex'
import { codex } from './codex'
import { langgraphBigtool } from './langgraph-bigtool'
import { openai } from './openai'
import { toolhive } from './toolhive'
import { vscode } from './vscode'

/** In the order people are offered them. */
export const providerRecipes: readonly Recipe[] = [
  anthropicBm25,
  anthropicRegex,
  openai,
  codex,
  vscode,
  langgraphBigtool,
  toolhive,
]
