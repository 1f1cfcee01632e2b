import { z } from 'zod'
import { LintFinding, LintRuleInfo } from '../domain/lint'
import { ToolId } from '../domain/tool'
import { Dir } from './workspace-routes'

export const lintRoutes = {
  /** What the rules find in the catalog as it is now, errors first. */
  'lint.run': {
    input: z.object({
      dir: Dir,
      /** Only findings of these rules, by id; left out: of all. */
      rules: z.array(z.string()).optional(),
      /** Only findings that this tool is to be changed for. */
      tool: ToolId.optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      total: z.number().int(),
      rows: z.array(LintFinding),
      /** Every rule with how often it found something, whichever rules were asked for. */
      rules: z.array(LintRuleInfo.extend({ found: z.number().int() })),
    }),
  },
}
