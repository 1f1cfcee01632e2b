import type { ToolId } from '../domain/tool/tool'
import type { UsedRecipe } from './recipe-fields'

export type PlaceChange = 'fixed' | 'broken' | 'better' | 'worse' | 'same'

/** Right tools, by what became of their places. */
export type PlaceCounts = Record<PlaceChange, number>

/** Where a right tool of one golden query stands before and after an edit. */
export interface EffectRow {
  query: string
  text: string
  tool: ToolId
  name: string
  /** From 1; absent where it is not among the tools looked at. */
  before?: number
  after?: number
  /** `fixed` is given now and was not; `broken` the other way round. */
  change: PlaceChange
  /** Whether the edited tool stands above it now, and did not before. */
  isPassed: boolean
}

export interface Tokens {
  before: number
  after: number
}

/** How a change was asked of a recipe before and after. */
export interface DraftBasis extends UsedRecipe {
  /** How many tools are given; absent where the recipe decides. */
  k?: number
  /** How many of the first tools were looked at; absent where only those given can be. */
  depth?: number
}

export interface LayerEffect extends DraftBasis {
  goldenSet: string
  /** Golden queries that were asked, of those that name this tool or a neighbour. */
  asked: number
  of: number
  /** Of this tool, where it is right. */
  own: PlaceCounts
  /** Of the other right tools of the queries asked. */
  neighbours: PlaceCounts
  /** What breaks first, then what is fixed, then what moves most; some of all. */
  rows: EffectRow[]
}

export interface EffectMeasureAnswer {
  /** Absent where no golden query names this tool or one like it. */
  effect?: LayerEffect
  tokens: {
    /** Of what is matched, by the default components. */
    retrieval: Tokens
    /** Of what an agent is sent. */
    agent: Tokens
  }
}
