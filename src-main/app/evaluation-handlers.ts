import { measureInfos } from '../evaluation/measures'
import { adviseOnRuns } from './evaluation/advice/advise'
import { bandsOfRuns } from './evaluation/advice/bands'
import { askQueries } from './evaluation/ask'
import { compareRuns } from './evaluation/compare'
import { earnedInRun } from './evaluation/earned-edges'
import { runExperiment } from './evaluation/experiment'
import { failedPlaces } from './evaluation/failed-places'
import { reportFailures } from './evaluation/failure-report'
import { placesOfGolden } from './evaluation/golden-places'
import { measuredRunsOf } from './evaluation/measured-runs'
import { pageOfOutcomes } from './evaluation/outcomes'
import { writeReport } from './evaluation/report'
import { exportRun } from './evaluation/run-files'
import { removeRuns, storedRuns } from './evaluation/store'
import { surenessOf } from './evaluation/sureness'
import { traceAgain } from './evaluation/trace'
import { trySettings } from './evaluation/try-settings'
import type { AppContext, Handlers } from './handlers'
import { readable } from './unreadable-records'

export const evaluationHandlers = (context: AppContext): Handlers<'evaluation'> => {
  const { sessions } = context
  const withRuns = { ...context, measured: measuredRunsOf(context) }
  return {
    'evaluation.measures': measureInfos,
    'evaluation.run': (input, call) => runExperiment(withRuns, input, call),
    'evaluation.ask': (input, call) => askQueries(context, input, call),
    'evaluation.runs': ({ dir }) => readable(context, { dir, kind: 'runs' }, storedRuns),
    'evaluation.deleteRuns': async ({ dir, runs }) => ({
      deleted: await removeRuns(await sessions.of(dir), runs),
    }),
    'evaluation.export': (input, call) => exportRun(withRuns, input, call),
    'evaluation.report': (input, call) => writeReport(withRuns, input, call),
    'evaluation.outcomes': (input, call) =>
      pageOfOutcomes(withRuns, input, {
        ...call,
        failedPlaces: (lost) => failedPlaces(withRuns, { ...input, lost }, call),
      }),
    'evaluation.failures': (input, call) => reportFailures(withRuns, input, call),
    'evaluation.earnedEdges': (input, call) => earnedInRun(withRuns, input, call),
    'evaluation.compare': (input, call) => compareRuns(withRuns, input, call),
    'evaluation.advise': (input, call) => adviseOnRuns(withRuns, input, call),
    'evaluation.bands': (input, call) => bandsOfRuns(withRuns, input, call),
    'evaluation.trySettings': (input, call) => trySettings(withRuns, input, call),
    'evaluation.sureness': (input, call) => surenessOf(withRuns, input, call),
    'evaluation.locate': (input, call) => placesOfGolden(withRuns, input, call),
    'evaluation.trace': (input, call) => traceAgain(withRuns, input, call),
  }
}
