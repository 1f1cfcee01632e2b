import { Option, type Command } from 'commander'
import { Problem } from '../../../domain/problem'
import { stockText } from '../../../domain/query/logged-queries'
import { ToolId } from '../../../domain/tool/tool'
import { several, wholeNumber } from '../arguments'
import { bundleLines, queryLines } from '../history-text'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface ListFlags extends Flags {
  tool?: string
  search?: string
  bundles?: boolean
  sort?: 'newest' | 'oldest'
  limit: number
  offset: number
}
interface EditFlags extends Flags {
  query?: string
  tool?: string[]
}
interface RunFlags extends Flags {
  k?: number
  query?: string[]
  dryRun?: boolean
}

export function addHistoryCommand(program: Command, run: Run): void {
  const history = program
    .command('history')
    .description(
      'logged queries and their bundles: list, add, edit, delete; import them with import-golden --history',
    )
  const command = (name: string, description: string) =>
    history
      .command(name)
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  const count = wholeNumber(1)
  history
    .command('list', { isDefault: true })
    .description('list logged queries, or the bundles that they took')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--tool <id>', 'only queries of this tool')
    .option('--search <text>', 'only those that hold this text, in the query or a tool')
    .option('--bundles', 'bundles instead: equal ones once, with how many queries took them')
    .addOption(new Option('--sort <by>', 'by when they were logged').choices(['newest', 'oldest']))
    .option('--limit <n>', 'how many to show, at most 1000', count, 50)
    .option('--offset <n>', 'how many to pass over', wholeNumber(0), 0)
    .option('--json', 'print one JSON object')
    .action((flags: ListFlags) => run((session) => list(session, flags)))
  command('add', 'log a query with the tools that it took')
    .argument('<query>', 'the query')
    .option('--tool <id>', 'a tool that it took; several times', several)
    .action((query: string, flags: EditFlags) => run((session) => add(session, query, flags)))
  command('edit', 'change a logged query or its tools')
    .argument('<id>', 'its id as listed')
    .option('--query <text>', 'what it is to say')
    .option('--tool <id>', 'a tool that it took, in place of those it has; several times', several)
    .action((id: string, flags: EditFlags) => run((session) => edit(session, id, flags)))
  command(
    'delete',
    'delete logged queries; --json prints them, as import-golden --history reads them',
  )
    .argument('<id...>', 'their ids as listed')
    .action((ids: string[], flags: Flags) => run((session) => remove(session, ids, flags)))
  command('clear', 'delete all logged queries').action((flags: Flags) =>
    run((session) => clear(session, flags)),
  )
  command('add-from-run', 'log golden queries that a run answered right, with their golden tools')
    .argument('<run>', 'the run’s id, see pegboard runs')
    .option('--k <n>', 'at which cut-off; default: the run’s largest', count)
    .option('--query <id>', 'this golden query, right or not; several times', several)
    .option('--dry-run', 'say what would be logged, and write nothing')
    .action((id: string, flags: RunFlags) => run((session) => addFromRun(session, id, flags)))
}

const idsOf = (tools: readonly string[] = []): ToolId[] => tools.map((id) => ToolId.parse(id))

async function list(session: CommandSession, flags: ListFlags): Promise<void> {
  const { tool, search, sort, limit, offset, json } = flags
  const dir = await session.workspace(flags.workspace)
  const place = { dir, search, offset, limit }
  if (flags.bundles) {
    const found = await session.request('history.bundles', { ...place, sort })
    if (json) return session.printJson(found)
    for (const line of bundleLines(found)) session.print(line)
    return
  }
  const [only] = tool === undefined ? [] : idsOf([tool])
  const found = await session.request('history.list', { ...place, sort, tool: only })
  if (json) return session.printJson(found)
  for (const line of queryLines(found)) session.print(line)
}

async function add(session: CommandSession, query: string, flags: EditFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const tools = idsOf(flags.tool)
  if (tools.length === 0) {
    const fix = 'Name each with --tool, by its id as the catalog lists it.'
    throw new Problem('bad-input', 'A logged query needs the tools that it took.', fix)
  }
  const result = await session.request('history.add', { dir, query, tools })
  if (flags.json) return session.printJson(result)
  session.print(result.isNew ? 'Logged.' : 'It is logged with these tools already.')
}

async function edit(session: CommandSession, id: string, flags: EditFlags): Promise<void> {
  if (flags.query === undefined && flags.tool === undefined) {
    const fix = 'Say what is to change: --query for its text, --tool for its tools.'
    throw new Problem('bad-input', 'Nothing is to be changed.', fix)
  }
  const dir = await session.workspace(flags.workspace)
  const before = await loggedQuery(session, dir, id)
  const tools = flags.tool ? idsOf(flags.tool) : before.tools.map(({ tool }) => tool)
  const query = flags.query ?? before.query
  const result = await session.request('history.edit', { dir, id, query, tools })
  if (flags.json) return session.printJson(result)
  session.print(
    result.merged
      ? 'Another logged query says the same already: they are one now.'
      : `Changed: its id is ${result.id} now.`,
  )
}

/** A search for an id finds nothing but what has it, or says it. */
async function loggedQuery(session: CommandSession, dir: string, id: string) {
  const { rows } = await session.request('history.list', { dir, search: id, limit: 1000 })
  const found = rows.find((row) => row.id === id)
  if (found) return found
  throw new Problem('not-found', `No logged query has the id “${id}”.`, 'See pegboard history.')
}

async function remove(session: CommandSession, ids: string[], flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  // What is gone afterwards is printed, so that it can be imported again.
  const queries = flags.json
    ? await Promise.all(ids.map((id) => loggedQuery(session, dir, id)))
    : []
  const { removed } = await session.request('history.remove', { dir, ids })
  if (flags.json) {
    const gone = queries.map(({ query, tools }) => ({
      query,
      tools: tools.map(({ tool }) => tool),
    }))
    return session.printJson({ removed, queries: gone })
  }
  session.print(`${removed} logged ${removed === 1 ? 'query' : 'queries'} deleted.`)
}

async function clear(session: CommandSession, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { removed } = await session.request('history.clear', { dir })
  if (flags.json) return session.printJson({ removed })
  session.print(`${removed} logged ${removed === 1 ? 'query' : 'queries'} deleted.`)
}

async function addFromRun(session: CommandSession, run: string, flags: RunFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { k, query: queries, dryRun: preview } = flags
  const result = await session.request('history.addRun', { dir, run, k, queries, preview })
  if (flags.json) return session.printJson(result)
  const { added, merged, goldenSet } = result
  const there = merged > 0 ? ` (${merged} ${merged === 1 ? 'is' : 'are'} logged already)` : ''
  session.print(
    `${added} golden queries of “${goldenSet}” ${preview ? 'would be logged' : 'logged'}${there}.`,
  )
  session.print(
    `Do not measure with “${goldenSet}” what learns from them: each is left out only while it is measured itself.`,
  )
  if (preview) return
  const { stock } = await session.request('history.list', { dir, limit: 1 })
  session.print(`${stockText(stock)}.`)
}
