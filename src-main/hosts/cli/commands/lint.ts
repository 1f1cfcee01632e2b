import { Option, type Command } from 'commander'
import type { ActionInput } from '../../../app/actions'
import { LintSeverity } from '../../../domain/catalog/lint'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { product } from '../../product/product'
import { several, wholeNumber } from '../arguments'
import { allFindings, findingLines, type Lint } from '../lint-text'
import { mendEffectLines, mendEffects } from '../mend-effects'
import { tableText } from '../print-table'
import { sarifLog } from '../sarif'
import type { CommandSession, Run } from '../session'

/** From which severity on a finding is a failure. */
const FAIL_ON = ['error', 'warning', 'note', 'never'] as const
const FORMATS = ['text', 'json', 'sarif'] as const

interface Flags {
  workspace: string
  json?: boolean
}
interface LintFlags extends Flags {
  rule?: string[]
  severity?: LintSeverity[]
  tool?: string
  setAside?: boolean
  effect?: boolean
  limit: number
  failOn: (typeof FAIL_ON)[number]
  format: (typeof FORMATS)[number]
}
interface ChoiceFlags extends Flags {
  rule?: string[]
  reason: string
}

export function addLintCommand(program: Command, run: Run): void {
  const lint = program
    .command('lint')
    .description('say what is wrong with the catalog, rule by rule; exit code 1 if anything')
  addCheck(lint, run)
  lint
    .command('rules')
    .description('list the rules, what each finds, and which are switched off')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => listRules(session, flags)))
  addSwitch(lint, run, ['off', false, 'switch rules off for this workspace'])
  addSwitch(lint, run, ['on', true, 'switch rules on again'])
  addSetAside(lint, run)
}

function addCheck(lint: Command, run: Run): void {
  lint
    .command('run', { isDefault: true })
    .description('look through the catalog; what is done where no other command is named')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--rule <id>', 'only what this rule finds; several times', several)
    .option('--severity <severity>', 'only findings of this severity; several times', severityNamed)
    .option('--tool <id>', 'only this tool')
    .option('--set-aside', 'list what was set aside, instead of what stands')
    .option('--effect', 'measure what the simplest mend would do to golden queries, of 20 findings')
    .option('--limit <n>', 'how many findings to show', wholeNumber(1), 100)
    .addOption(
      new Option('--fail-on <severity>', 'from which severity on a finding makes the exit code 1')
        .choices([...FAIL_ON])
        .default('warning' satisfies LintFlags['failOn']),
    )
    .addOption(
      new Option('--format <format>', 'how to print; sarif is SARIF 2.1.0, with all findings')
        .choices([...FORMATS])
        .default('text' satisfies LintFlags['format']),
    )
    .option('--json', 'print one JSON object, with all findings: --format json')
    .action((flags: LintFlags) => run((session) => lintCatalog(session, flags)))
}

const severityNamed = (text: string, before: LintSeverity[] = []): LintSeverity[] => {
  const severity = LintSeverity.safeParse(text)
  if (severity.success) return [...before, severity.data]
  throw new Problem(
    'bad-input',
    `There is no severity “${text}”.`,
    'Choose error, warning or note.',
  )
}

async function lintCatalog(session: CommandSession, flags: LintFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { rule: rules, severity: severities, tool, failOn } = flags
  const format = flags.json ? 'json' : flags.format
  const asked: ActionInput<'lint.run'> = {
    ...{ dir, rules, severities, tool },
    show: flags.setAside ? 'set-aside' : format === 'sarif' ? 'all' : 'open',
  }
  const lint = await allFindings(session, asked, format === 'text' ? flags.limit : Infinity)
  if (format === 'json') {
    const { total, rows: findings, rules: all, remarks } = lint
    const effects = flags.effect && (await mendEffects(session, dir, findings))
    session.printJson({ total, findings, rules: all, remarks, ...(effects && { effects }) })
  } else if (format === 'sarif') {
    const { version } = product()
    session.printJson(sarifLog({ version, rules: lint.rules, findings: lint.rows }))
  } else {
    for (const line of findingLines(lint)) session.print(line)
    if (flags.effect) {
      const effects = await mendEffects(session, dir, lint.rows)
      for (const line of mendEffectLines(effects, lint.rows)) session.print(line)
    }
  }
  if (!flags.setAside) failWhere(lint, { rules, severities, failOn })
}

type Counted = Pick<ActionInput<'lint.run'>, 'rules' | 'severities'> & Pick<LintFlags, 'failOn'>

/** @throws Problem where something severe enough was found. */
function failWhere({ rules }: Lint, { rules: only, severities, failOn }: Counted): void {
  if (failOn === 'never') return
  const failing = LintSeverity.options.slice(0, LintSeverity.options.indexOf(failOn) + 1)
  const failures = rules
    .filter(({ id }) => only?.includes(id) ?? true)
    .filter(
      ({ severity }) => failing.includes(severity) && (severities?.includes(severity) ?? true),
    )
    .reduce((sum, { found }) => sum + found, 0)
  if (failures === 0) return
  throw new Problem('conflict', `${failures} ${failures === 1 ? 'finding' : 'findings'}.`)
}

async function listRules(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const dir = await session.workspace(workspace)
  const { rules } = await session.request('lint.run', { dir, limit: 1 })
  if (json) return session.printJson({ rules })
  const rows = rules.map(({ id, severity, title, found, setAside, isOn }) => [
    ...[id, severity, isOn ? String(found) : 'off', setAside > 0 ? String(setAside) : '', title],
  ])
  session.print(tableText(['rule', 'severity', 'found', 'set aside', 'title'], rows))
}

function addSwitch(
  lint: Command,
  run: Run,
  [name, isOn, description]: [name: string, isOn: boolean, description: string],
): void {
  lint
    .command(name)
    .description(description)
    .argument('<rules...>', 'the rules, by their ids')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((rules: string[], { workspace, json }: Flags) =>
      run(async (session) => {
        const dir = await session.workspace(workspace)
        const switched = await session.request('lint.switch', { dir, rules, isOn })
        if (json) session.printJson(switched)
        else session.print(`Switched off: ${switched.off.join(', ') || 'none'}.`)
      }),
    )
}

function addSetAside(lint: Command, run: Run): void {
  lint
    .command('set-aside')
    .description('say of what a rule finds in a tool that it is no fault, until the text changes')
    .argument('<tool>', 'the tool, by its id')
    .requiredOption('--workspace <dir>', 'the workspace')
    .requiredOption('--reason <text>', 'why it is no fault')
    .option('--rule <id>', 'only what this rule finds; several times', several)
    .option('--json', 'print one JSON object')
    .action((tool: string, flags: ChoiceFlags) =>
      run((session) => choose(session, { ...flags, tool, show: 'open' })),
    )
  lint
    .command('take-back')
    .description('let what was set aside in a tool count again')
    .argument('<tool>', 'the tool, by its id')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--rule <id>', 'only what this rule finds; several times', several)
    .option('--json', 'print one JSON object')
    .action((tool: string, flags: ChoiceFlags) =>
      run((session) => choose(session, { ...flags, tool, show: 'set-aside' })),
    )
}

interface Choice extends ChoiceFlags {
  tool: string
  show: 'open' | 'set-aside'
}

async function choose(session: CommandSession, choice: Choice): Promise<void> {
  const { workspace, tool: id, show, rule: rules, reason, json } = choice
  const dir = await session.workspace(workspace)
  const tool = ToolId.parse(id)
  const { rows } = await session.request('lint.run', { dir, tool, rules, show, limit: 1000 })
  const findings = rows.filter((row) => row.tool === tool)
  if (findings.length === 0) {
    throw new Problem(
      'not-found',
      show === 'open' ? `Nothing is found in “${id}”.` : `Nothing was set aside in “${id}”.`,
      'pegboard lint --tool lists what is found in a tool, with --set-aside what was set aside.',
    )
  }
  const asked = findings.map(({ rule, tool: of, where, mark }) => ({ rule, tool: of, where, mark }))
  const done =
    show === 'open'
      ? await session.request('lint.setAside', { dir, findings: asked, reason })
      : await session.request('lint.takeBack', { dir, findings: asked })
  if (json) return session.printJson(done)
  session.print(
    'setAside' in done ? `Set aside: ${done.setAside}.` : `Count again: ${done.takenBack}.`,
  )
}
