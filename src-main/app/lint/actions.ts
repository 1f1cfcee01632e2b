import type { LintRunAnswer, LintSetAsideAnswer, FindingRow } from '../../contract/lint'
import { purposeFirst, PURPOSE_BURIED } from '../../authoring/lint/purpose-rules'
import { readingTools } from '../requests/call-progress'
import { containing } from '../requests/containing'
import { choicesOf, findingsOf, requireRules, rowsOf, rulesOf } from './findings'
import {
  setAside,
  switchRules,
  takeBack,
  LintSwitchInput,
  LintSetAsideInput,
  LintTakeBackInput,
} from './lint-choices'
import { z } from 'zod'
import { LintSeverity } from '../../domain/catalog/lint'
import { ToolId } from '../../domain/tool/tool'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { action, inSession } from '../action'
import { page } from '../../contract/page'

const LintRunInput = z.object({
  dir: Dir,
  rules: z.array(z.string()).optional().describe('only findings of these rules, by id'),
  severities: z.array(LintSeverity).optional().describe('only findings of these severities'),
  tool: ToolId.optional().describe(
    'only findings that this tool is to be changed for, or is the other one of',
  ),
  search: SearchText,
  show: z
    .enum(['open', 'set-aside', 'all'])
    .default('open')
    .describe('open findings, dismissed ones, or both'),
  ...page(200),
})
type LintRunInput = z.output<typeof LintRunInput>

export const lintActions = {
  'lint.run': action({
    summary: 'What the rules that are on find in the catalog as it is now, errors first',
    input: LintRunInput,
    async run(context, input, call): Promise<LintRunAnswer> {
      const { dir, rules, tool, offset, limit } = input
      requireRules(context.places.lintRules, rules)
      const session = await context.sessions.of(dir)
      const catalog = await session.catalog(readingTools(call, context.clock))
      if (tool !== undefined) catalog.tool(tool)
      const choices = await choicesOf(session)
      const { findings, remarks } = await findingsOf(context, catalog, call)
      const all = rowsOf(findings, choices)
      const ofTool =
        tool === undefined ? all : all.filter((row) => row.tool === tool || row.other === tool)
      const found = ofTool.filter(matching(input))
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit),
        rules: rulesOf(context.places.lintRules, ofTool, choices),
        remarks: [...remarks],
      }
    },
  }),
  'lint.mend': action({
    summary:
      'The author’s layer that would mend a finding of a tool, where one is known; nothing is written',
    input: z.object({
      dir: Dir,
      tool: ToolId.describe('the tool’s id'),
      rule: z.string().describe('the rule, by its id'),
    }),
    run: async (context, { dir, tool, rule }) => {
      const catalog = await (await context.sessions.of(dir)).catalog()
      requireRules(context.places.lintRules, [rule])
      const entry = catalog.tool(tool)
      const description =
        rule === PURPOSE_BURIED ? purposeFirst(entry, await catalog.commonTexts()) : undefined
      return description === undefined ? {} : { layer: { ...entry.layer, description } }
    },
  }),
  'lint.switch': action({
    summary: 'Switch rules off, or on again, for this workspace',
    input: LintSwitchInput,
    run: async (context, input) =>
      switchRules(context, await context.sessions.of(input.dir), input),
  }),
  /** Those whose text is another by now are passed over. */
  'lint.setAside': action({
    summary: 'Dismiss findings',
    input: LintSetAsideInput,
    run: async (context, input, call): Promise<LintSetAsideAnswer> =>
      setAside(context, await context.sessions.of(input.dir), { ...input, call }),
  }),
  'lint.takeBack': action({
    summary: 'Restore findings that were dismissed',
    input: LintTakeBackInput,
    run: inSession(takeBack),
  }),
}

/** Tells the findings that are asked for. */
export function matching({
  rules,
  severities,
  search,
  show,
}: Pick<LintRunInput, 'rules' | 'severities' | 'search' | 'show'>): (row: FindingRow) => boolean {
  const holds = containing(search)
  return (row) =>
    (rules === undefined || rules.includes(row.rule)) &&
    (severities === undefined || severities.includes(row.severity)) &&
    (show === 'all' || (show === 'open') === (row.setAside === undefined)) &&
    holds({ id: row.tool, text: `${row.tool} ${row.other ?? ''} ${row.what} ${row.fix}` })
}
