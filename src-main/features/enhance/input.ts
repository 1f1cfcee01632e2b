import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { ProposedPart } from '../../domain/proposal/text'
import { ToolId } from '../../domain/tool/tool'

export const chosenTools = {
  dir: Dir,
  ids: z.array(ToolId).min(1).optional().describe('only this tool; may be repeated'),
}

/** What is asked of a model. */
export const PartsInput = {
  ...chosenTools,
  parts: z.array(ProposedPart).min(1).describe('what to ask for'),
  again: z.boolean().default(false).describe('ask again, even where the tools have not changed'),
}
