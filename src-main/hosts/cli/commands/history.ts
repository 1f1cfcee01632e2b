import type { Command } from 'commander'
import type { RouteOutput } from '../../../contract/routes'
import { historyText } from '../../../domain/logged-queries'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool'
import { several, wholeNumber } from '../arguments'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface HistoryFlags {
  workspace: string
  tool?: string[]
  search?: string
  limit: number
  add?: string
  remove?: string[]
  clear?: boolean
  json?: boolean
}

export function addHistoryCommand(program: Command, run: Run): void {
  program
    .command('history')
    .description(
      'list logged queries, log one, or remove some; import them with import-golden --history',
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--tool <id>',
      'only those of this tool; with --add, a tool that it took; several times',
      several,
    )
    .option('--search <text>', 'only those that hold this text')
    .option('--limit <n>', 'how many to show', wholeNumber(1), 50)
    .option('--add <query>', 'log this query with the tools named')
    .option('--remove <id>', 'remove the logged query of this id; several times', several)
    .option('--clear', 'remove all logged queries')
    .option('--json', 'print one JSON object')
    .action((flags: HistoryFlags) => run((session) => history(session, flags)))
}

async function history(session: CommandSession, flags: HistoryFlags): Promise<void> {
  const { add, remove, clear, tool = [] } = flags
  const wanted = [add !== undefined, remove !== undefined, clear === true].filter(Boolean).length
  if (wanted > 1) {
    throw new Problem('bad-input', 'Only one of --add, --remove and --clear can be done at a time.')
  }
  const dir = await session.workspace(flags.workspace)
  const tools = tool.map((id) => ToolId.parse(id))
  if (add !== undefined) return logQuery(session, { dir, query: add, tools }, flags)
  if (remove || clear) {
    const result = remove
      ? await session.request('history.remove', { dir, ids: remove })
      : await session.request('history.clear', { dir })
    if (flags.json) return session.printJson(result)
    return session.print(`${result.removed} logged queries removed.`)
  }
  const { search, limit } = flags
  const listed = await session.request('history.list', { dir, tool: tools[0], search, limit })
  if (flags.json) return session.printJson(listed)
  for (const line of listLines(listed)) session.print(line)
}

async function logQuery(
  session: CommandSession,
  logged: { dir: string; query: string; tools: ToolId[] },
  { json }: HistoryFlags,
): Promise<void> {
  if (logged.tools.length === 0) {
    const fix = 'Name each with --tool, by its id as the catalog lists it.'
    throw new Problem('bad-input', 'A logged query needs the tools that it took.', fix)
  }
  const result = await session.request('history.add', logged)
  if (json) return session.printJson(result)
  session.print(result.isNew ? 'Logged.' : 'It is logged with these tools already.')
}

function listLines({ total, queries, figures, useless }: RouteOutput<'history.list'>): string[] {
  if (total === 0 && figures.queries + useless === 0) {
    return ['No query is logged. Import some: pegboard import-golden --history FILE.']
  }
  const rows = queries.map(({ id, query, tools }) => [
    id,
    tools
      .map(({ tool, isInCatalog }) => `${plainText(tool)}${isInCatalog ? '' : ' (gone)'}`)
      .join(', '),
    plainText(query),
  ])
  return [
    ...(rows.length > 0 ? [tableText(['id', 'tools', 'query'], rows)] : ['None of them fits.']),
    ...(total > queries.length ? [`… and ${total - queries.length} more.`] : []),
    `${historyText(figures)}.`,
    ...(useless > 0
      ? [`${useless} more name no tool of this catalog: nothing is learned from them.`]
      : []),
  ]
}
