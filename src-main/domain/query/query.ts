import { z } from 'zod'
import { DependencyKind, ToolId } from '../tool/tool'
import { RewrittenQuery } from './golden-set'

/** What was said before a query, and what an agent holds already. */
export const Talk = {
  /** The oldest first. */
  turns: z.array(z.string().trim().min(1).max(10_000)).max(20),
  held: z.array(ToolId).max(500),
}

/** What a user wants, word for word. */
export const Query = z.object({
  shape: z.literal('query'),
  text: z.string(),
  /** What was said before it, the oldest first. */
  turns: z.array(z.string()).optional(),
  /** Tools the agent holds already. */
  held: z.array(ToolId).optional(),
  /**
   * Ids of logged queries from which nothing is learned while it is answered: it is one of them, or
   * nearly.
   */
  without: z.array(z.string()).optional(),
  /** As recorded with the golden query that it is. */
  rewritten: RewrittenQuery.optional(),
})
export type Query = z.infer<typeof Query>

/** What a score is made of, in everyday words; each has its colour wherever it is shown. */
export const ScoreOrigin = z.enum([
  'words',
  'meaning',
  'coverage',
  'history',
  'graph',
  'fields',
  'model',
])
export type ScoreOrigin = z.infer<typeof ScoreOrigin>

/** One addend of a tool's score, or a score that stood behind it. */
export const ScorePart = z.object({
  kind: z.literal('score'),
  /** What gave it, such as `bm25`, `cosine` or `rrf bm25`. */
  source: z.string(),
  origin: ScoreOrigin.optional(),
  score: z.number(),
  /** The tool's place (from 1) in that source's own ranking. */
  rank: z.number().int().optional(),
  /** What each matched term added, by the term as it was matched. */
  terms: z.record(z.string(), z.number()).optional(),
})
export type ScorePart = z.infer<typeof ScorePart>

/** A dependency that brought a tool in (Graph RAG-Tool Fusion). */
export const EdgeWitness = z.object({
  kind: z.literal('edge'),
  /** The tool that needs it. */
  from: ToolId,
  edge: DependencyKind,
  parameter: z.string().optional(),
  reason: z.string().optional(),
  /** Edges walked from the tool that was found, at least 1. */
  distance: z.number().int(),
  /** The tool that was found, at which the walk began; absent where that is not told. */
  main: ToolId.optional(),
})
export type EdgeWitness = z.infer<typeof EdgeWitness>

/** A past bundle that a tool was taken from (PTR). */
export const BundleWitness = z.object({
  kind: z.literal('bundle'),
  bundle: z.string(),
  /** The past query, where it tells why: it is like the query asked. */
  query: z.string().optional(),
  /** The part of the query that the tool solves. */
  covers: z.string().optional(),
})
export type BundleWitness = z.infer<typeof BundleWitness>

/** The part of a query that a tool adds most to, beyond the tools before it. */
export const PartWitness = z.object({ kind: z.literal('part'), text: z.string() })
export type PartWitness = z.infer<typeof PartWitness>

/** The name by which the request asks for the tool, as it stands there. */
export const NameWitness = z.object({ kind: z.literal('name'), text: z.string() })

/** What the fields of a tool add to its score (MFTR). */
export const FieldsWitness = z.object({
  kind: z.literal('fields'),
  adds: z.array(z.object({ field: z.string(), score: z.number() })),
  /** Parameters that found no argument in the query, for which something was taken off. */
  missing: z.array(z.string()),
})
export type FieldsWitness = z.infer<typeof FieldsWitness>

/** Why a tool stands where it stands. */
export const Witness = z.discriminatedUnion('kind', [
  ScorePart,
  FieldsWitness,
  EdgeWitness,
  BundleWitness,
  PartWitness,
  NameWitness,
])
export type Witness = z.infer<typeof Witness>

export const PlacedTool = z.object({
  tool: ToolId,
  /** Absent where no score gave the place: a model's order, or a walk along dependencies. */
  score: z.number().optional(),
  witnesses: z.array(Witness),
})
export type PlacedTool = z.infer<typeof PlacedTool>

/** How much is to be searched for a step: hard ones get more of the places. */
export const Difficulty = z.enum(['easy', 'medium', 'hard'])
export type Difficulty = z.infer<typeof Difficulty>

/**
 * One independent thing to do, and the texts to search it with; `variations` holds at least the
 * step itself.
 */
export const PlanStep = z.object({
  text: z.string(),
  variations: z.array(z.string()).min(1),
  /** Where the planner said so. */
  difficulty: Difficulty.optional(),
})
export type PlanStep = z.infer<typeof PlanStep>

export const QueryPlan = z.object({
  shape: z.literal('plan'),
  query: Query,
  /** What is still to be searched; none where `kept` covers the query. */
  steps: z.array(PlanStep),
  /** Tools already chosen, such as those of a past bundle. */
  kept: z.array(PlacedTool),
  /** The query as tool needs (MFTR). */
  rewritten: RewrittenQuery.optional(),
  /**
   * What the planner asks the user back, such as which of two things is meant; it goes on without
   * an answer.
   */
  questions: z.array(z.string()).optional(),
})
export type QueryPlan = z.infer<typeof QueryPlan>

/**
 * Where the order of a ranking comes from: falling scores with equal ones by tool id, or the stage
 * that gave it.
 */
export const RankingOrder = z.enum(['score', 'given'])
export type RankingOrder = z.infer<typeof RankingOrder>

/** A tool that another one needs, by the edge along which it was met. */
export const Need = z.object({
  tool: ToolId,
  edge: EdgeWitness,
  /**
   * Whether it may leave the catalog, the filters keep it back, or the catalog does not hold it.
   */
  state: z.enum(['admitted', 'kept-back', 'gone']),
})
export type Need = z.infer<typeof Need>

/**
 * A tool that was found, with what was taken along for it; a list need not hold all of that, nor
 * the tool itself.
 */
export const Seed = z.object({
  tool: ToolId,
  /** Each tool once, in the order of the walk along its dependencies. */
  needs: z.array(Need),
})
export type Seed = z.infer<typeof Seed>

export const Ranking = z.object({
  shape: z.literal('ranking'),
  plan: QueryPlan,
  order: RankingOrder,
  tools: z.array(PlacedTool),
  /** The best first; absent where no dependencies were taken along. */
  seeds: z.array(Seed).optional(),
})
export type Ranking = z.infer<typeof Ranking>

/**
 * Who decides how many tools a set holds: the caller, who wants the best `k`, or the recipe itself.
 */
export const SetSize = z.preprocess(
  // As answers and runs of Pegboard 0.1 say it.
  (size) => (size === 'own' ? 'adaptive' : size),
  z.enum(['k', 'adaptive']),
)
export type SetSize = z.infer<typeof SetSize>

/** Why a set holds as many tools as it does, where the recipe decides that. */
export const SetGrounds = z.object({
  /** In a sentence or two. */
  why: z.string(),
  /** The past query on which it leans, with all the tools that this took. */
  bundle: z.object({ id: z.string(), query: z.string(), tools: z.array(ToolId) }).optional(),
  /** Parts of the query that no tool of the set covers, as far as their documents tell. */
  uncovered: z.array(z.string()),
  /** Set where it holds no tool because none fits. */
  noneFits: z.literal(true).optional(),
  /** On how much history it stands, in words; absent where on none. */
  learnedFrom: z.string().optional(),
})
export type SetGrounds = z.infer<typeof SetGrounds>

/** What an agent is given. */
export const ToolSet = z.object({
  shape: z.literal('tool-set'),
  query: Query,
  size: SetSize,
  tools: z.array(PlacedTool),
  /** As in its ranking. */
  seeds: Ranking.shape.seeds,
  /** As in its plan. */
  questions: QueryPlan.shape.questions,
  grounds: SetGrounds.optional(),
})
export type ToolSet = z.infer<typeof ToolSet>

/** What travels through a pipeline. */
export type Shape = Query | QueryPlan | Ranking | ToolSet

/** @param without see {@link Query} */
export const queryOf = (text: string, without: readonly string[] = []): Query => ({
  shape: 'query',
  text,
  ...(without.length > 0 && { without: [...without] }),
})

/** The tools that a shape holds in order; a query and a plan hold none. */
export const toolsIn = (shape: Shape): readonly PlacedTool[] =>
  shape.shape === 'ranking' || shape.shape === 'tool-set' ? shape.tools : []

/**
 * The order of rankings by score: the highest first, equal ones by tool id, so that a run is the
 * same on every machine.
 */
export const byScore = (
  a: { score?: number | undefined; tool: ToolId },
  b: { score?: number | undefined; tool: ToolId },
): number =>
  (b.score ?? -Infinity) - (a.score ?? -Infinity) ||
  (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0)
