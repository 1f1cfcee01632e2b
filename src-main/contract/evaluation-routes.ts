import { z } from 'zod'
import { CHANGED_SHOWS } from '../domain/changed-queries'
import { Comparison } from '../domain/comparison'
import { AgentFailure, FailureFilter, FailureReport, Fate, MissingTool } from '../domain/failure'
import { EarnedEdges } from '../domain/earned-edge'
import { DependencyError, DependencyErrorCounts } from '../domain/graph-facts'
import { ExperimentPlan, MOST_RECIPES } from '../domain/experiment-plan'
import { GoldenQuery } from '../domain/golden-set'
import { MeasureInfo } from '../domain/measure'
import { CatalogSize, QueryOutcome, Run } from '../domain/run'
import { SettingTrial } from '../domain/setting-trial'
import { Sureness } from '../domain/sureness'
import { JsonObject, ToolId } from '../domain/tool'
import { TraceStep } from '../domain/trace'
import { Explanation, ToolNames } from './query-routes'
import { ProblemReport } from './reply'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

export const OutcomeRow = QueryOutcome.extend({
  /** The tools given at the k looked at. */
  given: z.array(ToolId),
  /** Place of each golden tool among those given, from 1; null where it is missing. */
  goldenRanks: z.array(z.number().int().nullable()),
  recall: z.number(),
  /** What went wrong with dependencies, at the k looked at; absent where nothing did. */
  errors: z.array(DependencyError).optional(),
})
export type OutcomeRow = z.infer<typeof OutcomeRow>

/** Where a golden tool of a query stands, as far as the run's recipe ranks, and what became of it. */
export const GoldenPlace = MissingTool.extend({
  fate: Fate,
  name: z.string(),
  server: z.string().optional(),
  /** Where it was given and an agent run failed it nevertheless. */
  agent: AgentFailure.omit({ tool: true }).optional(),
})
export type GoldenPlace = z.infer<typeof GoldenPlace>

/** A recipe that could not be measured, with what it was to be measured with. */
export const FailedCell = z.object({
  recipe: z.string(),
  options: JsonObject,
  embedder: z.string().optional(),
  catalogSize: CatalogSize.optional(),
  problem: ProblemReport,
  /** As measured, where only storing it failed: a resume stores it, and measures nothing again. */
  run: Run.optional(),
})
export type FailedCell = z.infer<typeof FailedCell>

/** A run's queries as a table, or what trec_eval reads: what was given, and what is right. */
export const RunFileFormat = z.enum(['csv', 'trec-run', 'trec-qrels'])
export type RunFileFormat = z.infer<typeof RunFileFormat>

export const evaluationRoutes = {
  /** What is to be known of every measure, in the order they are shown. */
  'evaluation.measures': { input: z.object({}), output: z.array(MeasureInfo) },
  /**
   * An experiment: measures recipes on a golden set, one after the other, each with every size of catalog, and keeps each run
   * as soon as it is finished; sends progress. One that fails, or a stop, loses nothing that is finished. Refuses a size beyond
   * the whole catalog, and more than 300 measurements.
   */
  'evaluation.run': {
    input: ExperimentPlan.extend({
      dir: Dir,
      /** The saved experiment that this is the plan of: it writes down which cell has which run. Refused where its plan is another. */
      experiment: z.string().max(100).optional(),
      /** Whether the runs are kept in the workspace. */
      keep: z.boolean().default(true),
      /** Whether runs that the workspace holds of the very same measurement are taken instead of measuring again. */
      resume: z.boolean().default(false),
    }),
    output: z.object({
      /** In the order of the sizes, and for each in that of the recipes, without those that failed. */
      runs: z.array(Run),
      /** Ids of those that were measured before and taken as they are. */
      reused: z.array(z.string()),
      failed: z.array(FailedCell),
      /** Where cells begin alike: how often a stage was to be run for one, and how often what it gave for another was taken. */
      shared: z.object({ asked: z.number().int(), taken: z.number().int() }).optional(),
    }),
  },
  /**
   * Asks some queries of an experiment and measures nothing: how further threads take part in one. Refuses where the catalog
   * or the logged queries are not the ones named.
   */
  'evaluation.ask': {
    input: z.object({
      dir: Dir,
      /** As the state of the workspace names it. */
      catalog: z.string(),
      /** The hash of the logged queries that the recipe learns from; left out where it learns from none. */
      history: z.string().optional(),
      recipe: z.string(),
      options: JsonObject,
      embedder: z.string(),
      /** Rising; none where the recipe decides how many tools there are. */
      k: z.array(z.number().int().min(1).max(1000)).max(20),
      /** As of the run; left out: the whole catalog. */
      catalogSize: CatalogSize.optional(),
      queries: z.array(GoldenQuery).max(1000),
      /** Whether golden sets name what their tools need. */
      namesDependencies: z.boolean(),
    }),
    output: z.object({
      /** `[i]` belongs to `queries[i]`. */
      outcomes: z.array(QueryOutcome),
      /** Queries for which logged ones were held out. */
      heldOut: z.number().int(),
    }),
  },
  'evaluation.runs': { input: z.object({ dir: Dir }), output: z.array(Run) },
  'evaluation.deleteRuns': {
    input: z.object({ dir: Dir, runs: z.array(z.string()).min(1) }),
    output: z.object({ deleted: z.number().int() }),
  },
  /** Offers the queries of a run as a file: all of them, as a table or as trec_eval reads them. */
  'evaluation.export': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      format: RunFileFormat,
    }),
    output: z.object({ file: z.string(), name: z.string(), size: z.number() }),
  },
  /**
   * Offers runs beside one another as one HTML file that opens without anything else: verdict, measures, pictures, the queries
   * that fail and how all of it was measured. Sends progress.
   */
  'evaluation.report': {
    input: z.object({
      dir: Dir,
      runs: z.array(z.string()).min(1).max(20),
      /** What the reader knows the runs by, `[i]` belongs to `runs[i]`; left out: the ids of their recipes. */
      labels: z.array(z.string().max(300)).max(20).optional(),
      /** The one of the runs that the others are compared with; left out: the first. */
      baseline: z.string().optional(),
      /** The cut-off looked at; left out: the middle one of those measured. */
      k: z.number().int().min(1).optional(),
    }),
    output: z.object({ file: z.string(), name: z.string(), size: z.number() }),
  },
  /** A run's queries at one cut-off, failures first. */
  'evaluation.outcomes': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      /** Left out: the run's largest; of no matter where the recipe decides how many tools there are. */
      k: z.number().int().min(1).optional(),
      /**
       * Which queries: all, those that miss some golden tool, those that miss all; or held against a baseline, see
       * {@link ChangedShow}.
       */
      show: z.enum(['all', 'failed', 'missed', ...CHANGED_SHOWS]).default('all'),
      /** Only those with this error. */
      error: DependencyError.optional(),
      /** Only failed ones, also where it is the agent that failed, and of these only such; why is as far as it is known, see `evaluation.failures`; a few that are left are looked up. */
      lost: FailureFilter.optional(),
      /** The run to hold them against, at the same k. */
      baseline: z.string().optional(),
      search: SearchText,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      total: z.number().int(),
      failed: z.number().int(),
      missed: z.number().int(),
      /** Of all that are searched for, whatever is shown of them; absent where the recipe takes no dependencies along. */
      errors: DependencyErrorCounts.optional(),
      rows: z.array(OutcomeRow),
    }),
  },
  /**
   * Where a run fails at one cut-off, counted. Looks up why where that is asked for, which runs each failed query again on
   * today's catalog, unless that would ask a language model; sends progress. A stop keeps what is looked up, for a while.
   */
  'evaluation.failures': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      /** Left out: the run's largest. */
      k: z.number().int().min(1).optional(),
      /** How many queries are looked up at most; left out: all that are left, none: what is known is given. */
      lookUp: z.number().int().min(0).optional(),
    }),
    output: FailureReport,
  },
  /**
   * What edges earned in a run that takes dependencies along: some of its queries are asked again on today's catalog; sends
   * progress.
   * @throws Problem `bad-input` where that would ask a language model.
   */
  'evaluation.earnedEdges': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      /** Left out: the run's largest. */
      k: z.number().int().min(1).optional(),
    }),
    output: EarnedEdges,
  },
  /**
   * How runs differ from a baseline, query by query, tested together; sends progress. Refuses runs on other queries or other
   * labels, or tells of each why it cannot be compared.
   */
  'evaluation.compare': {
    input: z.object({
      dir: Dir,
      baseline: z.string(),
      runs: z.array(z.string()).min(1).max(MOST_RECIPES),
      /** Whether a run that cannot be compared says so by itself, and the others are compared. */
      tellRefusals: z.boolean().default(false),
    }),
    /** `[i]` belongs to `runs[i]`. */
    output: z.array(Comparison),
  },
  /**
   * Tries other settings of a recipe on at most 200 golden or logged queries, keeps nothing, and says what would be clearly
   * better; sends progress. Refuses fewer than 30 queries with right tools, and options with which a language model is asked. With
   * an embedder it tries that in place of other settings, on 5 queries or more, and embeds first what is not embedded with it.
   */
  'evaluation.trySettings': {
    input: z.object({
      dir: Dir,
      /** Left out: what was logged, without what nobody asked. */
      goldenSet: z.string().optional(),
      recipe: z.string(),
      options: JsonObject.default({}),
      /** Left out: that of the workspace. */
      k: z.number().int().min(1).max(1000).optional(),
      embedder: z.string().optional(),
    }),
    output: SettingTrial,
  },
  /**
   * How runs did where no tool fits, and how well their scores tell that. With `leaveOut`, some of their queries are asked
   * again as if today's catalog lacked their right tools; sends progress.
   */
  'evaluation.sureness': {
    input: z.object({
      dir: Dir,
      runs: z.array(z.string()).min(1).max(MOST_RECIPES),
      /** Whether any right tool is given is judged at it. Left out, or not measured: each run's largest. */
      k: z.number().int().min(1).optional(),
      leaveOut: z.boolean().default(false),
    }),
    /** `[i]` belongs to `runs[i]`. */
    output: z.array(Sureness),
  },
  /**
   * Where the golden tools of some of a run's queries stand. What the run did not give is looked up by running the query
   * again on today's catalog, unless that would ask a language model.
   */
  'evaluation.locate': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      queries: z.array(z.string()).min(1).max(50),
      /** Left out: the run's largest. */
      k: z.number().int().min(1).optional(),
    }),
    /** `[i][j]` belongs to the golden tool `j` of `queries[i]`. */
    output: z.array(z.array(GoldenPlace)),
  },
  /** Runs one query of a run again with the run's recipe, options and embedder, on today's catalog, and keeps the trace. */
  'evaluation.trace': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      query: z.string(),
      /** Left out: the run's largest. */
      k: z.number().int().min(1).optional(),
    }),
    output: z.object({
      text: z.string(),
      golden: z.array(ToolId),
      tools: z.array(ToolId),
      trace: z.array(TraceStep),
      names: ToolNames,
      /** Where each golden tool that is missing was lost. */
      lost: z.array(Explanation.pick({ tool: true, verdict: true })),
      /** False when the tool set is not the one the run stored; what has changed since is not known. */
      same: z.boolean(),
    }),
  },
}
