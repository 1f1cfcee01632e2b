import { measuredRunsOf } from '../evaluation/measured-runs'
import { storedRuns } from '../evaluation/store'
import type { AppContext, Handlers } from '../handlers'
import { readable } from '../unreadable-records'
import { withWorkspaceModels } from '../models/workspace-models'
import {
  deleteExperiments,
  duplicateExperiment,
  renameExperiment,
  saveExperiment,
} from './change-experiments'
import { experimentCalled, storedExperiments } from './noted-cells'
import { openExperiment } from './open-experiment'
import { rowOf } from './planned-cells'

export const experimentsHandlers = (context: AppContext): Handlers<'experiments'> => {
  const { sessions } = context
  const withRuns = { ...context, measured: measuredRunsOf(context) }
  return {
    async 'experiments.list'({ dir }) {
      const session = await sessions.of(dir)
      const { embedder } = await withWorkspaceModels(context, dir).settings.read()
      const runs = new Set((await storedRuns(session)).map(({ id }) => id))
      const catalog = await session.catalog()
      const experiments = await readable(context, { dir, kind: 'experiments' }, storedExperiments)
      return experiments.map((experiment) => rowOf(experiment, { catalog, embedder, runs }))
    },
    async 'experiments.show'({ dir, id }, call) {
      const experiment = await experimentCalled(await sessions.of(dir), id)
      return openExperiment(withRuns, { dir, experiment }, call)
    },
    'experiments.save': (input, call) => saveExperiment(withRuns, input, call),
    'experiments.rename': (input) => renameExperiment(withRuns, input),
    'experiments.duplicate': (input) => duplicateExperiment(withRuns, input),
    'experiments.delete': (input) => deleteExperiments(withRuns, input),
  }
}
