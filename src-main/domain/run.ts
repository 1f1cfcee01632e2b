import { z } from 'zod'
import { LabelOrigin, type GoldenSet } from './golden-set'
import { JsonObject, ToolId } from './tool'

/** A mean over queries with its 95 % bootstrap interval. */
export const Estimate = z.object({ mean: z.number(), ci95: z.tuple([z.number(), z.number()]) })
export type Estimate = z.infer<typeof Estimate>

/** Means at every k from 1 to the largest: `recall[i]` belongs to k = i + 1, as do the others. */
export const Curve = z.object({
  recall: z.array(z.number()),
  all: z.array(z.number()),
  promptTokens: z.array(z.number()),
})
export type Curve = z.infer<typeof Curve>

/** One recipe measured on one golden set. An immutable snapshot. */
export const Run = z.object({
  id: z.string(),
  goldenSet: z.string(),
  /** Queries measured. */
  queries: z.number().int(),
  /** The drawn sample, where not all queries were measured. */
  sample: z.object({ size: z.number().int(), seed: z.number().int() }).optional(),
  recipe: z.string(),
  options: JsonObject,
  /** The cut-offs measured, rising. */
  k: z.array(z.number().int()),
  measures: z.record(z.string(), Estimate),
  curve: Curve,
  latencyMs: z.object({ p50: z.number(), p95: z.number() }),
  /** Queries in which some stage passed its input on instead of doing its work. */
  degraded: z.number().int(),
  startedAt: z.string(),
  elapsedMs: z.number(),
  catalog: z.object({ tools: z.number().int(), revision: z.number().int() }),
  /** What counted the prompt tokens. */
  tokenizer: z.string(),
  embedder: z.string().optional(),
})
export type Run = z.infer<typeof Run>

/** What one query of a run gave. */
export const QueryOutcome = z.object({
  id: z.string(),
  text: z.string(),
  golden: z.array(ToolId),
  /** The tool set in order, as long as the run's largest k. */
  tools: z.array(ToolId),
  promptTokens: z.number(),
  latencyMs: z.number(),
  degraded: z.string().optional(),
})
export type QueryOutcome = z.infer<typeof QueryOutcome>

export const GoldenSetSummary = z.object({
  name: z.string(),
  queries: z.number().int(),
  /** Different tools that appear as golden: a set that names few of them cannot test breadth. */
  distinctTools: z.number().int(),
  /** The largest golden set of one query. */
  mostTools: z.number().int(),
  origins: z.array(LabelOrigin),
})
export type GoldenSetSummary = z.infer<typeof GoldenSetSummary>

export const summaryOf = ({ name, queries }: GoldenSet): GoldenSetSummary => ({
  name,
  queries: queries.length,
  distinctTools: new Set(queries.flatMap(({ tools }) => tools)).size,
  mostTools: queries.reduce((most, { tools }) => Math.max(most, tools.length), 0),
  origins: [...new Set(queries.map(({ origin }) => origin))],
})
