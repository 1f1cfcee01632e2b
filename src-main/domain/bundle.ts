import { z } from 'zod'
import { ToolId } from './tool'

/** A past query with the tools that solved it (PTR, section 3: history `H`). */
export const Bundle = z.object({
  id: z.string().min(1),
  query: z.string().min(1),
  tools: z.array(ToolId).min(1),
})
export type Bundle = z.infer<typeof Bundle>

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
