import { Option, type Command } from 'commander'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RouteInput, RouteOutput } from '../../../contract/routes'
import { IMPORT_FORMAT_IDS } from '../../../app/format-ids'
import { keyValue } from '../arguments'
import { plainText } from '../print-table'
import { Problem } from '../../../domain/problem'
import type { CommandSession, Run } from '../session'

/** Report rows printed without `--json`; the window and `--json` show more. */
const ROWS_SHOWN = 20

type Clashes = NonNullable<RouteInput<'import.commit'>['clashes']>

interface ImportFlags {
  workspace: string
  format?: string
  server?: string
  map?: Record<string, string>
  removeMissing?: boolean
  sameName?: Clashes['sameName']
  goldenSets?: Clashes['goldenSets']
  layers?: Clashes['layers']
  dryRun?: boolean
  json?: boolean
}

interface GoldenFlags {
  workspace: string
  name?: string
  replace?: boolean
  json?: boolean
}

export function addImportCommands(program: Command, run: Run): void {
  addCatalogImport(program, run)
  addGoldenImport(program, run)
}

/** What to do where the files and the workspace have something of the same name. */
const CLASH_OPTIONS = [
  new Option(
    '--same-name <choice>',
    'where another source’s tool has the name: keep both, replace it, or decide by how much is alike',
  ).choices(['auto', 'both', 'replace']),
  new Option(
    '--golden-sets <choice>',
    'where another golden set has the name: keep both, or replace it',
  ).choices(['both', 'replace']),
  new Option(
    '--layers <choice>',
    'where your author’s layer says something else: keep it, or replace it',
  ).choices(['keep', 'replace']),
]

function addCatalogImport(program: Command, run: Run): void {
  const command = program
    .command('import')
    .description('import a catalog, with the golden sets and bundles beside it')
    .argument('<path>', 'a file or a folder')
    .requiredOption('--workspace <dir>', 'the workspace; created if it does not exist')
    .addOption(
      new Option('--format <format>', 'the format; default: detected').choices(IMPORT_FORMAT_IDS),
    )
    .option('--server <name>', 'the server of the tools, for formats that name none')
    .option('--map <field=column>', 'which column of a table holds what; may be repeated', keyValue)
    .option(
      '--remove-missing',
      'remove tools that the files no longer hold; their author’s layers wait for them',
    )
    .option('--dry-run', 'say what would change and write nothing')
    .option('--json', 'print one JSON object')
    .action((path: string, flags: ImportFlags) => run((session) => importTo(session, path, flags)))
  for (const option of CLASH_OPTIONS) command.addOption(option)
}

function addGoldenImport(program: Command, run: Run): void {
  program
    .command('import-golden')
    .description('import a golden set from CSV, JSON or message logs')
    .argument('<path>', 'a file')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--name <name>', 'what to call the golden set')
    .option('--replace', 'replace a golden set of the same name')
    .option('--json', 'print one JSON object')
    .action((path: string, flags: GoldenFlags) =>
      run(async (session) => {
        const result = await session.request('golden.import', {
          dir: await session.workspace(flags.workspace),
          path: resolve(session.terminal.cwd(), path),
          name: flags.name,
          replace: flags.replace,
        })
        if (flags.json) return session.printJson(result)
        printGoldenSets(session, result.goldenSets)
        printReport(session, result.report)
      }),
    )
}

async function importTo(session: CommandSession, path: string, flags: ImportFlags): Promise<void> {
  const source = resolve(session.terminal.cwd(), path)
  if (!existsSync(source)) {
    throw new Problem('not-found', `There is no ${source}.`, 'Check the path for typing errors.')
  }
  const { dir, create } = await session.workspaceOrNew(flags.workspace)
  const input = {
    path: source,
    format: flags.format,
    server: flags.server,
    mapping: flags.map as RouteInput<'import.commit'>['mapping'],
    clashes: {
      sameName: flags.sameName,
      goldenSets: flags.goldenSets,
      layers: flags.layers,
    },
  }
  const { removeMissing } = flags
  const result = flags.dryRun
    ? await session.request('import.preview', { ...input, ...(!create && { dir }) })
    : await session.request('import.commit', { ...input, dir, create, removeMissing })
  if (flags.json) session.printJson(result)
  else printImport(session, result)
}

type ImportResult = RouteOutput<'import.preview'> | RouteOutput<'import.commit'>

function printImport(session: CommandSession, result: ImportResult): void {
  const { added, changed, removed, unchanged } = result.change
  session.print(
    `Format ${result.format}: ${added.length} tools added, ${changed.length} changed, ` +
      `${unchanged} unchanged, ${removed.length} no longer in the files.`,
  )
  const { recognised, beside, layersAdded } = result.clashes
  if (recognised.length > 0) {
    session.print(
      `${recognised.length} tools were here with or without a server: they keep their ids.`,
    )
  }
  if (beside.length > 0) {
    session.print(
      `${beside.length} tools come in beside others of their name (--same-name replace).`,
    )
  }
  if (layersAdded > 0) session.print(`${layersAdded} author’s layers.`)
  printGoldenSets(session, result.goldenSets)
  if (result.bundles > 0) session.print(`${result.bundles} bundles.`)
  printReport(session, result.report)
}

function printGoldenSets(session: CommandSession, sets: ImportResult['goldenSets']): void {
  for (const { name, queries, replaces, renamedFrom } of sets) {
    const remark = renamedFrom
      ? ` (“${plainText(renamedFrom)}” here holds something else: --golden-sets replace)`
      : replaces
        ? ' (replaces the one here)'
        : ''
    session.print(`Golden set “${plainText(name)}”: ${queries} queries${remark}.`)
  }
}

function printReport(
  session: CommandSession,
  report: RouteOutput<'golden.import'>['report'],
): void {
  for (const { outcome, where, entry, why, fix } of report.slice(0, ROWS_SHOWN)) {
    const parts = [outcome, where, entry, fix ? `${why} ${fix}` : why].filter(Boolean)
    session.print(`  ${plainText(parts.join(' · '))}`)
  }
  const others = report.slice(ROWS_SHOWN).reduce((sum, { entries = 1 }) => sum + entries, 0)
  if (others > 0) session.print(`  … and ${others} more; --json tells more of them.`)
}
