import { z } from 'zod'
import type { ActionAnswer } from '../../../features/actions'
import { columnsCsv } from '../../../contract/columns/column'
import { FINDING_COLUMNS } from '../../../contract/columns/findings'
import { Dir } from '../../../contract/workspace'
import { LintSeverity } from '../../../domain/catalog/lint'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { product } from '../../product/product'
import { command, itsChange, type CommandGroup } from '../command'
import { several, whole } from '../flags'
import { allFindings, findingLines, type Lint } from '../lint-text'
import { mendEffectLines, mendEffects, type MendEffect } from '../mend-effects'
import { tableText } from '../print-table'
import { sarifLog } from '../sarif'
import type { CommandSession } from '../session'

/** From which severity on a finding is a failure. */
const FailOn = z.enum(['error', 'warning', 'note', 'never'])
const Format = z.enum(['text', 'json', 'sarif'])

const RULE = several('id', 'only what this rule finds; several times')
const TOOL = ToolId.describe('the tool, by its id')

export const lint: CommandGroup = {
  summary: 'say what is wrong with the catalog, rule by rule; exit code 1 if anything',
  byDefault: 'run',
  commands: {
    run: command({
      summary: 'check the catalog; the default',
      input: {
        dir: Dir,
        rule: RULE,
        severity: z
          .array(LintSeverity)
          .optional()
          .describe('only findings of this severity; several times'),
        tool: ToolId.optional().describe('only this tool'),
        dismissed: z.boolean().optional().describe('list dismissed findings instead of open ones'),
        effect: z
          .boolean()
          .optional()
          .describe('measure what the simplest fix would do to golden queries, for 20 findings'),
        limit: whole(1).default(100).describe('how many findings to show'),
        failOn: FailOn.default('warning').meta({
          title: 'severity',
          description: 'the least severity that makes the exit code 1',
        }),
        format: Format.default('text').describe(
          'how to print; json is --json, sarif is SARIF 2.1.0: both with all findings',
        ),
      },
      run: (session, given, { isJson }) => lintCatalog(session, { ...given, isJson }),
      json: jsonOf,
      csv: ({ lint: { rows } }) => columnsCsv(FINDING_COLUMNS, rows),
      print: (done, { format }) =>
        format === 'text' ? textLines(done) : JSON.stringify(printedAs(format, done), undefined, 2),
      failure: (done, { dismissed, ...counted }) =>
        dismissed ? undefined : failureOf(done.lint, counted),
    }),
    rules: command({
      summary: 'list the rules, what each finds, and which are switched off',
      input: { dir: Dir },
      async run(session, { dir }) {
        const { rules } = await session.request('lint.run', { dir, limit: 1 })
        return { rules }
      },
      print: ({ rules }) => rulesText(rules),
    }),
    off: switching(false, 'switch rules off for this workspace'),
    on: switching(true, 'switch rules on again'),
    dismiss: command({
      summary: 'dismiss what a rule finds in a tool, until the text changes',
      args: ['tool'],
      input: {
        dir: Dir,
        tool: TOOL,
        reason: z.string().meta({ title: 'text', description: 'why it is dismissed' }),
        rule: RULE,
      },
      async run(session, { dir, reason, ...of }) {
        const findings = await findingsIn(session, { ...of, dir, show: 'open' })
        return session.request('lint.setAside', { dir, findings, reason })
      },
      undo: itsChange,
      print: ({ setAside }) => `Dismissed: ${setAside}.`,
    }),
    restore: command({
      summary: 'restore what was dismissed in a tool',
      args: ['tool'],
      input: { dir: Dir, tool: TOOL, rule: RULE },
      async run(session, { dir, ...of }) {
        const findings = await findingsIn(session, { ...of, dir, show: 'set-aside' })
        return session.request('lint.takeBack', { dir, findings })
      },
      undo: itsChange,
      print: ({ takenBack }) => `Restored: ${takenBack}.`,
    }),
  },
}

function switching(isOn: boolean, summary: string) {
  return command({
    summary,
    args: ['rules'],
    input: { dir: Dir, rules: z.array(z.string()).min(1).describe('the rules, by their ids') },
    run: (session, { dir, rules }) => session.request('lint.switch', { dir, rules, isOn }),
    print: ({ off }) => `Switched off: ${off.join(', ') || 'none'}.`,
  })
}

interface Asked {
  dir: string
  rule: string[] | undefined
  severity: LintSeverity[] | undefined
  tool: ToolId | undefined
  dismissed: boolean | undefined
  effect: boolean | undefined
  limit: number
  format: z.output<typeof Format>
  isJson: boolean
}

interface Done {
  lint: Lint
  effects?: MendEffect[]
}

async function lintCatalog(session: CommandSession, asked: Asked): Promise<Done> {
  const { dir, rule: rules, severity: severities, tool, dismissed, isJson } = asked
  const format = isJson ? 'json' : asked.format
  const show = dismissed ? 'set-aside' : format === 'sarif' ? 'all' : 'open'
  const found = await allFindings(
    session,
    { dir, rules, severities, tool, show },
    format === 'text' ? asked.limit : Infinity,
  )
  if (!asked.effect || format === 'sarif') return { lint: found }
  return { lint: found, effects: await mendEffects(session, dir, found.rows) }
}

function jsonOf({ lint: { total, rows: findings, rules, remarks }, effects }: Done) {
  return { total, findings, rules, remarks, ...(effects && { effects }) }
}

const printedAs = (format: 'json' | 'sarif', done: Done): unknown =>
  format === 'json'
    ? jsonOf(done)
    : sarifLog({
        version: product().version,
        rules: done.lint.rules,
        findings: done.lint.rows,
      })

const textLines = ({ lint: found, effects }: Done): string[] => [
  ...findingLines(found),
  ...(effects ? mendEffectLines(effects, found.rows) : []),
]

type Counted = Pick<Asked, 'rule' | 'severity'> & { failOn: z.output<typeof FailOn> }

/** Why it fails, where something severe enough was found. */
function failureOf({ rules }: Lint, { rule, severity, failOn }: Counted): Problem | undefined {
  if (failOn === 'never') return undefined
  const failing = LintSeverity.options.slice(0, LintSeverity.options.indexOf(failOn) + 1)
  const failures = rules
    .filter(({ id }) => rule?.includes(id) ?? true)
    .filter((each) => failing.includes(each.severity))
    .filter((each) => severity?.includes(each.severity) ?? true)
    .reduce((sum, { found }) => sum + found, 0)
  if (failures === 0) return undefined
  return new Problem('conflict', `${failures} ${failures === 1 ? 'finding' : 'findings'}.`)
}

function rulesText(rules: ActionAnswer<'lint.run'>['rules']): string {
  const rows = rules.map(({ id, severity, title, found, setAside, isOn }) => [
    id,
    severity,
    isOn ? String(found) : 'off',
    setAside > 0 ? String(setAside) : '',
    title,
  ])
  return tableText(['rule', 'severity', 'found', 'dismissed', 'title'], rows)
}

interface Meant {
  dir: string
  tool: ToolId
  rule: string[] | undefined
  show: 'open' | 'set-aside'
}

/**
 * What is found in a tool, as actions take it.
 * @throws Problem `not-found` where that is nothing.
 */
async function findingsIn(session: CommandSession, { dir, tool, rule: rules, show }: Meant) {
  const { rows } = await session.request('lint.run', { dir, tool, rules, show, limit: 1000 })
  const findings = rows.filter((row) => row.tool === tool)
  if (findings.length === 0) {
    throw new Problem(
      'not-found',
      show === 'open' ? `Nothing is found in “${tool}”.` : `Nothing was dismissed in “${tool}”.`,
      'pegboard lint --tool lists what is found in a tool, with --dismissed what was dismissed.',
    )
  }
  return findings.map(({ rule, tool: of, where, mark }) => ({ rule, tool: of, where, mark }))
}
