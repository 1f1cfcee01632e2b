import type { ExperimentPlan } from '../plan'

/**
 * A published experiment as data: how it was made, what came out, and the plan that repeats it
 * here.
 */
export interface Replica {
  id: string
  title: string
  /** Where it was published. */
  source: string
  /** The data it is made for, as people know them. */
  benchmark: string
  /** How it was measured, step by step. */
  protocol: readonly string[]
  /** What is otherwise here than in the paper. */
  differs: readonly string[]
  tables: readonly ReplicaTable[]
}

/** One measurement of it, on one golden set. */
export interface ReplicaTable {
  id: string
  title: string
  /** What the golden set is called where the published files are imported, and how large it is. */
  goldenSet: string
  queries: number
  /** Tools of the catalog. */
  tools: number
  plan: Omit<ExperimentPlan, 'goldenSet'>
  published: readonly PublishedFigure[]
  /** What was published in words, or as a picture without figures. */
  said?: string
  /**
   * What of it the chat model is asked besides, with tools of the catalog and none searched for.
   */
  agent?: AgentPart
}

/** The chat model with so many tools in its prompt. */
export interface AgentPart {
  /** Numbers of tools, rising. */
  tools: readonly number[]
  seed: number
  sample: { size: number; seed: number }
  /** The accuracy published at each of them, for queries of one call. */
  published: { low: number; high: number; by: string }
}

/** A published figure, and which of our runs stands beside it. */
export interface PublishedFigure {
  /** As it is called here: `Recall@5`. */
  measure: string
  value: number
  /** What reached it. */
  by: string
  /** Place of the recipe in the plan that stands beside it. */
  recipe: number
  /** Where the figure is by how much it is above another: the place of that recipe. */
  above?: number
}
