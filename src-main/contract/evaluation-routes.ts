import { z } from 'zod'
import { Comparison } from '../domain/comparison'
import { DependencyError, DependencyErrorCounts } from '../domain/graph-facts'
import { GoldenQuery } from '../domain/golden-set'
import { MeasureInfo } from '../domain/measure'
import { GoldenSetSummary, QueryOutcome, Run, Sample } from '../domain/run'
import { Split } from '../domain/split'
import { JsonObject, ToolId } from '../domain/tool'
import { TraceStep } from '../domain/trace'
import { Explanation, ToolNames } from './query-routes'
import { ProblemReport } from './reply'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

const RecipeChoice = z.object({
  recipe: z.string(),
  options: JsonObject.default({}),
  /** Where several are compared; left out: the request's. */
  embedder: z.string().optional(),
})

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
export const GoldenPlace = z.object({
  tool: ToolId,
  name: z.string(),
  server: z.string().optional(),
  fate: z.enum([
    'found',
    /** Ranked, but not among the first k. */
    'cut',
    /** Found by a search, but below its depth. */
    'below-depth',
    /** Ranked, and then left out by a step such as a score threshold. */
    'dropped',
    'never-found',
    /** Kept out by the filters before anything is ranked. */
    'filtered',
    'not-in-catalog',
    /** Not given, and more is not known: finding out would ask a language model. */
    'not-given',
    /** Missing in the run, given on today's catalog. */
    'found-today',
  ]),
  /** From 1: in the whole ranking, or where it was lost before that, in the search that has it furthest up. */
  rank: z.number().int().optional(),
})
export type GoldenPlace = z.infer<typeof GoldenPlace>

/** A recipe that could not be measured, with what it was to be measured with. */
export const FailedCell = z.object({
  recipe: z.string(),
  options: JsonObject,
  embedder: z.string().optional(),
  problem: ProblemReport,
})
export type FailedCell = z.infer<typeof FailedCell>

export const evaluationRoutes = {
  'golden.list': { input: z.object({ dir: Dir }), output: z.array(GoldenSetSummary) },
  'golden.queries': {
    input: z.object({
      dir: Dir,
      set: z.string(),
      search: SearchText,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      total: z.number().int(),
      queries: z.array(GoldenQuery),
      /** Golden tools that the catalog does not hold. */
      unknownTools: z.array(ToolId),
    }),
  },
  'golden.delete': {
    input: z.object({ dir: Dir, set: z.string() }),
    output: z.object({ deleted: z.string() }),
  },
  'golden.export': {
    input: z.object({ dir: Dir, set: z.string(), format: z.enum(['json', 'csv']) }),
    output: z.object({ file: z.string(), name: z.string(), size: z.number() }),
  },
  /** What is to be known of every measure, in the order they are shown. */
  'evaluation.measures': { input: z.object({}), output: z.array(MeasureInfo) },
  /**
   * An experiment: measures recipes on a golden set, one after the other, and keeps each run as soon as it is finished;
   * sends progress. A recipe that fails, or a stop, loses nothing that is finished.
   */
  'evaluation.run': {
    input: z.object({
      dir: Dir,
      goldenSet: z.string(),
      recipes: z.array(RecipeChoice).min(1).max(20),
      k: z.array(z.number().int().min(1).max(1000)).min(1).max(20).default([1, 5, 10]),
      sample: Sample.optional(),
      /** Measures a part of the golden set, with the other as history in place of the workspace’s logged queries. */
      split: Split.optional(),
      embedder: z.string().optional(),
      /** Whether the runs are kept in the workspace. */
      keep: z.boolean().default(true),
      /** Whether runs that the workspace holds of the very same measurement are taken instead of measuring again. */
      resume: z.boolean().default(false),
    }),
    output: z.object({
      /** In the order of the recipes, without those that failed. */
      runs: z.array(Run),
      /** Ids of those that were measured before and taken as they are. */
      reused: z.array(z.string()),
      failed: z.array(FailedCell),
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
  /** A run's queries at one cut-off, failures first. */
  'evaluation.outcomes': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      /** Left out: the run's largest; of no matter where the recipe decides how many tools there are. */
      k: z.number().int().min(1).optional(),
      /**
       * Which queries: all, those that miss some golden tool, those that miss all; or compared with a baseline those that only
       * the baseline misses some of, `fixed`, and that only this run does, `broken`.
       */
      show: z.enum(['all', 'failed', 'missed', 'fixed', 'broken']).default('all'),
      /** Only those with this error. */
      error: DependencyError.optional(),
      /** The run that `fixed` and `broken` compare with, at the same k. */
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
  /** How runs differ from a baseline, query by query; sends progress. Refuses runs on other queries or other labels. */
  'evaluation.compare': {
    input: z.object({
      dir: Dir,
      baseline: z.string(),
      runs: z.array(z.string()).min(1).max(20),
    }),
    /** `[i]` belongs to `runs[i]`. */
    output: z.array(Comparison),
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
      /** False when the tool set is not the one the run stored: the catalog has changed since. */
      same: z.boolean(),
    }),
  },
}
