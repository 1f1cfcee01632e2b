import { z } from 'zod'
import { ToolId } from '../tool/tool'
import { BUNDLE_WAYS, WRITING } from './writing'

export const BundleWay = z.enum(BUNDLE_WAYS)

/** How a query is to sound. */
export const WritingStyle = z.object({
  /** `concrete` names values as users have them, `abstract` only what is wanted. */
  detail: z.enum(['concrete', 'abstract', 'mixed']).default('mixed'),
  /** One short sentence, one to three, or a paragraph. */
  length: z.enum(['short', 'medium', 'long']).default('medium'),
  /** Left out: the language of the descriptions. */
  language: z.string().trim().min(1).max(WRITING.longestLanguage).optional(),
  perBundle: z.number().int().min(1).max(WRITING.mostPerBundle).default(1),
})
export type WritingStyle = z.infer<typeof WritingStyle>

/** Tools drawn together, and what the judge holds against them. */
export const DrawnBundle = z.object({
  tools: z.array(ToolId).min(1).max(WRITING.mostTools),
  way: BundleWay,
  /** Of several tools, the one that is taken away for the second judgement. */
  without: ToolId.optional(),
  /**
   * Of one tool, its nearest neighbour, judged in its place; absent where the catalog has no other
   * tool.
   */
  instead: ToolId.optional(),
  seed: z.number().int(),
})
export type DrawnBundle = z.infer<typeof DrawnBundle>

/** Who wrote a query. */
export const QueryOrigin = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('model'),
    model: z.string(),
    /** With its version: `write-queries@1`. */
    prompt: z.string(),
    /** How long its answer took; absent where it was known already. */
    tookMs: z.number().optional(),
  }),
  /**
   * No model: `example` joins what examples say that users want, `parameters` the first sentences
   * of descriptions and names of parameters.
   */
  z.object({ by: z.literal('template'), template: z.enum(['example', 'parameters']) }),
])
export type QueryOrigin = z.infer<typeof QueryOrigin>

/** How well tools solve a query (PTR, section 3). */
export const Solving = z.enum(['exact', 'over', 'partial', 'none'])
export type Solving = z.infer<typeof Solving>

export const Judgement = z.object({
  solving: Solving,
  reason: z.string().max(WRITING.longestReason),
})
export type Judgement = z.infer<typeof Judgement>

/** What a judge says of a query. */
export const JudgedQuery = z.object({
  model: z.string(),
  prompt: z.string(),
  /** Of the bundle as it is. */
  whole: Judgement,
  /**
   * Of the bundle without a tool, or of another tool in the place of its only one; absent where the
   * first settles it.
   */
  less: Judgement.optional(),
  passed: z.boolean(),
  /** How long both answers took; absent where one was known already. */
  tookMs: z.number().optional(),
})
export type JudgedQuery = z.infer<typeof JudgedQuery>

/**
 * `drawn`: a bundle that no query is written for yet. `unjudged`: written, and the judge is still
 * to be asked. `waiting`: for its author, after the judge kept it, or without a judge. `dropped`:
 * by the judge. `refused`: the model's answer could not be used.
 */
export const WrittenState = z.enum([
  'drawn',
  'unjudged',
  'waiting',
  'dropped',
  'refused',
  'accepted',
  'rejected',
  'skipped',
])
export type WrittenState = z.infer<typeof WrittenState>

/** What an author decided. */
export const WrittenDecision = z.object({
  /** What was decided at once, and is undone together. */
  batch: z.string().min(1),
  /** Of the batch, rising: the last one is undone first. */
  number: z.number().int(),
  decidedAt: z.string(),
  /** As it stood before, and stands again when the decision is taken back. */
  before: WrittenState,
  /** Where an accepted query is, by its golden set and its id there. */
  set: z.string().optional(),
  /** Whether the set was made for it: one that is empty again goes with it. */
  madeSet: z.boolean().optional(),
  query: z.string().optional(),
})

/**
 * A query that is, or is to be, written for a bundle of tools, which need not be in the catalog
 * now.
 */
export const WrittenQuery = z.object({
  id: z.string().min(1),
  state: WrittenState,
  bundle: DrawnBundle,
  style: WritingStyle,
  /** When the bundle was drawn, and its place among those drawn with it. */
  at: z.string(),
  place: z.number().int(),
  text: z.string().max(WRITING.longestQuery).optional(),
  origin: QueryOrigin.optional(),
  judged: JudgedQuery.optional(),
  /** Why the model's answer could not be used. */
  why: z.string().optional(),
  /**
   * Which model that was; absent where no other could answer either, as a tool is gone, and of
   * earlier records.
   */
  refusedBy: z.object({ model: z.string(), prompt: z.string() }).optional(),
  /** What its author wrote instead, as far as it differs. */
  edited: z
    .object({ text: z.string().max(WRITING.longestQuery), tools: z.array(ToolId) })
    .partial()
    .optional(),
  decision: WrittenDecision.optional(),
})
export type WrittenQuery = z.infer<typeof WrittenQuery>
