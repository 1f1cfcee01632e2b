import type { OwnRecipe } from '../domain/recipe/choice'
import type { Everything } from '../domain/catalog/everything'
import type { SetGrounds, Need, PlacedTool, Seed, SetSize } from '../domain/query/query'
import type { EffectCondition } from '../domain/recipe/option'
import type { Simulated } from '../domain/recipe/simulated'
import type { JsonObject, ToolId } from '../domain/tool/tool'
import type { Section } from '../domain/tool/document'
import type { TraceStep, DiagramNode } from '../domain/trace/trace'
import type { LoggedTool } from './logged-tool'
import type { ProblemReport } from './reply'

/**
 * A recipe as a form can show it. `options` is a JSON Schema with titles, descriptions, defaults
 * and bounds.
 */
export interface RecipeInfo {
  id: string
  title: string
  summary: string
  source: string
  /** Set where it stands for a provider’s own search. */
  simulates?: Simulated
  /**
   * Whether its caller says how many tools are wanted, or the recipe itself decides; with other
   * options see `sizeWith`.
   */
  size: SetSize
  adaptiveWhere?: EffectCondition[][]
  options: JsonObject
  defaults: JsonObject
  /**
   * Whether it may ask a language model with its defaults, which costs time and tokens; with other
   * options see `asksModelWith`.
   */
  asksModel: boolean
  /** Whether it reads what was said before a query, as of a follow-up. */
  readsTurns: boolean
  asksModelWhere?: EffectCondition[][]
  /**
   * Whether it compares embeddings: with another embedder all tool documents are embedded first.
   */
  embeds: boolean
  /** Set for the recipe whose weights of fields are learned. */
  learnsFields?: true
  /** Its stages as built with the defaults. */
  diagram: DiagramNode[]
  /** What is made of it under names of one's own, in the workspace asked about. */
  own: OwnRecipe[]
}

/** Where one tool stood after one step; without a rank it was not there. */
export interface Standing {
  /** As in the trace. */
  path: string
  stage: string
  rank?: number
  score?: number
  /** Tools that the step gave. */
  of: number
  /** Why it is not there. */
  why?: string
  witnesses?: PlacedTool['witnesses']
}

/** A filter, by the option that sets it. */
export type FilterName = 'visibilities' | 'servers' | 'tags'

/** What became of one tool. */
export interface Explanation {
  tool: ToolId
  /** In one sentence. */
  verdict: string
  /** Whether the filters keep it out before anything is ranked. */
  filtered: boolean
  /** All that do so. */
  filteredBy: FilterName[]
  /** After every step that ranks; none where the filters keep it out. */
  standings: Standing[]
  /** Words of the query, as written, that its document holds, and those that it does not. */
  matchedWords: string[]
  missingWords: string[]
  /**
   * What each section of its document adds to the cosine with the whole query; left out where no
   * sections are compared.
   */
  meaning?: {
    section: Section
    adds: number
  }[]
}

/** What to show of a trace's tools by id; an id that is not here is its tool's name. */
export type ToolNames = Record<
  string,
  {
    name: string
    server?: string
  }
>

export interface SelectedTool extends PlacedTool {
  name: string
  server?: string
  description: string
  rank: number
  promptTokens: number
  tokensEstimated?: boolean
}

/** A tool that the last step was given and left out. */
export interface ToolBelow extends SelectedTool {
  /** `cut` where only more are wanted for it to be in the set. */
  cut: boolean
  why: string
}

/**
 * A tool that was found, with all that it needs, whether or not the set holds it; see {@link
 * toolGroups}.
 */
export interface NamedSeed extends Seed {
  needs: (Need & {
    name: string
    server?: string
  })[]
}

/**
 * Tool documents of which the embedder takes in only the beginning: how many, and the first of
 * them.
 */
export interface Cut {
  cut: number
  cutTools: ToolId[]
}

/**
 * Tool documents that have no vector, as the embedder makes none of their text: found by words
 * alone. Absent where all have one.
 */
export interface WithoutVector {
  none?: number
  /** The first of them. */
  noneTools?: ToolId[]
}

/** What a chat model would do with tools; nothing of it was done. */
export interface TriedCalls {
  model: string
  calls: {
    /** As the model was told it: of tools with one name, the later ones have a number. */
    name: string
    tool: ToolId
    arguments: JsonObject
    /**
     * What of the arguments does not fit the tool's schema: `path` is empty for all of them
     * together.
     */
    faults: {
      path: string
      why: string
    }[]
    /** Why they could not be held against the schema. */
    unchecked?: string
  }[]
  /** Calls that are not told as they are too many. */
  more: number
  /** Calls of tools that were not offered, or that could not be read. */
  dropped: number
  /** What the model said besides. */
  said: string
  /** Why its answer is not whole: what it would do may be more, or other. */
  fault?: string
  /** As the server counted them. */
  promptTokens: number
  answerTokens: number
  /** What the tokenizer counts for query and definitions. */
  estimatedTokens: number
  tokenizer: string
  latencyMs: number
  /** When the first call was there; absent where it called nothing. */
  firstCallMs?: number
}

/**
 * The same with all tools of the catalog that are not hidden, to compare with: what it read, and
 * how long it took.
 */
export interface TriedCatalog extends Pick<
  TriedCalls,
  'promptTokens' | 'estimatedTokens' | 'latencyMs' | 'firstCallMs' | 'calls' | 'fault'
> {
  tools: number
}

export interface TriedModel extends TriedCalls {
  /**
   * Where that was asked for: or why it could not be had, such as that they are more than the model
   * reads.
   */
  wholeCatalog?:
    | TriedCatalog
    | {
        problem: ProblemReport
      }
}

export interface KnowledgeIndexAnswer extends Cut, WithoutVector {
  embedder: string
  documents: number
  embedded: number
  reused: number
  /** Whether it answers in the workspace from now on, and did not before. */
  answers: boolean
  elapsedMs: number
}

export interface QueryRunAnswer {
  query: string
  turns: string[]
  held: ToolId[]
  recipe: string
  options: JsonObject
  size: SetSize
  /** Tools wanted; absent where the recipe decides itself. */
  k?: number
  /** The embedder's name, where embeddings were compared. */
  embedder?: string
  /** As in {@link LanguageModel.fingerprint}, where the recipe asks a model. */
  model?: string
  catalog: {
    tools: number
    revision: number
    /** Equal where neither tools nor layers differ. */
    content: string
  }
  tools: SelectedTool[]
  /** The next tools, which the last step left out; none where they were not asked for. */
  below: ToolBelow[]
  /** The tools whose dependencies were taken along, the best first; absent where none were. */
  seeds?: NamedSeed[]
  /** What to know of the set, such as that the catalog holds fewer tools than were wanted. */
  remarks: string[]
  /**
   * What the planner would ask the user first, as it found the query ambiguous; absent where it
   * would ask nothing.
   */
  questions?: string[]
  /** Why the set holds as many tools as it does; absent where the caller decided that. */
  grounds?: SetGrounds
  promptTokens: number
  tokensEstimated?: boolean
  /**
   * To compare with; with hidden tools where the filters let them through. Absent where it was not
   * asked for.
   */
  everything?: Everything
  tokenizer: string
  latencyMs: number
  degraded: string[]
  trace?: TraceStep[]
  names?: ToolNames
}

export interface QueryKnownAnswer {
  sets: string[]
  tools: LoggedTool[]
}
