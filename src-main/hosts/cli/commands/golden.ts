import { Option, type Command } from 'commander'
import type { ActionAnswer } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { several, wholeNumber } from '../arguments'
import { addGoldenEdits } from './golden-edits'
import { checkLines, queryLines, setsText, splitLines } from '../golden-text'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface ListFlags extends Flags {
  search?: string
  tag?: string
  show: 'all' | 'positive' | 'negative' | 'leaks' | 'astray'
  limit: number
  offset: number
}
interface SplitFlags extends Flags {
  by: 'seed' | 'tools'
  share: number
  seed: number
  tool?: string[]
  names?: string
  dryRun?: boolean
}
interface CheckFlags extends Flags {
  set?: string
}

/** Golden sets in the terminal. `check` ends with 1 where there is something to look at. */
export function addGoldenCommand(program: Command, run: Run): void {
  const golden = program
    .command('golden')
    .description(
      'golden sets: list, show, add, edit, remove, restore, split, check; import them with import-golden',
    )
  const command = (name: string, description: string) =>
    golden
      .command(name)
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  command('list', 'list the golden sets').action((flags: Flags) =>
    run((session) => list(session, flags)),
  )
  command('show', 'show the queries of a golden set with their right tools')
    .argument('<set>', 'its name')
    .option('--search <text>', 'only those that hold this text, in the query, a tool or a tag')
    .option('--tag <tag>', 'only those with this tag')
    .addOption(
      new Option(
        '--show <which>',
        'which: all; those that some tool fits, or none; those that leak; those that name a tool that is gone',
      )
        .choices(['all', 'positive', 'negative', 'leaks', 'astray'])
        .default('all'),
    )
    .option('--limit <n>', 'how many to show, at most 1000', wholeNumber(1), 50)
    .option('--offset <n>', 'how many to pass over', wholeNumber(0), 0)
    .action((set: string, flags: ListFlags) => run((session) => show(session, set, flags)))
  addGoldenEdits(command, run)
  command('split', 'make two new golden sets of one, which stays')
    .argument('<set>', 'its name')
    .addOption(
      new Option('--by <what>', 'a share of the queries; or of the tools, with all their queries')
        .choices(['seed', 'tools'])
        .default('seed'),
    )
    .option('--share <share>', 'of the first new set, between 0 and 1', Number, 0.2)
    .option('--seed <n>', 'draws the same for the same seed', wholeNumber(0), 1)
    .option(
      '--tool <id>',
      'by tools: one of the first new set, in place of drawing; several times',
      several,
    )
    .option('--names <part,rest>', 'names of the new sets; default: <set>-test,<set>-rest')
    .option('--dry-run', 'say what would be made, and write nothing')
    .action((set: string, flags: SplitFlags) => run((session) => split(session, set, flags)))
  command(
    'check',
    'name golden queries that leak, being said by an indexed question, an example or a logged query, and those that name a tool that is gone; ends with 1 where there are any',
  )
    .option('--set <name>', 'only this golden set')
    .action((flags: CheckFlags) => run((session) => check(session, flags)))
}

async function list(session: CommandSession, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const sets = await session.request('golden.list', { dir })
  if (flags.json) return session.printJson({ sets })
  if (sets.length === 0) return session.print('No golden set.')
  session.print(setsText(sets))
}

async function show(session: CommandSession, set: string, flags: ListFlags): Promise<void> {
  const { search, tag, show: which, limit, offset } = flags
  const dir = await session.workspace(flags.workspace)
  const asked = { dir, set, search, tag, show: which, limit, offset }
  const found = await session.request('golden.page', asked)
  if (flags.json) return session.printJson(found)
  for (const line of queryLines(found)) session.print(line)
}

async function split(session: CommandSession, set: string, flags: SplitFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { by, share, seed, tool, dryRun: preview } = flags
  const [part = '', rest = ''] = (flags.names ?? `${set}-test,${set}-rest`).split(',')
  const tools = tool as never[] | undefined
  const way = by === 'seed' ? { by, share, seed } : { by, share, seed, ...(tools && { tools }) }
  const names = { part: part.trim(), rest: rest.trim() }
  const done = await session.request('golden.split', { dir, set, way, names, preview })
  if (flags.json) return session.printJson(done)
  for (const line of splitLines(done, names, preview)) session.print(line)
}

/** Rows that one request gives. */
const PAGE = 1_000

async function check(session: CommandSession, flags: CheckFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const all = (await session.request('golden.list', { dir })).map(({ name }) => name)
  const found = []
  for (const set of flags.set === undefined ? all : [flags.set]) {
    const leaks = await rowsOf(session, { dir, set, show: 'leaks' })
    found.push({ set, leaks, astray: await rowsOf(session, { dir, set, show: 'astray' }) })
  }
  const lines = found.flatMap(checkLines)
  if (flags.json) session.printJson({ sets: found })
  else for (const line of lines) session.print(line)
  // One that leaks and names a tool that is gone has two lines.
  const queries = found
    .map(({ leaks, astray }) => new Set([...leaks, ...astray].map(({ id }) => id)).size)
    .reduce((sum, size) => sum + size, 0)
  if (queries > 0) {
    const what = queries === 1 ? 'One golden query is' : `${queries} golden queries are`
    throw new Problem(
      'conflict',
      `${what} not to be measured with as ${queries === 1 ? 'it is' : 'they are'}.`,
    )
  }
  if (!flags.json) session.print('No golden query leaks, and all their tools are in the catalog.')
}

async function rowsOf(
  session: CommandSession,
  asked: { dir: string; set: string; show: 'leaks' | 'astray' },
) {
  const rows: ActionAnswer<'golden.page'>['rows'] = []
  for (;;) {
    const page = await session.request('golden.page', {
      ...asked,
      offset: rows.length,
      limit: PAGE,
    })
    rows.push(...page.rows)
    if (rows.length >= page.total || page.rows.length === 0) return rows
  }
}
