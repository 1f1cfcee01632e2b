import { z } from 'zod'
import { ModelChoice } from '../model/model'
import { WorksWith } from '../recipe/choice'
import { Move } from './move'

/** A workspace as it is stored. `dir` is the folder that holds it, and its address everywhere. */
export const StoredWorkspace = z.object({
  dir: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Counts up with every commit, whichever process made it. */
  revision: z.number().int(),
  /**
   * Tells commits apart, also those of one revision: the folder may be replaced by a copy that went
   * another way.
   */
  commit: z.string(),
  tools: z.number().int(),
  goldenSets: z.number().int(),
  bundles: z.number().int(),
  runs: z.number().int(),
  /** Those it chooses itself; absent where it chooses none. */
  models: ModelChoice.optional(),
  /** Absent where it stays with the embedder it has. */
  move: Move.optional(),
  /** Whether it was made to try things out: a person’s own tools go elsewhere. */
  isDemo: z.literal(true).optional(),
  /** Absent where it has chosen none: then it is the standard recipe. */
  worksWith: WorksWith.optional(),
  /**
   * Of a published snapshot, which cannot be changed: which one it is, and when it was published.
   */
  published: z.object({ number: z.number().int(), at: z.string() }).optional(),
})
export type StoredWorkspace = z.infer<typeof StoredWorkspace>

/** A workspace with what it works with, chosen or standard. */
export type WorkspaceInfo = StoredWorkspace & {
  worksWith: WorksWith
  /** Whether recipe, options or k are other than standard. */
  hasChosen?: true
  /** What is said where it had chosen something that left Pegboard. */
  left?: string
}

/** A workspace in the list: its info, or why it cannot be opened. */
export const WorkspaceEntry = z.object({
  dir: z.string(),
  name: z.string(),
  info: StoredWorkspace.optional(),
  problem: z.object({ message: z.string(), fix: z.string().optional() }).optional(),
})
export type WorkspaceEntry = z.infer<typeof WorkspaceEntry>
