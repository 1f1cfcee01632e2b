import type { WorksWith } from '../recipe/choice'

/** What a published catalog was measured with: the newest whole run of its recipe. */
export interface PublishedFigures {
  goldenSet: string
  queries: number
  /** Means by name, such as `Recall@5`. */
  measures: Record<string, number>
  /** That the catalog was changed since it was measured. */
  isStale?: true | undefined
}

/** How much of what a recipe finds in memory it finds where a snapshot is searched in place. */
export interface RecallInPlace {
  recipe: string
  queries: number
  /** Mean share of the first {@link PLACES_COMPARED} tools. */
  recall: number
}

/** Of so many first tools recall in place is told. */
export const PLACES_COMPARED = 10

/** One published snapshot of a workspace. */
export interface PublishedSnapshot {
  /** Its place among all that were published at the address, from 1. Never given again. */
  number: number
  /** The workspace's name. */
  name: string
  /** By the clock of who published it; nothing depends on it. */
  at: string
  /** The version of Pegboard that published it. */
  program: string
  tools: number
  worksWith: WorksWith
  embedder?: string | undefined
  figures?: PublishedFigures | undefined
  /** Set where it is searched where it lies, rather than held in memory. */
  inPlace?: RecallInPlace[] | undefined
  /** Whether it is the one that is served: the newest, or the one that was rolled back to. */
  isCurrent: boolean
  isNewest: boolean
}
