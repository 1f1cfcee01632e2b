import { z } from 'zod'
import { StandardisedFields, ToolId } from './tool'

/** What was asked of a model, of which and when. */
const Asking = z.object({
  /**
   * The version of the tool that it was shown. Once the tool has another one, what it wrote is
   * stale.
   */
  of: z.string().min(1).max(100),
  model: z.string(),
  /** With its version: `standardise-tool@1`. */
  prompt: z.string(),
  at: z.string(),
})

/**
 * Standardised fields of a tool that came without them, as a model wrote them (MFTR, section 3.1).
 * The tool need not be in the catalog now.
 */
export const StandardFieldsRecord = z.object({
  tool: ToolId,
  written: Asking.extend({ fields: StandardisedFields }).optional(),
  /** The last answer that could not be used, which leaves what was written before it as it is. */
  refused: Asking.extend({ why: z.string() }).optional(),
})
export type StandardFieldsRecord = z.infer<typeof StandardFieldsRecord>
