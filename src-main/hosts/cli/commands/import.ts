import { Option, type Command } from 'commander'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ActionInput } from '../../../app/actions'
import { IMPORT_FORMAT_IDS } from '../../../app/format-ids'
import { keyValue } from '../arguments'
import { printGoldenSets, printHistory, printImport, printReport } from '../import-text'
import { BUILTIN, embedderTitle } from '../../../domain/model/names'
import { moveOffer } from '../../../domain/workspace/move-text'
import { Problem } from '../../../domain/problem'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'

type Clashes = NonNullable<ActionInput<'import.commit'>['clashes']>

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
  verbose?: boolean
  json?: boolean
}

interface GoldenFlags {
  workspace: string
  name?: string
  map?: Record<string, string>
  replace?: boolean
  history?: boolean
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
    .option('--verbose', 'list what is new as well, and each changed text before and after')
    .option('--json', 'print one JSON object')
    .action((path: string, flags: ImportFlags) => run((session) => importTo(session, path, flags)))
  for (const option of CLASH_OPTIONS) command.addOption(option)
}

function addGoldenImport(program: Command, run: Run): void {
  program
    .command('import-golden')
    .description('import a golden set, or logged queries, from CSV, JSON or message logs')
    .argument('<path>', 'a file')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--name <name>', 'what to call the golden set')
    .option('--replace', 'replace a golden set of the same name')
    .option(
      '--history',
      'import logged queries to learn from (--option history=true), not a golden set to measure with',
    )
    .option(
      '--map <field=column>',
      'which column of a table holds what: query, tools, id, relevance, split, tags, none (no tool is right), turns, calls; may be repeated',
      keyValue,
    )
    .option('--json', 'print one JSON object')
    .action((path: string, flags: GoldenFlags) =>
      run((session) =>
        flags.history ? importHistory(session, path, flags) : importGoldenSet(session, path, flags),
      ),
    )
}

async function importGoldenSet(
  session: CommandSession,
  path: string,
  flags: GoldenFlags,
): Promise<void> {
  const result = await session.request('golden.import', {
    dir: await session.workspace(flags.workspace),
    path: resolve(session.terminal.cwd(), path),
    name: flags.name,
    replace: flags.replace,
    mapping: flags.map as ActionInput<'golden.import'>['mapping'],
  })
  if (flags.json) return session.printJson(result)
  printGoldenSets(session, result.goldenSets)
  printReport(session, result.report)
}

async function importHistory(
  session: CommandSession,
  path: string,
  { name, replace, ...flags }: GoldenFlags,
): Promise<void> {
  if (name !== undefined || replace) {
    throw new Problem(
      'bad-input',
      'Logged queries have no name, and replace nothing.',
      'Leave out --name and --replace; to begin anew: pegboard history clear.',
    )
  }
  const result = await session.request('history.import', {
    dir: await session.workspace(flags.workspace),
    path: resolve(session.terminal.cwd(), path),
    mapping: flags.map as ActionInput<'history.import'>['mapping'],
  })
  if (flags.json) return session.printJson(result)
  printHistory(session, result)
  printReport(session, result.report)
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
    mapping: flags.map as ActionInput<'import.commit'>['mapping'],
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
  else printImport(session, result, flags.verbose)
  if (!flags.json && 'workspace' in result && create) await printMove(session, dir, flags.workspace)
}

/** Who answers in a new workspace, and how another comes to. */
async function printMove(session: CommandSession, dir: string, given: string): Promise<void> {
  const now = `${embedderTitle(BUILTIN)} answers`
  try {
    const { move } = await session.request('knowledge.move', { dir })
    if (!move) return
    session.print(
      `${now} for now. To have ${embedderTitle(move.to)} answer (${moveOffer(move)}): pegboard index --workspace ${plainText(given)}`,
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // The import is done, whatever another embedder lacks.
    session.remark([`${now}. ${error.message}`, error.fix].filter(Boolean).join(' '))
  }
}
