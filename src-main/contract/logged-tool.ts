import { z } from 'zod'
import { ToolId } from '../domain/tool'

/** A tool that a logged or a golden query names. */
export const LoggedTool = z.object({
  tool: ToolId,
  name: z.string(),
  server: z.string().optional(),
  isInCatalog: z.boolean(),
})
export type LoggedTool = z.infer<typeof LoggedTool>
