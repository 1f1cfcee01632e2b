import { z } from 'zod'
import { ToolId } from './tool'

/** A past query with the tools that solved it (PTR, section 3: history `H`). */
export const Bundle = z.object({
  id: z.string().min(1),
  query: z.string().min(1),
  tools: z.array(ToolId).min(1),
})
export type Bundle = z.infer<typeof Bundle>
