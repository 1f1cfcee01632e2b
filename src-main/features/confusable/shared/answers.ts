import type { ToolId } from '../../../domain/tool/tool'

/** By what tools are called confusable. */
export type Basis =
  | {
      by: 'run'
      run: string
      recipe: string
      goldenSet: string
      /** Absent where the recipe decides how many tools there are. */
      k?: number
      queries: number
      startedAt: string
      /** Tools that the run names and that are not in the catalog any more. */
      gone: number
      /** Why it is of another recipe than the workspace works with, in sentences. */
      remarks: string[]
    }
  | {
      by: 'similarity'
      /** What compared by meaning; absent where words alone were compared. */
      embedder?: string
      /** What the list may lack, in sentences. */
      remarks: string[]
    }

/** Two tools that are taken for each other, the most confusable pairs first. */
export interface ConfusablePair {
  one: ToolId
  other: ToolId
  /** By a run: queries of the other that each one takes. */
  taken?: {
    byOne: number
    byOther: number
  }
  /** Some of these queries, with the tool that took them. */
  examples: {
    text: string
    by: ToolId
  }[]
  /** By similarity: shared words and cosine, 0 … 1. */
  words?: number
  meaning?: number
}

/**
 * By a run: how often a tool was given, without being wanted, and wanted. By similarity: to how
 * many tools it is near.
 */
export interface ToolReach {
  tool: ToolId
  given: number
  unwanted: number
  golden: number
  isHidden: boolean
}

export interface ConfusablePairsAnswer {
  basis: Basis
  total: number
  rows: ConfusablePair[]
  /** Of the whole catalog. */
  sums: {
    pairs: number
    hubs: number
    /** Absent where no run tells it. */
    orphans?: number
  }
}

export interface ConfusableMapAnswer {
  basis: Basis
  tools: {
    id: ToolId
    x: number
    y: number
    neededBy: number
  }[]
  /** By the places of both tools in `tools`; the last is 0. */
  edges: [number, number, number][]
  /** Pairs that there is no room for. */
  leftOut: number
}
