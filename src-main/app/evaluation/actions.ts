import { measureInfos } from '../../evaluation/measures'
import { adviseOnRuns, EvaluationAdviseInput } from './advice/advise'
import { bandsOfRuns, EvaluationBandsInput } from './advice/bands'
import { askQueries, EvaluationAskInput } from './ask'
import { EvaluationAtInput, runsAt } from './at-cutoff'
import { compareRuns, EvaluationCompareInput } from './compare'
import { earnedInRun, EvaluationEarnedEdgesInput } from './earned-edges'
import { EvaluationRunInput, runExperiment } from './experiment'
import { EvaluationMeasureAgainInput, measureAgain } from './measure-again'
import { measureDemo, MeasureDemoInput } from './measure-demo'
import { failedPlaces } from './failed-places'
import { EvaluationFailedQueriesInput, failedQueries } from './failed-queries'
import { EvaluationFailuresInput, reportFailures } from './failure-report'
import { EvaluationLocateInput, placesOfGolden } from './golden-places'
import { EvaluationNamedInput, namedRuns } from './named-runs'
import { EvaluationOutcomesInput, pageOfOutcomes } from './outcomes'
import { EvaluationOutdatedInput, outdatedRuns } from './outdated'
import { EvaluationExportInput, exportRun } from './run-files'
import { EvaluationSideBySideInput, runsSideBySide } from './side-by-side'
import { agentRunsOf } from './simple-agents'
import { removeRuns, storedRuns } from './store'
import { EvaluationSweepInput, sweepVariants } from './sweep'
import { EvaluationTogetherInput, runsTogether } from './together'
import { EvaluationTraceInput, traceAgain } from './trace'
import { EvaluationTrySettingsInput, trySettings } from './try-settings'
import { readable } from '../workspaces/unreadable-records'
import { z } from 'zod'
import { withRuns } from './measured-runs'
import { Dir } from '../../contract/workspace'
import { action, inSession } from '../action'

export const evaluationActions = {
  'evaluation.measures': action({
    summary: 'Describe every measure, in the order they are shown',
    input: z.object({}),
    run: () => measureInfos(),
  }),
  /**
   * Each run is kept as soon as it is finished. One that fails, or a stop, loses nothing that is
   * finished. Refuses a size beyond the whole catalog, and more than 300 measurements.
   */
  'evaluation.run': action({
    summary: 'Measure recipes on a golden set, each with every size of catalog',
    input: EvaluationRunInput,
    run: withRuns(runExperiment),
  }),
  /** More than one measurement takes, such as recipes with every value of their options. */
  'evaluation.sweep': action({
    summary: 'Measure many recipes and options on a golden set, each with every size of catalog',
    input: EvaluationSweepInput,
    run: withRuns(sweepVariants),
  }),
  /** Takes what is measured already as it is. Refuses where the workspace is no demo. */
  'evaluation.measureDemo': action({
    summary: 'Measure a demo by words alone and by the recipe it works with',
    input: MeasureDemoInput,
    run: withRuns(measureDemo),
  }),
  /** Refuses where the catalog or the logged queries are not the ones named. */
  'evaluation.ask': action({
    summary:
      'Ask some queries of an experiment and measure nothing: how further threads take part in one',
    input: EvaluationAskInput,
    run: askQueries,
  }),
  'evaluation.runs': action({
    summary: 'List the measured runs that a workspace keeps',
    input: z.object({ dir: Dir }),
    run: (context, { dir }) => readable(context, { dir, kind: 'runs' }, storedRuns),
  }),
  /** Refuses a name that is that of no run, or of several. */
  'evaluation.named': action({
    summary: 'Find measured runs as people name them: by number, or the beginning of an id',
    input: EvaluationNamedInput,
    run: withRuns(namedRuns),
  }),
  'evaluation.together': action({
    summary: 'Choose runs to look at together, with what each is called and what is outdated',
    input: EvaluationTogetherInput,
    run: withRuns(runsTogether),
  }),
  /** They count in a decision, by expected accuracy. */
  'agentRuns.list': action({
    summary: 'List what was measured of agents, the newest first',
    input: z.object({ dir: Dir }),
    run: (context, { dir }) => readable(context, { dir, kind: 'agentRuns' }, agentRunsOf),
  }),
  /**
   * A run is current where it is not named: then nothing that it was measured on is another by now.
   */
  'evaluation.outdated': action({
    summary: 'What changed since runs were measured: catalog, golden set, embedder, models',
    input: EvaluationOutdatedInput,
    run: outdatedRuns,
  }),
  /** Sends progress. */
  'evaluation.measureAgain': action({
    summary: 'Measure what runs measured once more, on what is in use now',
    input: EvaluationMeasureAgainInput,
    run: withRuns(measureAgain),
  }),
  'evaluation.deleteRuns': action({
    summary: 'Remove measured runs',
    input: z.object({ dir: Dir, runs: z.array(z.string()).min(1) }),
    run: inSession((session, { runs }) => removeRuns(session, runs)),
  }),
  'evaluation.export': action({
    summary:
      'Offer the queries of a run as a file: all of them, as a table or as trec_eval reads them',
    input: EvaluationExportInput,
    run: withRuns(exportRun),
  }),
  'evaluation.outcomes': action({
    summary: 'A run’s queries at one cut-off, failures first',
    input: EvaluationOutcomesInput,
    run: withRuns((context, input: EvaluationOutcomesInput, call) =>
      pageOfOutcomes(context, input, {
        ...call,
        failedPlaces: (lost) => failedPlaces(context, { ...input, lost }, call),
      }),
    ),
  }),
  /**
   * Looks up why where that is asked for, which runs each failed query again on today's catalog,
   * unless that would ask a language model; sends progress. A stop keeps what is looked up, for a
   * while.
   */
  'evaluation.failures': action({
    summary: 'Where a run fails at one cut-off, counted',
    input: EvaluationFailuresInput,
    run: withRuns(reportFailures),
  }),
  /** Looks up why, as `evaluation.failures`. */
  'evaluation.failedQueries': action({
    summary: 'Where a run fails, and the worst of its queries with where their golden tools stand',
    input: EvaluationFailedQueriesInput,
    run: withRuns(failedQueries),
  }),
  /** @throws Problem `bad-input` where that would ask a language model. */
  'evaluation.earnedEdges': action({
    summary: 'What edges earned in a run: some of its queries are asked again on today’s catalog',
    input: EvaluationEarnedEdgesInput,
    run: withRuns(earnedInRun),
  }),
  /** A run that holds no tool sets for the k is as it is; `[i]` belongs to `runs[i]`. */
  'evaluation.at': action({
    summary: 'Runs with their measures at a k, even one they were not measured at',
    input: EvaluationAtInput,
    run: withRuns(runsAt),
  }),
  /** Refuses runs on other queries or other labels, or tells of each why it cannot be compared. */
  'evaluation.compare': action({
    summary: 'How runs differ from a baseline, query by query, tested together',
    input: EvaluationCompareInput,
    run: withRuns(compareRuns),
  }),
  /** Refuses runs of which none can be compared, unless that is to be told. */
  'evaluation.sideBySide': action({
    summary: 'Hold runs against a baseline, named or the newest, and say how it turned out',
    input: EvaluationSideBySideInput,
    run: withRuns(runsSideBySide),
  }),
  /**
   * Refuses runs on other queries or other labels; by accuracy also where no agent was measured on
   * their golden set as it is.
   */
  'evaluation.advise': action({
    summary: 'Recommend a run and a k, for a score that is wanted or a budget of tokens',
    input: EvaluationAdviseInput,
    run: withRuns(adviseOnRuns),
  }),
  /** `[i]` belongs to `runs[i]`, without those that decide themselves how many tools there are. */
  'evaluation.bands': action({
    summary: 'The uncertainty of runs’ curves',
    input: EvaluationBandsInput,
    run: withRuns(bandsOfRuns),
  }),
  /**
   * On at most 200 golden or logged queries. Refuses fewer than 30 queries with right tools, and
   * options with which a language model is asked. With an embedder it tries that in place of other
   * settings, on 5 queries or more, and embeds first what is not embedded with it.
   */
  'evaluation.trySettings': action({
    summary: 'Try other settings of a recipe and say what would be clearly better; keep nothing',
    input: EvaluationTrySettingsInput,
    run: withRuns(trySettings),
  }),
  /**
   * What the run did not give is looked up by running the query again on today's catalog, unless
   * that would ask a language model.
   */
  'evaluation.locate': action({
    summary: 'Where the golden tools of some of a run’s queries stand',
    input: EvaluationLocateInput,
    run: withRuns(placesOfGolden),
  }),
  'evaluation.trace': action({
    summary:
      'Run one query of a run again with the run’s recipe, options and embedder, on today’s catalog, and keep the trace',
    input: EvaluationTraceInput,
    run: withRuns(traceAgain),
  }),
}
