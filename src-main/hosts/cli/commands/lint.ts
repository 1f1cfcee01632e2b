import { Option, type Command } from 'commander'
import type { RouteInput, RouteOutput } from '../../../contract/routes'
import type { LintFinding } from '../../../domain/lint'
import { Problem } from '../../../domain/problem'
import { several, wholeNumber } from '../arguments'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'

/** From which severity on a finding is a failure. */
const FAIL_ON = ['error', 'warning', 'never'] as const

interface LintFlags {
  workspace: string
  rule?: string[]
  tool?: string
  limit: number
  failOn: (typeof FAIL_ON)[number]
  json?: boolean
}

export function addLintCommand(program: Command, run: Run): void {
  program
    .command('lint')
    .description('say what is wrong with the catalog, tool by tool; exit code 1 if anything')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--rule <id>', 'only what this rule finds; several times', several)
    .option('--tool <id>', 'only this tool')
    .option('--limit <n>', 'how many findings to show', wholeNumber(1), 100)
    .addOption(
      new Option('--fail-on <severity>', 'which findings make the exit code 1')
        .choices([...FAIL_ON])
        .default('warning' satisfies LintFlags['failOn']),
    )
    .option('--json', 'print one JSON object, with all findings')
    .action((flags: LintFlags) => run((session) => lintCatalog(session, flags)))
}

type Lint = RouteOutput<'lint.run'>

async function lintCatalog(session: CommandSession, flags: LintFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { rule: rules, tool, limit, json } = flags
  const asked = { dir, rules, tool }
  const lint = await findingsOf(session, asked, json ? Infinity : limit)
  if (json) session.printJson({ total: lint.total, findings: lint.rows, rules: lint.rules })
  else for (const line of linesOf(lint)) session.print(line)
  const counted = lint.rules.filter(({ id }) => rules?.includes(id) ?? true)
  const failures = counted
    .filter(({ severity }) => severity === 'error' || flags.failOn === 'warning')
    .reduce((sum, { found }) => sum + found, 0)
  if (flags.failOn === 'never' || failures === 0) return
  throw new Problem('conflict', `${failures} ${failures === 1 ? 'finding' : 'findings'}.`)
}

/** As many as a request gives at once. */
const PAGE = 1000

async function findingsOf(
  session: CommandSession,
  asked: RouteInput<'lint.run'>,
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

function linesOf({ total, rows, rules }: Lint): string[] {
  if (total === 0) return ['Nothing to object to.']
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
  return more > 0 ? [...lines, `… and ${more} more; --json tells all of them.`] : lines
}

const textOf = ({ tool, where, what, fix }: LintFinding): string =>
  plainText(`${tool} · ${where} · ${what} ${fix}`)
