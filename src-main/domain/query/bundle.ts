import { z } from 'zod'
import { ToolId } from '../tool/tool'

/** How a logged query came here. */
export const LogSource = z.enum([
  'file',
  /** It was asked here, and a person said which tools it took. */
  'question',
  /** It is a golden query, taken from a run of the evaluation. */
  'run',
  /** A served agent searched for it, and took what it was given. */
  'served',
  /** Nobody asked it: it was made up, as those of the demo are. */
  'synthetic',
])
export type LogSource = z.infer<typeof LogSource>

/** A past query with the tools that solved it (PTR, section 3: history `H`). */
export const Bundle = z.object({
  id: z.string().min(1),
  query: z.string().min(1),
  tools: z.array(ToolId).min(1),
  /**
   * When it was logged here, in UTC. Absent where that is not known, as it is not of what was
   * logged before 0.1.
   */
  loggedAt: z.iso.datetime().optional(),
  from: LogSource.optional(),
  /**
   * Of one that was served: whether its tools were called without a fault, or some had their
   * definition fetched and no more.
   */
  grade: z.enum(['called', 'fetched']).optional(),
})
export type Bundle = z.infer<typeof Bundle>

/** All that is logged, whether recipes can learn from it or not. */
export const HistoryStock = z.object({
  queries: z.number().int(),
  /** Different sets of tools. */
  bundles: z.number().int(),
  /** Queries none of whose tools is in the catalog: nothing is learned from them. */
  useless: z.number().int(),
  synthetic: z.number().int(),
  /** Queries of which it is not known when they were logged. */
  undated: z.number().int(),
})
export type HistoryStock = z.infer<typeof HistoryStock>

/** How many logged queries there are, and how many of a tool; of tools that are in the catalog. */
export const HistoryFigures = z.object({
  /** That name a tool of the catalog. */
  queries: z.number().int(),
  /** Tools that have any. */
  tools: z.number().int(),
  /** Logged queries of those tools. */
  perTool: z.object({ least: z.number(), median: z.number(), most: z.number() }),
})
export type HistoryFigures = z.infer<typeof HistoryFigures>
