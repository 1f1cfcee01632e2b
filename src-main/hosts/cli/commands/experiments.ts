import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import type { FailedCell } from '../../../contract/evaluation'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { sharedText } from '../../../domain/run/remarks'
import type { Run } from '../../../domain/run/run'
import { asks, command, itsChange, type CommandGroup } from '../command'
import { experimentsText, openExperimentText, troubleLines } from '../experiment-text'
import { PLAN_FLAGS, planOf, WHY } from '../plan-choice'
import { plainText } from '../print-table'
import { namesOf } from '../recipe-choice'
import type { CommandSession } from '../session'
import { asTheyFailed } from '../unsaved-runs'

const Experiment = z.string().describe('its name, or the beginning of its id')
const saving = actions['experiments.save'].input.shape
const renaming = actions['experiments.rename'].input.shape
const copying = actions['experiments.duplicate'].input.shape

export const experiments: CommandGroup = {
  summary: 'saved experiments: list, show, save, run, rename, duplicate and delete them',
  byDefault: 'list',
  commands: {
    list: asks('experiments.list', {
      json: (all) => ({ experiments: all }),
      print: (all) =>
        all.length === 0
          ? 'No experiment is saved. Save one with: pegboard experiments save NAME'
          : experimentsText(all),
    }),
    show: command({
      summary: 'show how far one is measured',
      args: ['name'],
      input: { dir: Dir, name: Experiment },
      asksModels: true,
      async run(session, { dir, name }) {
        const { id } = await findExperiment(session, dir, name)
        return openedWith(session, { dir, id }, [])
      },
      json: asJson,
      print: openedLines,
    }),
    save: command({
      summary: 'save under a name what to measure',
      args: ['name'],
      input: { dir: Dir, name: saving.name, ...PLAN_FLAGS, note: saving.note },
      asksModels: true,
      async run(session, { dir, name, note, ...flags }) {
        const plan = await planOf(session, dir, flags)
        return session.request('experiments.save', { dir, name, note, plan })
      },
      print({ name, cells }) {
        const measured = cells.filter(({ run }) => run !== undefined).length
        return (
          `Saved: ${measured} of ${cells.length} measured. ` +
          `Go on with: pegboard experiments run "${plainText(name)}"`
        )
      },
    }),
    run: command({
      summary: 'measure what one still lacks',
      args: ['name'],
      input: { dir: Dir, name: Experiment, why: WHY },
      asksModels: true,
      async run(session, { dir, name, why }) {
        const { id } = await findExperiment(session, dir, name)
        return openedWith(session, { dir, id }, await measureRest(session, { dir, id, why }))
      },
      json: asJson,
      print: openedLines,
      failure: ({ opened }) => notAllMeasured(opened),
    }),
    rename: command({
      summary: 'rename one, or change its note',
      args: ['experiment'],
      names: { experiment: 'name', name: 'to' },
      input: { dir: Dir, experiment: Experiment, name: renaming.name, note: renaming.note },
      async run(session, { dir, experiment, name, note }) {
        const { id } = await findExperiment(session, dir, experiment)
        return session.request('experiments.rename', { dir, id, name, note })
      },
      undo: itsChange,
      print: ({ name, note }) => `“${plainText(name)}”${note ? `: ${note}` : ''}`,
    }),
    duplicate: command({
      summary: 'copy one, with its runs',
      args: ['experiment', 'name'],
      names: { experiment: 'name', name: 'copy' },
      input: { dir: Dir, experiment: Experiment, name: copying.name },
      async run(session, { dir, experiment, name }) {
        const { id } = await findExperiment(session, dir, experiment)
        return session.request('experiments.duplicate', { dir, id, name })
      },
      print: (_, { name }) => `“${plainText(name)}” measures the same.`,
    }),
    delete: command({
      summary: 'remove some; their runs stay',
      args: ['names'],
      input: { dir: Dir, names: z.array(z.string()).min(1).describe('their names') },
      async run(session, { dir, names }) {
        const ids: string[] = []
        for (const name of names) ids.push((await findExperiment(session, dir, name)).id)
        return session.request('experiments.delete', { dir, ids })
      },
      undo: itsChange,
      print: ({ deleted }) =>
        `${deleted === 1 ? '1 experiment' : `${deleted} experiments`} deleted. Their runs stay.`,
    }),
  },
}

type Opened = ActionAnswer<'experiments.show'>

interface OpenedWith {
  opened: Opened
  /** What was measured just now and could not be stored. */
  unsaved: Run[]
}

/** An experiment as it is now, with what failed just now. */
async function openedWith(
  session: CommandSession,
  { dir, id }: { dir: string; id: string },
  failed: readonly FailedCell[],
): Promise<OpenedWith> {
  const stored = await session.request('experiments.show', { dir, id })
  return {
    opened: { ...stored, cells: asTheyFailed(stored.cells, failed) },
    unsaved: failed.flatMap(({ run }) => run ?? []),
  }
}

function asJson({ opened, unsaved }: OpenedWith) {
  const figures = unsaved.map(({ id: run, recipe, measures }) => ({ run, recipe, measures }))
  return { ...opened, ...(unsaved.length > 0 && { unsaved: figures }) }
}

async function openedLines(
  { opened, unsaved }: OpenedWith,
  { dir }: { dir: string },
  session: CommandSession,
): Promise<string[]> {
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  const runs = [...(await session.request('evaluation.runs', { dir })), ...unsaved]
  const { name, note, plan } = opened
  return [
    `${plainText(name)}, on “${plainText(plan.goldenSet)}”`,
    ...(note ? [note] : []),
    openExperimentText(opened, { runs, nameOf }),
    ...sharedText(opened.shared).map((line) => `${line}.`),
    ...troubleLines(opened, { nameOf }),
  ]
}

/**
 * Measures what is missing of an experiment, and gives what failed.
 * @throws Problem `cancelled` where it is stopped, saying how to go on.
 */
async function measureRest(
  session: CommandSession,
  { dir, id, why }: { dir: string; id: string; why?: string | undefined },
): Promise<FailedCell[]> {
  const { name, plan } = await session.request('experiments.show', { dir, id })
  const input = { dir, ...plan, experiment: id, why, resume: true }
  try {
    return (await session.request('evaluation.run', input)).failed
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'cancelled') throw error
    const fix = `Go on with: pegboard experiments run "${plainText(name)}"`
    throw new Problem('cancelled', error.message, fix)
  }
}

/** The problem where a cell could not be measured. */
function notAllMeasured({ cells }: Opened): Problem | undefined {
  const failed = cells.filter(({ state }) => state === 'failed').length
  if (failed === 0) return undefined
  const message = `${failed} of ${cells.length} measurements failed.`
  return new Problem(
    'unavailable',
    message,
    'Run the same command again: it measures only what is missing.',
  )
}

/**
 * The experiment of this name, or whose id begins so.
 * @throws Problem `not-found` naming those there are, `bad-input`.
 */
async function findExperiment(
  session: CommandSession,
  dir: string,
  given: string,
): Promise<ActionAnswer<'experiments.list'>[number]> {
  const all = await session.request('experiments.list', { dir })
  const named = all.find(({ name }) => name === given)
  if (named) return named
  const [found, ...others] = all.filter(({ id }) => given !== '' && id.startsWith(given))
  if (found && others.length === 0) return found
  if (found) {
    const message = `${others.length + 1} experiments begin with “${plainText(given)}”.`
    throw new Problem('bad-input', message, 'Give more of the id, or the name.')
  }
  const names = all.map(({ name }) => `“${plainText(name)}”`).join(', ')
  const fix = names ? `There are: ${names}.` : 'Save one with: pegboard experiments save NAME'
  throw new Problem('not-found', `There is no experiment “${plainText(given)}”.`, fix)
}
