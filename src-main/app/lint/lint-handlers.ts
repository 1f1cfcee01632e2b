import { purposeFirst, PURPOSE_BURIED } from '../../authoring/lint/purpose-rules'
import type { FindingRow } from '../../contract/lint-routes'
import type { ParsedInput } from '../../contract/routes'
import { readingTools } from '../call-progress'
import { containing } from '../containing'
import type { AppContext, Handlers } from '../handlers'
import { choicesOf, findingsOf, requireRules, rowsOf, rulesOf } from './findings'
import { setAside, switchRules, takeBack } from './lint-choices'

export const lintHandlers = (context: AppContext): Handlers<'lint'> => ({
  async 'lint.run'(input, call) {
    const { dir, rules, tool, offset, limit } = input
    requireRules(rules)
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
      rules: rulesOf(ofTool, choices),
      remarks: [...remarks],
    }
  },
  'lint.mend': async ({ dir, tool, rule }) => {
    const catalog = await (await context.sessions.of(dir)).catalog()
    requireRules([rule])
    const entry = catalog.tool(tool)
    const description =
      rule === PURPOSE_BURIED ? purposeFirst(entry, await catalog.commonTexts()) : undefined
    return description === undefined ? {} : { layer: { ...entry.layer, description } }
  },
  'lint.switch': async (input) => switchRules(await context.sessions.of(input.dir), input),
  'lint.setAside': async (input, call) =>
    setAside(context, await context.sessions.of(input.dir), { ...input, call }),
  'lint.takeBack': async (input) => takeBack(await context.sessions.of(input.dir), input),
})

type Sought = Pick<ParsedInput<'lint.run'>, 'rules' | 'severities' | 'search' | 'show'>

/** Tells the findings that are asked for. */
export function matching({
  rules,
  severities,
  search,
  show,
}: Sought): (row: FindingRow) => boolean {
  const holds = containing(search)
  return (row) =>
    (rules === undefined || rules.includes(row.rule)) &&
    (severities === undefined || severities.includes(row.severity)) &&
    (show === 'all' || (show === 'open') === (row.setAside === undefined)) &&
    holds({ id: row.tool, text: `${row.tool} ${row.other ?? ''} ${row.what} ${row.fix}` })
}
