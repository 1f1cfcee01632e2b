import { z } from 'zod'
import { OwnRecipe } from '../domain/own-recipe'
import { Everything } from '../domain/everything'
import { MoveState } from '../domain/move'
import { Need, PlacedTool, Seed, SetGrounds, SetSize } from '../domain/query'
import type { EffectCondition } from '../domain/recipe-option'
import { JsonObject, ToolId } from '../domain/tool'
import { TokensEstimated } from '../domain/tokens-estimated'
import { Section } from '../domain/tool-document'
import { AnswerHead, Talk } from '../domain/traced-answer'
import { DiagramNode, TraceStep } from '../domain/trace'
import { LoggedTool } from './logged-tool'
import { ProblemReport } from './reply'
import { Dir } from './workspace-routes'

/** A recipe as a form can show it. `options` is a JSON Schema with titles, descriptions, defaults and bounds. */
export const RecipeInfo = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  /** Whether its caller says how many tools are wanted, or the recipe itself decides; with other options see `sizeWith`. */
  size: SetSize,
  ownSizeWhere: z.array(z.array(z.custom<EffectCondition>())).optional(),
  options: JsonObject,
  defaults: JsonObject,
  /** Whether it may ask a language model with its defaults, which costs time and tokens; with other options see `asksModelWith`. */
  asksModel: z.boolean(),
  /** Whether it reads what was said before a query, as of a follow-up. */
  readsTurns: z.boolean(),
  asksModelWhere: z.array(z.array(z.custom<EffectCondition>())).optional(),
  /** Whether it compares embeddings: with another embedder all tool documents are embedded first. */
  embeds: z.boolean(),
  /** Set for the recipe whose weights of fields are learned. */
  learnsFields: z.literal(true).optional(),
  /** Its stages as built with the defaults. */
  diagram: z.array(DiagramNode),
  /** What is made of it under names of one's own, in the workspace asked about. */
  own: z.array(OwnRecipe),
})
export type RecipeInfo = z.infer<typeof RecipeInfo>

/** Where one tool stood after one step; without a rank it was not there. */
export const Standing = z.object({
  /** As in the trace. */
  path: z.string(),
  stage: z.string(),
  rank: z.number().int().optional(),
  score: z.number().optional(),
  /** Tools that the step gave. */
  of: z.number().int(),
  /** Why it is not there. */
  why: z.string().optional(),
  witnesses: PlacedTool.shape.witnesses.optional(),
})
export type Standing = z.infer<typeof Standing>

/** A filter, by the option that sets it. */
export const FilterName = z.enum(['visibilities', 'servers', 'tags'])
export type FilterName = z.infer<typeof FilterName>

/** What became of one tool. */
export const Explanation = z.object({
  tool: ToolId,
  /** In one sentence. */
  verdict: z.string(),
  /** Whether the filters keep it out before anything is ranked. */
  filtered: z.boolean(),
  /** All that do so. */
  filteredBy: z.array(FilterName),
  /** After every step that ranks; none where the filters keep it out. */
  standings: z.array(Standing),
  /** Words of the query, as written, that its document holds, and those that it does not. */
  matchedWords: z.array(z.string()),
  missingWords: z.array(z.string()),
  /** What each section of its document adds to the cosine with the whole query; left out where no sections are compared. */
  meaning: z.array(z.object({ section: Section, adds: z.number() })).optional(),
})
export type Explanation = z.infer<typeof Explanation>

/** What to show of a trace's tools by id; an id that is not here is its tool's name. */
export const ToolNames = z.record(
  z.string(),
  z.object({ name: z.string(), server: z.string().optional() }),
)

export const SelectedTool = PlacedTool.extend({
  name: z.string(),
  server: z.string().optional(),
  description: z.string(),
  rank: z.number().int(),
  promptTokens: z.number().int(),
  tokensEstimated: TokensEstimated,
})
export type SelectedTool = z.infer<typeof SelectedTool>

/** A tool that the last step was given and left out. */
export const ToolBelow = SelectedTool.extend({
  /** `cut` where only more are wanted for it to be in the set. */
  cut: z.boolean(),
  why: z.string(),
})
export type ToolBelow = z.infer<typeof ToolBelow>

/** A tool that was found, with all that it needs, whether or not the set holds it; see {@link toolGroups}. */
export const ToldSeed = Seed.extend({
  needs: z.array(Need.extend({ name: z.string(), server: z.string().optional() })),
})
export type ToldSeed = z.infer<typeof ToldSeed>

/** A query with the recipe to answer it. */
const Question = z.object({
  dir: Dir,
  text: z.string().trim().min(1).max(10_000),
  recipe: z.string(),
  options: JsonObject.default({}),
  /** Tools wanted of a recipe that leaves this to its caller; left out: as many as the workspace works with. */
  k: z.number().int().min(1).max(10_000).optional(),
  embedder: z.string().optional(),
  /** What was said before it, for recipes that read it. */
  turns: Talk.turns.default([]),
  /** Tools the agent holds already; those that are not in the catalog are left out. */
  held: Talk.held.default([]),
})

/** Tool documents of which the embedder takes in only the beginning: how many, and the first of them. */
const Cut = { cut: z.number().int(), cutTools: z.array(ToolId) }

/** What a chat model would do with tools; nothing of it was done. */
export const TriedCalls = z.object({
  model: z.string(),
  calls: z.array(
    z.object({
      /** As the model was told it: of tools with one name, the later ones have a number. */
      name: z.string(),
      tool: ToolId,
      arguments: JsonObject,
      /** What of the arguments does not fit the tool's schema: `path` is empty for all of them together. */
      faults: z.array(z.object({ path: z.string(), why: z.string() })),
      /** Why they could not be held against the schema. */
      unchecked: z.string().optional(),
    }),
  ),
  /** Calls that are not told as they are too many. */
  more: z.number().int(),
  /** Calls of tools that were not offered, or that could not be read. */
  dropped: z.number().int(),
  /** What the model said besides. */
  said: z.string(),
  /** Why its answer is not whole: what it would do may be more, or other. */
  fault: z.string().optional(),
  /** As the server counted them. */
  promptTokens: z.number().int(),
  answerTokens: z.number().int(),
  /** What the tokenizer counts for query and definitions. */
  estimatedTokens: z.number().int(),
  tokenizer: z.string(),
  latencyMs: z.number(),
  /** When the first call was there; absent where it called nothing. */
  firstCallMs: z.number().optional(),
})
export type TriedCalls = z.infer<typeof TriedCalls>

/** The same with all tools of the catalog that are not hidden, to compare with: what it read, and how long it took. */
export const TriedCatalog = TriedCalls.pick({
  ...{ promptTokens: true, estimatedTokens: true, latencyMs: true, firstCallMs: true, calls: true },
  ...{ fault: true },
}).extend({ tools: z.number().int() })

export const TriedModel = TriedCalls.extend({
  /** Where that was asked for: or why it could not be had, such as that they are more than the model reads. */
  wholeCatalog: z.union([TriedCatalog, z.object({ problem: ProblemReport })]).optional(),
})
export type TriedModel = z.infer<typeof TriedModel>

export const queryRoutes = {
  /** Every recipe, with those of one's own that a workspace holds, where one is named. */
  'recipes.list': { input: z.object({ dir: Dir.optional() }), output: z.array(RecipeInfo) },
  /** Keeps a recipe with options chosen under a name: by it a terminal and a window find it. */
  'recipes.save': {
    input: z.object({
      dir: Dir,
      ...OwnRecipe.pick({ name: true, recipe: true }).shape,
      options: JsonObject.default({}),
      /** Whether one of that name is replaced; otherwise it is refused. */
      replace: z.boolean().default(false),
    }),
    output: OwnRecipe,
  },
  'recipes.delete': {
    input: z.object({ dir: Dir, names: z.array(OwnRecipe.shape.name).min(1).max(1000) }),
    output: z.object({ deleted: z.number().int() }),
  },
  /** Which tool documents are embedded by which embedder. */
  'knowledge.status': {
    input: z.object({ dir: Dir, embedder: z.string().optional() }),
    output: z.object({
      embedder: z.string(),
      documents: z.number().int(),
      embedded: z.number().int(),
      ...Cut,
      dimensions: z.number().int(),
    }),
  },
  /**
   * Embeds the tool documents whose text changed; sends progress. Where the workspace moves to the embedder, or `use` says so, it
   * answers in the workspace once all are embedded. With none named it is the one that the workspace moves to, or else has.
   */
  'knowledge.index': {
    input: z.object({
      dir: Dir,
      embedder: z.string().optional(),
      use: z.boolean().default(false),
    }),
    output: z.object({
      embedder: z.string(),
      documents: z.number().int(),
      embedded: z.number().int(),
      reused: z.number().int(),
      ...Cut,
      /** Whether it answers in the workspace from now on, and did not before. */
      answers: z.boolean(),
      elapsedMs: z.number(),
    }),
  },
  /** How far a workspace is on its move to another embedder; nothing where it has none before it. */
  'knowledge.move': {
    input: z.object({ dir: Dir }),
    output: z.object({ move: MoveState.optional() }),
  },
  /** Says whether the move of a workspace goes on, also after the next start; stops it where it runs. */
  'knowledge.wantMove': {
    input: z.object({ dir: Dir, wanted: z.boolean() }),
    output: z.object({ wanted: z.boolean() }),
  },
  'query.run': {
    input: Question.extend({
      /** Counting the whole catalog's tokens costs some tenths of a second the first time. */
      withEverything: z.boolean().default(true),
      /** Whether every step is told, each with its first hundred tools. */
      withTrace: z.boolean().default(false),
      /** How many of the next tools below the set are told. */
      below: z.number().int().min(0).max(100).default(0),
    }),
    output: z.object({
      query: z.string(),
      ...AnswerHead.pick({
        ...{ turns: true, held: true, recipe: true, size: true, options: true, k: true },
        ...{ embedder: true, model: true, catalog: true },
      }).shape,
      tools: z.array(SelectedTool),
      /** The next tools, which the last step left out; none where they were not asked for. */
      below: z.array(ToolBelow),
      /** The tools whose dependencies were taken along, the best first; absent where none were. */
      seeds: z.array(ToldSeed).optional(),
      /** What to know of the set, such as that the catalog holds fewer tools than were wanted. */
      remarks: z.array(z.string()),
      /** What the planner would ask the user first, as it found the query ambiguous; absent where it would ask nothing. */
      questions: z.array(z.string()).optional(),
      /** Why the set holds as many tools as it does; absent where the caller decided that. */
      grounds: SetGrounds.optional(),
      promptTokens: z.number().int(),
      tokensEstimated: TokensEstimated,
      /** To compare with; with hidden tools where the filters let them through. Absent where it was not asked for. */
      everything: Everything.optional(),
      tokenizer: z.string(),
      latencyMs: z.number(),
      degraded: z.array(z.string()),
      trace: z.array(TraceStep).optional(),
      names: ToolNames.optional(),
    }),
  },
  /** Hands tools to the chat model and says which calls it would make. No tool is executed. */
  'query.tryModel': {
    input: z.object({
      dir: Dir,
      text: z.string().trim().min(1).max(10_000),
      tools: z.array(ToolId).min(1).max(512),
      /** Asks a second time, with all tools that are not hidden: dear. */
      withWholeCatalog: z.boolean().default(false),
    }),
    output: TriedModel,
  },
  /** What golden sets call right for a query of this text, whose tools and sets are none where they do not hold it. */
  'query.known': {
    input: z.object({ dir: Dir, text: z.string().max(10_000) }),
    output: z.object({
      sets: z.array(z.string()),
      tools: z.array(LoggedTool),
    }),
  },
  /** Why tools are where they are, all of them from one run. */
  'query.explain': {
    input: Question.extend({ tools: z.array(ToolId).min(1).max(100) }),
    /** `[i]` belongs to `tools[i]`. */
    output: z.array(Explanation),
  },
}
