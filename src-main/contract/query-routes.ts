import { z } from 'zod'
import { RankedTool } from '../domain/query'
import { JsonObject, ToolId } from '../domain/tool'
import { TraceStep } from '../domain/trace'
import { Dir } from './workspace-routes'

/** A recipe as a form can show it. `options` is a JSON Schema with titles, descriptions, defaults and bounds. */
export const RecipeInfo = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  options: JsonObject,
  defaults: JsonObject,
  /** The chain of stages as built with the defaults; an inner list is a set of branches side by side. */
  diagram: z.array(z.union([z.string(), z.array(z.array(z.string()))])),
})
export type RecipeInfo = z.infer<typeof RecipeInfo>

/** Where one tool stood after one step; without a rank it was not there. */
export const Standing = z.object({
  stage: z.string(),
  /** Which branch of a step that ran several, from 0. */
  branch: z.number().int().optional(),
  rank: z.number().int().optional(),
  score: z.number().optional(),
  of: z.number().int(),
  /** Why it is not there, where the step knows. */
  why: z.string().optional(),
  parts: RankedTool.shape.parts.optional(),
})
export type Standing = z.infer<typeof Standing>

export const SelectedTool = RankedTool.extend({
  name: z.string(),
  server: z.string().optional(),
  description: z.string(),
  rank: z.number().int(),
  promptTokens: z.number().int(),
})
export type SelectedTool = z.infer<typeof SelectedTool>

/** A query with the recipe to answer it. */
const Question = z.object({
  dir: Dir,
  text: z.string().trim().min(1).max(10_000),
  recipe: z.string(),
  options: JsonObject.default({}),
  k: z.number().int().min(1).max(10_000).optional(),
  embedder: z.string().optional(),
})

export const queryRoutes = {
  'recipes.list': { input: z.object({}), output: z.array(RecipeInfo) },
  /** Which tool documents are embedded by which embedder. */
  'knowledge.status': {
    input: z.object({ dir: Dir, embedder: z.string().optional() }),
    output: z.object({
      embedder: z.string(),
      documents: z.number().int(),
      embedded: z.number().int(),
      dimensions: z.number().int(),
    }),
  },
  /** Embeds the tool documents whose text changed; sends progress. */
  'knowledge.index': {
    input: z.object({ dir: Dir, embedder: z.string().optional() }),
    output: z.object({
      embedder: z.string(),
      documents: z.number().int(),
      embedded: z.number().int(),
      reused: z.number().int(),
      elapsedMs: z.number(),
    }),
  },
  'query.run': {
    input: Question.extend({
      /** Counting the whole catalog's tokens costs some tenths of a second the first time. */
      withCatalogTokens: z.boolean().default(true),
    }),
    output: z.object({
      query: z.string(),
      recipe: z.string(),
      options: JsonObject,
      tools: z.array(SelectedTool),
      promptTokens: z.number().int(),
      /** Tokens of the whole catalog's definitions, to compare with. */
      catalogTokens: z.number().int().optional(),
      tokenizer: z.string(),
      latencyMs: z.number(),
      degraded: z.array(z.string()),
      trace: z.array(TraceStep),
      /** Ids of the trace's tools → what to show of them. */
      names: z.record(z.string(), z.object({ name: z.string(), server: z.string().optional() })),
    }),
  },
  /** Why a tool is where it is: its standing after every step with nothing cut off. */
  'query.explain': {
    input: Question.extend({
      tool: ToolId,
    }),
    output: z.object({
      tool: ToolId,
      standings: z.array(Standing),
      /** The verdict in one sentence. */
      verdict: z.string(),
      /** Query terms that its document has, and that it lacks. */
      matchedTerms: z.array(z.string()),
      missingTerms: z.array(z.string()),
    }),
  },
}
