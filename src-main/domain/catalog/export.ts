import { z } from 'zod'
import { ToolId } from '../tool/tool'

/** What exported tools are called: by their own names, or by `server__name`, made unique and within a provider's limits. */
export const ExportNames = z.enum(['own', 'server__name'])
export type ExportNames = z.infer<typeof ExportNames>

/** What a provider's format can be told beside which tools: to keep calls to the schema, and to have tools searched for. */
export const ExportSwitch = z.enum(['strict', 'deferLoading'])
export type ExportSwitch = z.infer<typeof ExportSwitch>

/** What comes of a broken rule: the request is refused, a part does not reach the model, or it works less well than it might. */
export const FindingKind = z.enum(['refused', 'lost', 'hint'])
export type FindingKind = z.infer<typeof FindingKind>

/** One of a provider's rules that an exported tool breaks; without a tool, the export as a whole. */
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

/** The kinds of finding in a word. */
export const FINDING_WORDS: Record<FindingKind, string> = {
  refused: 'Refused',
  lost: 'Lost',
  hint: 'Advice',
}

interface Verdict {
  provider?: string
  total: number
  refused: number
  lost: number
  tools: number
}

/** What a provider makes of an export, in a sentence. */
export function exportVerdict({ provider = 'It', total, refused, lost, tools }: Verdict): string {
  if (total === 0) return `${provider} has nothing to refuse.`
  if (refused > 0) {
    const what = tools === 0 ? 'this as it is' : `${tools} of these tools as they are`
    return `${provider} would refuse ${what}.`
  }
  if (lost > 0) return `${provider} takes this, but parts of it do not reach the model.`
  return `${provider} takes this; it could do better with it.`
}
