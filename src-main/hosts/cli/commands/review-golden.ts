import { Option, type Command } from 'commander'
import { Problem } from '../../../domain/problem'
import type { WrittenState } from '../../../domain/query/written-query'
import type { ToolId } from '../../../domain/tool/tool'
import { several, wholeNumber } from '../arguments'
import { plainText } from '../print-table'
import type { CommandSession, Run } from '../session'
import { countsText, rowLines, STATES } from '../written-text'

interface Flags {
  workspace: string
  json?: boolean
}
interface ListFlags extends Flags {
  state: WrittenState
  search?: string
  limit: number
}
interface DecideFlags extends Flags {
  passed?: boolean
  set?: string
}
interface EditFlags extends Flags {
  text?: string
  tool?: string[]
}

/** What goes through written queries: `pegboard write-golden list`, `accept`, `edit`, `undo` … */
export function addReview(write: Command, run: Run): void {
  write
    .command('list')
    .description('what is written, with its tools and the judge’s words')
    .requiredOption('--workspace <dir>', 'the workspace')
    .addOption(
      new Option('--state <state>', 'in which state').choices([...STATES]).default('waiting'),
    )
    .option('--search <text>', 'only those that hold this, or name this tool')
    .option('--limit <n>', 'how many to show', wholeNumber(1), 20)
    .option('--json', 'print one JSON object')
    .action((flags: ListFlags) => run((session) => list(session, flags)))
  addDecision(write, run, ['accept', 'accepted'])
  addDecision(write, run, ['reject', 'rejected'])
  addDecision(write, run, ['skip', 'skipped'])
  write
    .command('edit')
    .description('change the text or the tools of a query before it is accepted')
    .argument('<id>', 'the query, as list names it')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--text <text>', 'what it says instead')
    .option(
      '--tool <id>',
      'a tool that is right for it, instead of those drawn; several times',
      several,
    )
    .option('--json', 'print one JSON object')
    .action((id: string, flags: EditFlags) => run((session) => edit(session, id, flags)))
  write
    .command('undo')
    .description('take the last decisions back; accepted queries leave their golden set')
    .argument('[batch]', 'what was decided at once, as it was printed; default: the last')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((batch: string | undefined, flags: Flags) =>
      run((session) => undo(session, batch, flags)),
    )
  write
    .command('clear')
    .description('remove what is in a state from the queue; golden sets stay as they are')
    .addOption(
      new Option('--state <state>', 'which ones').choices([...STATES]).makeOptionMandatory(),
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: Flags & { state: WrittenState }) => run((session) => clear(session, flags)))
}

function addDecision(
  write: Command,
  run: Run,
  [name, verdict]: [name: string, verdict: 'accepted' | 'rejected' | 'skipped'],
): void {
  const command = write
    .command(name)
    .description(
      name === 'accept'
        ? 'put written queries into a golden set, as synthetic'
        : `${name} written queries`,
    )
    .argument('[ids...]', 'the queries, as list names them')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--passed', 'instead: all that wait and that the judge kept')
    .option('--json', 'print one JSON object')
  if (name === 'accept') {
    command.option('--set <name>', 'the golden set; made where there is none (default: "written")')
  }
  command.action((ids: string[], flags: DecideFlags) =>
    run((session) => decide(session, { ids, verdict }, flags)),
  )
}

async function list(session: CommandSession, flags: ListFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { state, search, limit } = flags
  const listed = await session.request('writing.list', {
    ...{ dir, states: [state], search, limit: Math.min(limit, MOST_LISTED) },
  })
  if (flags.json) return session.printJson(listed)
  for (const row of listed.rows) for (const line of rowLines(row)) session.print(line)
  const more = listed.total - listed.rows.length
  if (more > 0) session.print(`… and ${more} more.`)
  session.print(countsText(listed))
}

/** What one request gives. */
const MOST_LISTED = 200

async function decide(
  session: CommandSession,
  { ids, verdict }: { ids: string[]; verdict: 'accepted' | 'rejected' | 'skipped' },
  { workspace, passed, set, json }: DecideFlags,
): Promise<void> {
  if (ids.length > 0 === (passed === true)) {
    throw new Problem(
      'bad-input',
      'It takes ids of queries, or --passed.',
      'Name queries as pegboard write-golden list does.',
    )
  }
  const dir = await session.workspace(workspace)
  const chosen = passed ? { passed } : { ids }
  const decided = await session.request('writing.decide', { dir, chosen, verdict, set })
  if (json) return session.printJson(decided)
  const over =
    decided.passedOver > 0
      ? `, ${decided.passedOver} passed over: decided before, in the golden set already, or with a tool that is gone`
      : ''
  session.print(`${decided.decided} ${verdict}${over}.`)
  if (decided.batch) session.print(`To take it back: pegboard write-golden undo ${decided.batch}`)
}

async function edit(
  session: CommandSession,
  id: string,
  { workspace, text, tool, json }: EditFlags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const tools = tool as ToolId[] | undefined
  const row = await session.request('writing.edit', { dir, id, text, tools })
  if (json) return session.printJson(row)
  for (const line of rowLines(row)) session.print(line)
}

async function undo(
  session: CommandSession,
  batch: string | undefined,
  { workspace, json }: Flags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const undone = await session.request('writing.undo', { dir, batch })
  if (json) return session.printJson(undone)
  const left =
    undone.left > 0 ? ` ${undone.left} stay: they were changed in their golden set since.` : ''
  session.print(
    `${undone.undone} decisions taken back, ${undone.removed} queries left their golden set.${left}`,
  )
}

async function clear(
  session: CommandSession,
  { workspace, state, json }: Flags & { state: WrittenState },
): Promise<void> {
  const dir = await session.workspace(workspace)
  const done = await session.request('writing.forget', { dir, states: [state] })
  if (json) return session.printJson(done)
  session.print(`${done.forgotten} removed: ${plainText(state)}.`)
}
