import type { Command } from 'commander'
import type { FailedCell } from '../../../contract/evaluation'
import type { ActionAnswer } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { sharedText } from '../../../domain/run/remarks'
import { findExperiment } from '../experiment-choice'
import { experimentsText, openExperimentText, troubleLines } from '../experiment-text'
import { OLLAMA_OPTION } from '../ollama-option'
import { addPlanOptions, planOf, type PlanFlags } from '../plan-choice'
import { plainText } from '../print-table'
import { namesOf } from '../recipe-choice'
import type { CommandSession, Run } from '../session'
import { asTheyFailed } from '../unsaved-runs'
import { workspaceCommands } from '../workspace-command'

interface Flags {
  workspace: string
  json?: boolean
  ollama?: string
}
type SaveFlags = Flags & PlanFlags & { note?: string }

export function addExperimentsCommand(program: Command, run: Run): void {
  const experiments = program
    .command('experiments')
    .description('experiments kept under a name: what of them is measured, and the rest')
  const command = workspaceCommands(experiments)
  command('list', 'list them', true).action((flags: Flags) =>
    run((session) => list(session, flags)),
  )
  command('show', 'show what of one is measured')
    .argument('<name>', 'its name, or the beginning of its id')
    .option(...OLLAMA_OPTION)
    .action((name: string, flags: Flags) => run((session) => show(session, name, flags), flags))
  addPlanOptions(command('save', 'keep under a name what is to be measured'))
    .argument('<name>', 'its name')
    .option('--note <text>', 'what it is for')
    .option(...OLLAMA_OPTION)
    .action((name: string, flags: SaveFlags) => run((session) => save(session, name, flags), flags))
  command('run', 'measure what is missing of one')
    .argument('<name>', 'its name, or the beginning of its id')
    .option(...OLLAMA_OPTION)
    .action((name: string, flags: Flags) => run((session) => goOn(session, name, flags), flags))
  command('rename', 'give one another name or note')
    .argument('<name>', 'its name, or the beginning of its id')
    .option('--to <name>', 'its new name')
    .option('--note <text>', 'its new note; empty for none')
    .action((name: string, flags: RenameFlags) => run((session) => rename(session, name, flags)))
  command('duplicate', 'make another one of the same plan, with the same runs')
    .argument('<name>', 'its name, or the beginning of its id')
    .argument('<copy>', 'the name of the other')
    .action((name: string, copy: string, flags: Flags) =>
      run((session) => duplicate(session, [name, copy], flags)),
    )
  command('delete', 'remove some; their runs stay')
    .argument('<names...>', 'their names')
    .action((names: string[], flags: Flags) => run((session) => remove(session, names, flags)))
}

interface RenameFlags extends Flags {
  to?: string
  note?: string
}

async function list(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const dir = await session.workspace(workspace)
  const experiments = await session.request('experiments.list', { dir })
  if (json) return session.printJson({ experiments })
  if (experiments.length === 0) {
    return session.print('No experiment is saved. Save one with: pegboard experiments save NAME')
  }
  session.print(experimentsText(experiments))
}

async function show(session: CommandSession, given: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { id } = await findExperiment(session, dir, given)
  await printOpened(session, { dir, json: flags.json }, { id })
}

type Opened = ActionAnswer<'experiments.show'>

/** Prints an experiment as it is now, with what failed just now, and gives it. */
async function printOpened(
  session: CommandSession,
  { dir, json }: { dir: string; json?: boolean | undefined },
  { id, failed = [] }: { id: string; failed?: readonly FailedCell[] },
): Promise<Opened> {
  const stored = await session.request('experiments.show', { dir, id })
  const opened = { ...stored, cells: asTheyFailed(stored.cells, failed) }
  const unsaved = failed.flatMap(({ run }) => run ?? [])
  if (json) {
    const figures = unsaved.map(({ id: run, recipe, measures }) => ({ run, recipe, measures }))
    session.printJson({ ...opened, ...(unsaved.length > 0 && { unsaved: figures }) })
    return opened
  }
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  const runs = [...(await session.request('evaluation.runs', { dir })), ...unsaved]
  const { name, note, plan } = opened
  session.print(`${plainText(name)}, on “${plainText(plan.goldenSet)}”`)
  if (note) session.print(note)
  session.print(openExperimentText(opened, { runs, nameOf }))
  for (const line of sharedText(opened.shared)) session.print(`${line}.`)
  for (const line of troubleLines(opened, { nameOf })) session.print(line)
  return opened
}

async function save(session: CommandSession, name: string, flags: SaveFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const plan = await planOf(session, dir, flags)
  const saved = await session.request('experiments.save', { dir, name, note: flags.note, plan })
  if (flags.json) return session.printJson(saved)
  const measured = saved.cells.filter(({ run }) => run !== undefined).length
  session.print(
    `Saved: ${measured} of ${saved.cells.length} measured. ` +
      `Go on with: pegboard experiments run "${plainText(saved.name)}"`,
  )
}

async function goOn(session: CommandSession, given: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { id } = await findExperiment(session, dir, given)
  const failed = await measureRest(session, { dir, id })
  requireAll(await printOpened(session, { dir, json: flags.json }, { id, failed }))
}

/** Measures what is missing of an experiment, and gives what failed. @throws Problem `cancelled` where it is stopped, saying how to go on. */
export async function measureRest(
  session: CommandSession,
  { dir, id }: { dir: string; id: string },
): Promise<FailedCell[]> {
  const { name, plan } = await session.request('experiments.show', { dir, id })
  const input = { dir, ...plan, experiment: id, resume: true }
  try {
    return (await session.request('evaluation.run', input)).failed
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cancelled') throw error
    const fix = `Go on with: pegboard experiments run "${plainText(name)}"`
    throw new Problem('cancelled', error.message, fix)
  }
}

/** @throws Problem where a cell could not be measured. */
export function requireAll({ cells }: Opened): void {
  const failed = cells.filter(({ state }) => state === 'failed').length
  if (failed === 0) return
  const message = `${failed} of ${cells.length} measurements could not be made.`
  throw new Problem('unavailable', message, 'The same command measures only what is missing.')
}

async function rename(session: CommandSession, given: string, flags: RenameFlags): Promise<void> {
  const { workspace, to, note, json } = flags
  const dir = await session.workspace(workspace)
  const { id } = await findExperiment(session, dir, given)
  const changed = await session.request('experiments.rename', { dir, id, name: to, note })
  if (json) return session.printJson(changed)
  session.print(`“${plainText(changed.name)}”${changed.note ? `: ${changed.note}` : ''}`)
}

async function duplicate(
  session: CommandSession,
  [given = '', name = '']: string[],
  { workspace, json }: Flags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const { id } = await findExperiment(session, dir, given)
  const copy = await session.request('experiments.duplicate', { dir, id, name })
  if (json) return session.printJson(copy)
  session.print(`“${plainText(name)}” measures the same.`)
}

async function remove(session: CommandSession, names: string[], flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const ids: string[] = []
  for (const name of names) ids.push((await findExperiment(session, dir, name)).id)
  const result = await session.request('experiments.delete', { dir, ids })
  if (flags.json) return session.printJson(result)
  const deleted = result.deleted === 1 ? '1 experiment' : `${result.deleted} experiments`
  session.print(`${deleted} deleted. Their runs stay.`)
}
