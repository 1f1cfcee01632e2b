import { withRuns } from '../evaluation/measured-runs'
import { storedRuns } from '../evaluation/store'
import { readable } from '../workspaces/unreadable-records'
import { withWorkspaceModels } from '../models/workspace-models'
import {
  deleteExperiments,
  duplicateExperiment,
  renameExperiment,
  saveExperiment,
  ExperimentsSaveInput,
  ExperimentsRenameInput,
  ExperimentsDuplicateInput,
  ExperimentsDeleteInput,
} from './change-experiments'
import { experimentCalled, storedExperiments } from './noted-cells'
import { openExperiment } from './open-experiment'
import { rowOf } from './planned-cells'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { ExperimentId } from '../../contract/experiment'
import { action } from '../action'

export const experimentActions = {
  'experiments.list': action({
    summary: 'The experiments that a workspace keeps',
    input: z.object({ dir: Dir }),
    async run(context, { dir }) {
      const session = await context.sessions.of(dir)
      const { embedder } = await withWorkspaceModels(context, dir).settings.read()
      const runs = new Set((await storedRuns(session)).map(({ id }) => id))
      const catalog = await session.catalog()
      const experiments = await readable(context, { dir, kind: 'experiments' }, storedExperiments)
      return experiments.map((experiment) => rowOf(experiment, { catalog, embedder, runs }))
    },
  }),
  'experiments.show': action({
    summary: 'What of an experiment is measured, held against the workspace as it is',
    input: z.object({ dir: Dir, id: ExperimentId }),
    run: withRuns(async (context, { dir, id }: { dir: string; id: string }, call) => {
      const experiment = await experimentCalled(await context.sessions.of(dir), id)
      return openExperiment(context, { dir, experiment }, call)
    }),
  }),
  /**
   * Runs of the very same measurements that the workspace holds are its own from the start. Refuses a name that is taken, and a
   * plan that cannot be measured.
   */
  'experiments.save': action({
    summary:
      'Keeps a plan as an experiment; `evaluation.run` with its id measures what is missing of it',
    input: ExperimentsSaveInput,
    run: withRuns(saveExperiment),
  }),
  'experiments.rename': action({
    summary:
      'Gives an experiment another name or note; what is left out stays, and an empty note is none',
    input: ExperimentsRenameInput,
    run: withRuns(renameExperiment),
  }),
  'experiments.duplicate': action({
    summary: 'Another experiment of the same plan, with the same runs',
    input: ExperimentsDuplicateInput,
    run: withRuns(duplicateExperiment),
  }),
  'experiments.delete': action({
    summary: 'Removes experiments; their runs stay',
    input: ExperimentsDeleteInput,
    run: withRuns(deleteExperiments),
  }),
}
