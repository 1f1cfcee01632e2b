import type { EnhanceForgetAnswer } from './shared/answers'
import type { EnhancedTool } from '../../domain/proposal/enhanced-tool'
import { ProposedPart } from '../../domain/proposal/text'
import type { Session } from '../../app/workspaces/session'
import { chosenTools } from './input'
import { enhancedTools, textProposals } from './put-proposals'
import { z } from 'zod'

export const EnhanceForgetInput = z.object({
  ...chosenTools,
  run: z.string().min(1).optional().meta({ title: 'id', description: 'only those of this run' }),
})
export type EnhanceForgetInput = z.output<typeof EnhanceForgetInput>

/**
 * Takes back open proposals, and that they were asked for. What was decided stays, with what was
 * asked for it.
 */
export const forget = (
  session: Session,
  { run, ids }: Omit<EnhanceForgetInput, 'dir'>,
): Promise<EnhanceForgetAnswer> =>
  session.change(async () => {
    const chosen = ids && new Set<string>(ids)
    const isMeant = (tool: string, of: string | undefined) =>
      (!chosen || chosen.has(tool)) && (run === undefined || of === run)
    const proposals = (await textProposals(session)).filter((each) => isMeant(each.tool, each.run))
    const open = proposals.filter(({ decision }) => !decision)
    const decided = new Set(
      proposals.filter(({ decision }) => decision).map((each) => `${each.part} ${each.tool}`),
    )
    const put: EnhancedTool[] = []
    const remove: EnhancedTool['tool'][] = []
    for (const { tool, parts } of (await enhancedTools(session)).values()) {
      const kept = ProposedPart.options.flatMap((part) => {
        const asked = parts[part]
        return asked && (!isMeant(tool, asked.run) || decided.has(`${part} ${tool}`))
          ? [[part, asked] as const]
          : []
      })
      if (kept.length === Object.keys(parts).length) continue
      if (kept.length === 0) remove.push(tool)
      else put.push({ tool, parts: Object.fromEntries(kept) })
    }
    return {
      textProposals: { remove: open.map(({ id }) => id) },
      enhancedTools: { put, remove },
      answer: { forgotten: open.length },
    }
  })
