import type { ActionInput, ActionAnswer } from '../../features/actions'
import type { FindingRow } from '../../contract/lint'
import { plainText } from './print-table'
import type { CommandSession } from './session'

export type Lint = ActionAnswer<'lint.run'>

/** As many as a request gives at once. */
const PAGE = 1000

/** The first findings, up to `most`, page by page. */
export async function allFindings(
  session: CommandSession,
  asked: ActionInput<'lint.run'>,
  most: number,
): Promise<Lint> {
  const first = await session.request('lint.run', { ...asked, limit: Math.min(most, PAGE) })
  const rows = [...first.rows]
  while (rows.length < Math.min(first.total, most)) {
    const limit = Math.min(most - rows.length, PAGE)
    const next = await session.request('lint.run', { ...asked, offset: rows.length, limit })
    if (next.rows.length === 0) break
    rows.push(...next.rows)
  }
  return { ...first, rows }
}

/** Findings as lines to print, by rule. */
export function findingLines({ total, rows, rules, remarks }: Lint): string[] {
  const off = rules.filter(({ isOn }) => !isOn).length
  const switchedOff = off > 0 ? [`${off} ${off === 1 ? 'rule is' : 'rules are'} switched off.`] : []
  const notes = [...remarks, ...switchedOff]
  if (total === 0) return ['No findings.', ...notes]
  const titles = new Map(rules.map(({ id, title }) => [id, title]))
  const lines: string[] = []
  let rule: string | undefined
  for (const finding of rows) {
    if (finding.rule !== rule) {
      rule = finding.rule
      lines.push(`${finding.severity} · ${titles.get(rule) ?? rule} (${rule})`)
    }
    lines.push(`  ${textOf(finding)}`)
  }
  const more = total - rows.length
  if (more > 0) lines.push(`… and ${more} more; --json lists all of them.`)
  return [...lines, ...notes]
}

const textOf = ({ tool, where, what, fix, setAside }: FindingRow): string =>
  plainText(
    setAside
      ? `${tool} · ${where} · ${what} Dismissed: ${setAside.reason}`
      : `${tool} · ${where} · ${what} ${fix}`,
  )
