import { z } from 'zod'
import { ToolId } from '../tool/tool'

/** What of a golden query concerns the tool graph, at any k. */
export const GraphFacts = z.object({
  /**
   * What the query is about: its first golden tool, and others that need golden tools and that none
   * needs.
   */
  mains: z.array(ToolId),
  /**
   * The tools that were found and whose dependencies were taken along; absent where the recipe
   * takes none.
   */
  seeds: z.array(ToolId).optional(),
  /** Golden tools that no edge leads to from a main tool. */
  missing: z.array(ToolId),
  /** Tools that a main tool itself needs by the graph and that are not golden. */
  spurious: z.array(ToolId),
  /** Tools that a golden tool further on needs and that are not golden. */
  leftOut: z.array(ToolId),
})
export type GraphFacts = z.infer<typeof GraphFacts>

/** What can go wrong where tools bring others along. A query may have several of these. */
export const DependencyError = z.enum([
  'main-not-found',
  'main-cut',
  'dependency-cut',
  'dependency-missing',
  'dependency-spurious',
  'golden-incomplete',
])
export type DependencyError = z.infer<typeof DependencyError>

/** How many queries have each error; those that none has may be left out. */
export const DependencyErrorCounts = z.partialRecord(DependencyError, z.number().int())
export type DependencyErrorCounts = z.infer<typeof DependencyErrorCounts>
