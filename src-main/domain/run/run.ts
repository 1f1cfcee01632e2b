import { z } from 'zod'
import { HistoryFigures } from '../query/bundle'
import { byName } from '../value/by-name'
import { DependencyErrorCounts, GraphFacts } from '../graph/facts'
import { LabelOrigin, type GoldenSet } from '../query/golden-set'
import { SetSize } from '../query/query'
import { SplitUse } from '../query/split'
import { TIERS } from '../query/tier'
import { TokensEstimated } from '../measure/tokens-estimated'
import { RecipeOptions } from '../recipe/choice'
import { ToolId } from '../tool/tool'

/** A mean over queries with its 95 % bootstrap interval. */
export const Estimate = z.object({ mean: z.number(), ci95: z.tuple([z.number(), z.number()]) })
export type Estimate = z.infer<typeof Estimate>

/** Means by k: `recall[i]` belongs to `k[i]`, as do the others. */
export const Curve = z.object({
  /** Rising; left out: every k from 1 to the largest. */
  k: z.array(z.number().int()).optional(),
  recall: z.array(z.number()),
  all: z.array(z.number()),
  promptTokens: z.array(z.number()),
})
export type Curve = z.infer<typeof Curve>

/** What it takes to measure again and get the same figures. */
export const Provenance = z.object({
  /** The cell of an experiment: equal ones would measure the same. */
  cell: z.string(),
  /** Pegboard's own version. */
  version: z.string(),
  /** Hash of the stages and all their settings. Absent in earlier runs. */
  search: z.string().optional(),
  /** Hash of the queries that were measured, with their labels. */
  goldenHash: z.string(),
  /** Hash of tools, author’s texts and what servers say of themselves. Absent in earlier runs. */
  catalogHash: z.string().optional(),
  /** As in {@link Embedder.fingerprint}, where embeddings were compared. */
  embedder: z.string().optional(),
  /** As in {@link LanguageModel.fingerprint}, and the prompts asked, where a model was. */
  model: z.string().optional(),
  prompts: z.array(z.string()),
  /** The logged queries that were learned from, where any could be. */
  history: z.object({ hash: z.string(), queries: z.number().int() }).optional(),
  /** Hash of what is standardised of the tools, where that is read. Absent in earlier runs. */
  fields: z.string().optional(),
  /** Of the bootstrap. */
  seed: z.number().int(),
})
export type Provenance = z.infer<typeof Provenance>

/** What was asked of language models for the largest k, all queries together. */
export const ModelUse = z.object({
  calls: z.number().int(),
  /** How many of them were answered from the cache. */
  cached: z.number().int(),
  promptTokens: z.number().int(),
  answerTokens: z.number().int(),
})
export type ModelUse = z.infer<typeof ModelUse>

/** The logged queries that a run could learn from. */
export const HistoryUse = HistoryFigures.extend({
  /**
   * Golden queries that stand among the logged ones, or nearly: those were held out while they were
   * measured.
   */
  heldOut: z.number().int(),
  /**
   * Measured queries that need just the tools that a logged query took, all together. Absent in
   * earlier runs.
   */
  sameTools: z.number().int().optional(),
  /** Logged queries that nobody asked. Absent where there are none. */
  synthetic: z.number().int().optional(),
})
export type HistoryUse = z.infer<typeof HistoryUse>

/** Queries of one kind, and how many of them were answered wrongly. */
const Wrongly = z.object({ queries: z.number().int(), wrong: z.number().int() })

/**
 * How a recipe did that may say that no tool fits: counted apart, never part of a mean over
 * queries.
 */
export const NothingFits = z.object({
  /** The queries measured, which some tool fits; wrong: given none, a miss. */
  fitting: Wrongly,
  /** Golden queries of the workspace that name no tool; wrong: given some, a false activation. */
  negative: Wrongly,
  /**
   * Queries measured, or a sample of them, asked again with their right tools left out of the
   * catalog; wrong: as above.
   */
  leftOut: Wrongly,
  /**
   * Whether golden queries taught what fits, each query judged by what others taught; absent in
   * earlier runs.
   */
  isLearned: z.boolean().optional(),
})
export type NothingFits = z.infer<typeof NothingFits>

/**
 * How a recipe did on golden queries that name no tool: asked beside those that are measured, and
 * part of no mean.
 */
export const Negatives = z.object({
  /**
   * How well the best tool matches, of each query; null where no tool was given, or none with a
   * score.
   */
  scores: z.array(z.number().nullable()),
  /** How many of them were given tools: false activations. */
  given: z.number().int(),
  /** Set where the measured golden set has none, and these are of the workspace’s other sets. */
  ofOtherSets: z.literal(true).optional(),
})
export type Negatives = z.infer<typeof Negatives>

/**
 * What the same ranking gives where each query gets as many tools as adaptive sets hold on average.
 */
export const SameSize = z.object({
  /** Tools on average. */
  tools: z.number(),
  /** By name, without k: `Recall`. Between two k, what lies between their figures. */
  measures: z.record(z.string(), Estimate),
  /** By how much the run’s own sets are above that, query by query. */
  differences: z.record(z.string(), Estimate),
})
export type SameSize = z.infer<typeof SameSize>

/**
 * Measured queries that the workspace says itself, in what its tools are found by, and the means
 * without them.
 */
export const LeakUse = z.object({
  /** That say the same, or nearly, as any of these. */
  queries: z.number().int(),
  questions: z.number().int(),
  examples: z.number().int(),
  logged: z.number().int(),
  /** That say the same as none. */
  clean: z.number().int(),
  /** Of those, by name; none where there are none. */
  measures: z.record(z.string(), Estimate),
})
export type LeakUse = z.infer<typeof LeakUse>

/** Which queries are drawn. */
export const Sample = z.object({
  size: z.number().int().min(1).describe('how many'),
  seed: z.number().int().min(0).default(1).describe('the seed of the draw'),
  drawnBy: z
    .literal('python')
    .optional()
    .describe('as earlier programs also drew: read of their runs, and not measured any more'),
})

/**
 * Where each query was asked of a catalog of its own, smaller than the whole: the tools that it
 * needs, and others drawn by seed. See `evaluation/samples/drawn-catalog.ts`.
 */
export const CatalogSize = z.object({
  /** In each query's catalog. */
  tools: z.number().int().min(1),
  seed: z.number().int().min(0),
  /**
   * Queries that need more tools than that, and were asked of these alone; absent where none does.
   */
  exceeded: z.number().int().optional(),
  /**
   * Hidden tools, which are not drawn: none can be given. Absent where none is, and in earlier
   * runs, which drew them too.
   */
  hidden: z.number().int().optional(),
})
export type CatalogSize = z.infer<typeof CatalogSize>

/** One recipe measured on one golden set: a finished cell of an experiment, never changed. */
export const Run = z.object({
  id: z.string(),
  goldenSet: z.string(),
  /** Queries measured. */
  queries: z.number().int(),
  /** The drawn sample, where not all queries were measured. */
  sample: Sample.optional(),
  /**
   * Where only a part was measured, and the other was its history in place of the workspace’s
   * logged queries.
   */
  split: SplitUse.optional(),
  /**
   * Of a part of a run that is looked at alone, the tier of its queries; no run that is stored has
   * one.
   */
  tier: z.enum(TIERS).optional(),
  recipe: z.string(),
  options: RecipeOptions,
  /**
   * Of one that was measured to see what a part of a recipe gives: what was left out, `without
   * questions`.
   */
  leftOut: z.string().optional(),
  /** Who decided how many tools a set holds; the caller where left out. */
  size: SetSize.optional(),
  /** The cut-offs measured, rising; none where the recipe decides the size itself. */
  k: z.array(z.number().int()),
  /** By name: `Recall@5`, or `Recall` of whole sets whose size the recipe decides. */
  measures: z.record(z.string(), Estimate),
  /** Absent where the recipe decides the size itself. */
  curve: Curve.optional(),
  latencyMs: z.object({ p50: z.number(), p95: z.number() }),
  /** Queries in which some stage passed its input on instead of doing its work. */
  degraded: z.number().int(),
  /** Queries of which only the beginning could be taken in; absent where there are none. */
  shortened: z.number().int().optional(),
  /**
   * Queries that say the same as one measured before them; absent where there are none, and in
   * earlier runs.
   */
  repeated: z.number().int().optional(),
  /**
   * What is to be known of all its figures, as its recipe says on such a catalog; absent where
   * nothing is.
   */
  remarks: z.array(z.string()).optional(),
  startedAt: z.string(),
  /**
   * Its place among all runs that the workspace kept, from 1 on, whatever the clock said. Absent
   * before it is kept, and in earlier runs.
   */
  number: z.number().int().min(1).optional(),
  elapsedMs: z.number(),
  /**
   * Of this, what it took to embed queries before they were asked. Absent where none were, and in
   * earlier runs.
   */
  embeddingMs: z.number().optional(),
  /** The whole catalog. */
  catalog: z.object({
    tools: z.number().int(),
    /**
     * Those of them that are hidden, of which none can be given. Absent where none is, and in
     * earlier runs.
     */
    hidden: z.number().int().optional(),
    revision: z.number().int(),
    /** Of all definitions together; absent in earlier runs. */
    promptTokens: z.number().int().optional(),
    /**
     * As the state of the workspace names it: equal where neither tools nor layers differ. Absent
     * in earlier runs.
     */
    content: z.string().optional(),
    /**
     * The name of the last change that could be undone by then; absent where there was none, and in
     * earlier runs.
     */
    change: z.string().optional(),
  }),
  /** Absent where all queries were asked of the whole catalog. */
  catalogSize: CatalogSize.optional(),
  /**
   * Prompt tokens of all tools that a query was asked of: what an agent is sent that is given
   * everything, the mean over all draws, without hidden tools. Absent where no catalogs are drawn,
   * and of the whole where none is hidden: then all tools are those of `catalog.promptTokens`.
   */
  everythingTokens: z.number().optional(),
  /** Absent where no query leaks, and in earlier runs. */
  leaks: LeakUse.optional(),
  /** What counted the prompt tokens. */
  tokenizer: z.string(),
  tokensEstimated: TokensEstimated,
  embedder: z.string().optional(),
  /** Absent where no model was asked. */
  modelUse: ModelUse.optional(),
  /** Absent where nothing is learned from logged queries. */
  history: HistoryUse.optional(),
  /** Absent where the recipe never says that no tool fits. */
  nothingFits: NothingFits.optional(),
  /** Absent where there are none, and in earlier runs. */
  negatives: Negatives.optional(),
  /** Absent where there is no such size to compare with. */
  sameSize: SameSize.optional(),
  /**
   * How many queries have each error, `[i]` at `k[i]`; absent where the recipe takes no
   * dependencies along.
   */
  dependencyErrors: z.array(DependencyErrorCounts).optional(),
  /** Absent in runs of Pegboard 0.1. */
  provenance: Provenance.optional(),
})
export type Run = z.infer<typeof Run>

/** What one query of a run gave. */
export const QueryOutcome = z.object({
  id: z.string(),
  text: z.string(),
  /** What was said before it, the oldest first; absent where nothing was. */
  turns: z.array(z.string()).optional(),
  golden: z.array(ToolId),
  /** Graded relevance by tool; tools without a grade count as 1. */
  grades: byName(z.number()).optional(),
  /** The tool set in order: for the run's largest k, or as large as the recipe made it. */
  tools: z.array(ToolId),
  /** The sets for smaller k, by k, where they are not just the first of `tools`. */
  sets: z.record(z.string(), z.array(ToolId)).optional(),
  /** Of the definitions of `tools`. */
  promptTokens: z.number(),
  /**
   * Of the sets for each of the run's k: `promptTokensAt[i]` belongs to `k[i]`. Absent in runs of
   * Pegboard 0.1.
   */
  promptTokensAt: z.array(z.number()).optional(),
  /**
   * The query's own work, as if it were asked alone: its text embedded alone, and no wait for
   * others of the run.
   */
  latencyMs: z.number(),
  degraded: z.string().optional(),
  /** What failed while it was asked: such an outcome is no measurement, and is never kept. */
  failed: z.string().optional(),
  /**
   * Absent where the golden set holds no tools that others of it need, and the recipe takes none
   * along.
   */
  graph: GraphFacts.optional(),
  /**
   * The servers of the golden tools and of those given, by tool; absent where all tools are of one,
   * and in earlier runs.
   */
  servers: byName(z.string()).optional(),
  /** What of the query could not be taken in. */
  shortened: z.string().optional(),
  /**
   * How well the best of the tools given matches; absent where none has a score, and in earlier
   * runs.
   */
  bestMatch: z.number().optional(),
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
