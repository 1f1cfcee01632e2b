import { z } from 'zod'
import { ToolId } from '../tool/tool'

/**
 * What exported tools are called: by their own names, or by `server__name`, made unique and within
 * a provider's limits.
 */
export const ExportNames = z.enum(['own', 'server__name'])
export type ExportNames = z.infer<typeof ExportNames>

/**
 * What a provider's format can be told beside which tools: to keep calls to the schema, and to have
 * tools searched for.
 */
export const ExportSwitch = z.enum(['strict', 'deferLoading'])
export type ExportSwitch = z.infer<typeof ExportSwitch>

/**
 * What comes of a broken rule: the request is refused, a part does not reach the model, or it works
 * less well than it might.
 */
export const FindingKind = z.enum(['refused', 'lost', 'hint'])
export type FindingKind = z.infer<typeof FindingKind>

/**
 * One of a provider's rules that an exported tool breaks; without a tool, the export as a whole.
 */
export const ExportFinding = z.object({
  kind: FindingKind,
  tool: ToolId.optional(),
  why: z.string(),
  fix: z.string(),
})
export type ExportFinding = z.infer<typeof ExportFinding>

/** What a tool is called in an export, so that a call can be mapped back to it. */
export const ExportedName = z.object({
  exported: z.string(),
  id: ToolId,
  server: z.string().optional(),
  name: z.string(),
})
export type ExportedName = z.infer<typeof ExportedName>
