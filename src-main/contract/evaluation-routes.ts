import { z } from 'zod'
import { GoldenQuery } from '../domain/golden-set'
import { GoldenSetSummary, QueryOutcome, Run } from '../domain/run'
import { JsonObject, ToolId } from '../domain/tool'
import { TraceStep } from '../domain/trace'
import { Dir } from './workspace-routes'

const RecipeChoice = z.object({ recipe: z.string(), options: JsonObject.default({}) })

export const OutcomeRow = QueryOutcome.extend({
  /** Place of each golden tool in the tool set, from 1; null where it is missing. */
  goldenRanks: z.array(z.number().int().nullable()),
  recall: z.number(),
})
export type OutcomeRow = z.infer<typeof OutcomeRow>

export const evaluationRoutes = {
  'golden.list': { input: z.object({ dir: Dir }), output: z.array(GoldenSetSummary) },
  'golden.queries': {
    input: z.object({
      dir: Dir,
      set: z.string(),
      search: z.string().default(''),
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
  /** Measures recipes on a golden set and stores one run each; sends progress. */
  'evaluation.run': {
    input: z.object({
      dir: Dir,
      goldenSet: z.string(),
      recipes: z.array(RecipeChoice).min(1).max(20),
      k: z.array(z.number().int().min(1).max(1000)).min(1).max(20).default([1, 5, 10]),
      sample: z
        .object({ size: z.number().int().min(1), seed: z.number().int().min(0).default(1) })
        .optional(),
      embedder: z.string().optional(),
      /** Whether the runs are kept in the workspace. */
      keep: z.boolean().default(true),
    }),
    output: z.array(Run),
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
      k: z.number().int().min(1),
      /** Which queries: all, those that miss some golden tool, those that miss all. */
      show: z.enum(['all', 'failed', 'missed']).default('all'),
      search: z.string().default(''),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      total: z.number().int(),
      failed: z.number().int(),
      missed: z.number().int(),
      rows: z.array(OutcomeRow),
    }),
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
      /** For each golden tool that is missing: where it was lost, in one sentence. */
      lost: z.array(z.object({ tool: ToolId, why: z.string() })),
      /** False when the tool set is not the one the run stored: the catalog has changed since. */
      same: z.boolean(),
    }),
  },
}
