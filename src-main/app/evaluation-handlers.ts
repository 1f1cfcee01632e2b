import { measureInfos } from '../evaluation/measures'
import { askQueries } from './evaluation/ask'
import { compareRuns } from './evaluation/compare'
import { runExperiment } from './evaluation/experiment'
import { placesOfGolden } from './evaluation/golden-places'
import { measuredRunsOf } from './evaluation/measured-runs'
import { pageOfOutcomes } from './evaluation/outcomes'
import { removeRuns, storedRuns } from './evaluation/store'
import { traceAgain } from './evaluation/trace'
import type { AppContext, Handlers } from './handlers'

export const evaluationHandlers = (context: AppContext): Handlers<'evaluation'> => {
  const { sessions } = context
  const withRuns = { ...context, measured: measuredRunsOf(context) }
  return {
    'evaluation.measures': measureInfos,
    'evaluation.run': (input, call) => runExperiment(withRuns, input, call),
    'evaluation.ask': (input, call) => askQueries(context, input, call),
    'evaluation.runs': async ({ dir }) => storedRuns(await sessions.of(dir)),
    'evaluation.deleteRuns': async ({ dir, runs }) => ({
      deleted: await removeRuns(await sessions.of(dir), runs),
    }),
    'evaluation.outcomes': (input, call) => pageOfOutcomes(withRuns, input, call),
    'evaluation.compare': (input, call) => compareRuns(withRuns, input, call),
    'evaluation.locate': (input, call) => placesOfGolden(withRuns, input, call),
    'evaluation.trace': (input, call) => traceAgain(withRuns, input, call),
  }
}
