import type { Command } from 'commander'
import { Problem } from '../../../domain/problem'
import type { SavedTrace } from '../../../domain/trace/answer'
import { answerDifference } from '../../../domain/trace/difference'
import { OLLAMA_OPTION } from '../ollama-option'
import type { CommandSession, Run } from '../session'
import { differenceLines, tracedLines, traceListText } from '../trace-list-text'
import { costLines, traceText } from '../trace-text'

interface Flags {
  workspace: string
  ollama?: string
  json?: boolean
}

export function addTracesCommands(program: Command, run: Run): void {
  const traces = program
    .command('traces')
    .description('answers saved with their traces: query … --save NAME saves one')
  const command = (name: string, description: string, isDefault = false) =>
    traces
      .command(name, { isDefault })
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  command('list', 'list them, the newest first', true).action((flags: Flags) =>
    run((session) => list(session, flags)),
  )
  command('show', 'show one with every step')
    .argument('<trace>', 'the beginning of its id, or its name')
    .action((given: string, flags: Flags) => run((session) => show(session, given, flags)))
  command('replay', 'ask the same again on today’s catalog and show what differs')
    .argument('<trace>', 'the beginning of its id, or its name')
    .option(...OLLAMA_OPTION)
    .action((given: string, flags: Flags) => run((session) => replay(session, given, flags), flags))
  command('compare', 'show how one saved answer differs from another')
    .argument('<before>', 'the beginning of its id, or its name')
    .argument('<after>', 'the beginning of its id, or its name')
    .action((before: string, after: string, flags: Flags) =>
      run((session) => compare(session, [before, after], flags)),
    )
  command('delete', 'remove saved traces')
    .argument('<traces...>', 'the beginnings of their ids, or their names')
    .action((given: string[], flags: Flags) => run((session) => remove(session, given, flags)))
}

async function list(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const dir = await session.workspace(workspace)
  const { traces, most } = await session.request('traces.list', { dir })
  if (json) return session.printJson({ traces, most })
  if (traces.length === 0) {
    return session.print('No trace is saved yet. Save one with: pegboard query … --save NAME')
  }
  session.print(traceListText(traces))
}

async function show(session: CommandSession, given: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const trace = await read(session, dir, given)
  if (flags.json) return session.printJson(trace)
  session.print(tracedLines(trace).join('\n'))
  for (const line of costLines(trace.steps)) session.print(line)
  session.print(`\n${traceText(trace.steps)}`)
}

async function replay(session: CommandSession, given: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const before = await read(session, dir, given)
  const after = await session.request('traces.replay', { dir, id: before.id })
  const difference = answerDifference(before, after)
  if (flags.json) return session.printJson({ saved: before, now: after, difference })
  session.print(differenceLines(difference).join('\n'))
}

async function compare(
  session: CommandSession,
  [first, second]: [string, string],
  flags: Flags,
): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const before = await read(session, dir, first)
  const after = await read(session, dir, second)
  const difference = answerDifference(before, after)
  if (flags.json) return session.printJson({ before: before.id, after: after.id, difference })
  session.print(differenceLines(difference).join('\n'))
}

async function remove(session: CommandSession, given: string[], flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const ids: string[] = []
  for (const each of given) ids.push((await findTrace(session, dir, each)).id)
  const result = await session.request('traces.delete', { dir, ids })
  if (flags.json) return session.printJson(result)
  session.print(result.deleted === 1 ? '1 trace deleted.' : `${result.deleted} traces deleted.`)
}

const read = async (session: CommandSession, dir: string, given: string) =>
  session.request('traces.read', { dir, id: (await findTrace(session, dir, given)).id })

/** @throws Problem where there is none, or more than one. */
async function findTrace(session: CommandSession, dir: string, given: string): Promise<SavedTrace> {
  const { traces } = await session.request('traces.list', { dir })
  const isMeant = ({ id, name }: SavedTrace) =>
    given !== '' && (id.startsWith(given) || name === given)
  const [found, ...others] = traces.filter(isMeant)
  const fix = 'The saved traces are listed by: pegboard traces --workspace DIR'
  if (!found) throw new Problem('not-found', `There is no saved trace “${given}”.`, fix)
  if (others.length > 0) {
    throw new Problem(
      'bad-input',
      `${others.length + 1} saved traces are meant by “${given}”.`,
      fix,
    )
  }
  return found
}
