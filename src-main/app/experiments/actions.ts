import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import {
  ExperimentId,
  type ExperimentsDeleteAnswer,
  type ExperimentsDuplicateAnswer,
  type ExperimentsRenameAnswer,
  type OpenExperiment,
} from '../../contract/experiment'
import { Dir } from '../../contract/workspace'
import { ExperimentPlan } from '../../domain/experiment/plan'
import { ExperimentName, ExperimentNote, type SavedExperiment } from '../../domain/experiment/saved'
import { Problem } from '../../domain/problem'
import { action } from '../action'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { withRuns, type MeasuredRuns } from '../evaluation/measured-runs'
import { storedRuns } from '../evaluation/store'
import { withWorkspaceModels } from '../models/workspace-models'
import { readable } from '../workspaces/unreadable-records'
import { experimentCalled, storedExperiments } from '../evaluation/noted-cells'
import { openExperiment } from './open-experiment'
import { rowOf } from './planned-cells'
import { wholePlan } from '../evaluation/saved-plan'
import { changeRecordsUndoably, removedText } from '../editing/undoable-records'

const ExperimentsSaveInput = z.object({
  dir: Dir,
  name: ExperimentName.describe('its name'),
  note: ExperimentNote.optional().meta({ title: 'text', description: 'what it is for' }),
  plan: ExperimentPlan.describe('what it measures'),
})
type ExperimentsSaveInput = z.output<typeof ExperimentsSaveInput>

const ExperimentsRenameInput = z.object({
  dir: Dir,
  id: ExperimentId,
  name: ExperimentName.optional().meta({ title: 'name', description: 'its new name' }),
  note: ExperimentNote.optional().meta({
    title: 'text',
    description: 'its new note; empty for none',
  }),
})
type ExperimentsRenameInput = z.output<typeof ExperimentsRenameInput>

const ExperimentsDuplicateInput = z.object({
  dir: Dir,
  id: ExperimentId,
  name: ExperimentName.describe('the name of the other'),
})
type ExperimentsDuplicateInput = z.output<typeof ExperimentsDuplicateInput>

const ExperimentsDeleteInput = z.object({
  dir: Dir,
  ids: z.array(ExperimentId).min(1).max(1000).describe('the experiments, by their ids'),
})
type ExperimentsDeleteInput = z.output<typeof ExperimentsDeleteInput>

export const experimentActions = {
  'experiments.list': action({
    summary: 'List the experiments that a workspace keeps',
    input: z.object({ dir: Dir }),
    async run(context, { dir }) {
      const session = await context.sessions.of(dir)
      const { embedder } = await withWorkspaceModels(context, dir).settings.read()
      const runs = new Set((await storedRuns(session)).map(({ id }) => id))
      const catalog = await session.catalog()
      const experiments = await readable(context, { dir, kind: 'experiments' }, storedExperiments)
      const { recipes } = context
      return experiments.map((experiment) =>
        rowOf(experiment, { recipes, catalog, embedder, runs }),
      )
    },
  }),
  'experiments.show': action({
    summary: 'How far an experiment is measured on the workspace as it is',
    input: z.object({ dir: Dir, id: ExperimentId }),
    run: withRuns(async (context, { dir, id }: { dir: string; id: string }, call) => {
      const experiment = await experimentCalled(await context.sessions.of(dir), id)
      return openExperiment(context, { dir, experiment }, call)
    }),
  }),
  /**
   * Runs of the very same measurements that the workspace holds are its own from the start. Refuses
   * a name that is taken, and a plan that cannot be measured.
   */
  'experiments.save': action({
    summary:
      'Keep a plan as an experiment; `evaluation.run` with its id measures what is missing of it',
    input: ExperimentsSaveInput,
    run: withRuns(saveExperiment),
  }),
  'experiments.rename': action({
    summary:
      'Give an experiment another name or note; what is left out stays, and an empty note is none',
    input: ExperimentsRenameInput,
    run: withRuns(renameExperiment),
  }),
  'experiments.duplicate': action({
    summary: 'Another experiment of the same plan, with the same runs',
    input: ExperimentsDuplicateInput,
    run: withRuns(duplicateExperiment),
  }),
  'experiments.delete': action({
    summary: 'Remove experiments; their runs stay',
    input: ExperimentsDeleteInput,
    run: withRuns(deleteExperiments),
  }),
}

/** As many experiments as a workspace keeps: a list to choose from. */
export const MOST_EXPERIMENTS = 200

type Context = AppContext & { measured: MeasuredRuns }

/**
 * Keeps a plan as an experiment, with the runs that the workspace holds of its cells.
 * @throws Problem where it cannot be measured.
 */
async function saveExperiment(
  context: Context,
  { dir, name, note, plan }: ExperimentsSaveInput,
  call: Call,
): Promise<OpenExperiment> {
  const session = await context.sessions.of(dir)
  const { embedder } = await withWorkspaceModels(context, dir).settings.read()
  const savedAt = context.clock.timestamp()
  const wanted: SavedExperiment = {
    id: randomUUID(),
    name,
    plan: wholePlan(context.recipes, plan, embedder),
    savedAt,
    ...(note && { note }),
    cells: [],
  }
  const opened = await openExperiment(context, { dir, experiment: wanted }, call)
  if (opened.problem) {
    const { code, message, fix } = opened.problem
    throw new Problem(code, message, fix)
  }
  const cells = opened.cells.flatMap(({ cell, run }) => (run === undefined ? [] : { cell, run }))
  return session.change(async () => {
    refuseAnother(await storedExperiments(session), name)
    return { experiments: { put: [{ ...wanted, cells }] }, answer: opened }
  })
}

/** What is left out stays; an empty note is none. */
async function renameExperiment(
  { sessions }: Context,
  { dir, id, name, note }: ExperimentsRenameInput,
): Promise<ExperimentsRenameAnswer> {
  const session = await sessions.of(dir)
  return changeRecordsUndoably(session, async () => {
    const { note: before, ...experiment } = await experimentCalled(session, id)
    const named = { name: name ?? experiment.name, note: note ?? before }
    if (named.name !== experiment.name) {
      refuseIfTaken(await storedExperiments(session), named.name)
    }
    const answer = { name: named.name, ...(named.note && { note: named.note }) }
    return {
      change: { experiments: { put: [{ ...experiment, ...answer }] } },
      what: `Changed the name or note of the experiment ${experiment.name}`,
      answer,
    }
  })
}

/** Another one of the same plan, with the same runs. */
async function duplicateExperiment(
  { sessions, clock }: Context,
  { dir, id, name }: ExperimentsDuplicateInput,
): Promise<ExperimentsDuplicateAnswer> {
  const session = await sessions.of(dir)
  const copy = { id: randomUUID(), name, savedAt: clock.timestamp() }
  return session.change(async () => {
    const experiment = await experimentCalled(session, id)
    refuseAnother(await storedExperiments(session), name)
    return { experiments: { put: [{ ...experiment, ...copy }] }, answer: { id: copy.id } }
  })
}

/** Removes those that the workspace holds; their runs stay. */
async function deleteExperiments(
  { sessions }: Context,
  { dir, ids }: ExperimentsDeleteInput,
): Promise<ExperimentsDeleteAnswer> {
  const session = await sessions.of(dir)
  return changeRecordsUndoably(session, async () => {
    const known = (await storedExperiments(session)).map(({ id }) => id)
    const remove = known.filter((id) => ids.includes(id))
    return {
      change: { experiments: { remove } },
      what: removedText(remove.length, 'experiment'),
      answer: { deleted: remove.length },
    }
  })
}

/** @throws Problem `conflict` where an experiment has the name already. */
function refuseIfTaken(experiments: readonly SavedExperiment[], name: string): void {
  if (!experiments.some((one) => one.name === name)) return
  const message = `This workspace has an experiment “${name}” already. Nothing was saved.`
  throw new Problem('conflict', message, 'Choose another name.')
}

/** @throws Problem `conflict` where one more has no place, or its name is taken. */
function refuseAnother(experiments: readonly SavedExperiment[], name: string): void {
  refuseIfTaken(experiments, name)
  if (experiments.length < MOST_EXPERIMENTS) return
  throw new Problem(
    'conflict',
    `This workspace holds ${MOST_EXPERIMENTS} experiments, as many as it keeps.`,
    'Delete those you no longer need: their runs stay.',
  )
}
