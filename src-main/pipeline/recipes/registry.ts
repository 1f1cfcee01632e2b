import { bm25 } from './bm25'
import { dense } from './dense'
import { graphRagToolFusion } from './graph-rag-tool-fusion'
import { hybrid } from './hybrid'
import { mftr } from './mftr'
import { ptr } from './ptr'
import { toolsee } from './toolsee'
import { toolshed } from './toolshed'
import { anthropicBm25 } from './providers/anthropic-bm25'
import { anthropicRegex } from './providers/anthropic-regex'
import { codex } from './providers/codex'
import { langgraphBigtool } from './providers/langgraph-bigtool'
import { openai } from './providers/openai'
import { toolhive } from './providers/toolhive'
import { vscode } from './providers/vscode'
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
  anthropicBm25,
  anthropicRegex,
  openai,
  codex,
  vscode,
  langgraphBigtool,
  toolhive,
]

/** Every recipe there is. `compose.ts` hands them to the app: nothing else imports them. */
export const recipes: Recipes = { all, standard: hybrid.id, wordsAlone: bm25.id }
