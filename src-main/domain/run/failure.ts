import { z } from 'zod'
import { ToolId } from '../tool/tool'

/** What became of a golden tool of a query, as far as the run's recipe ranks. */
export const FailureReason = z.enum([
  'found',
  /** Ranked, but not among the first k. */
  'cut',
  /** Found by a search, but below its depth. */
  'below-depth',
  /** Found or ranked, and then left out by a step such as a score threshold. */
  'dropped',
  /** Found by no search, and its document holds no word of the query. */
  'no-shared-word',
  /** Found by no search; more is not known. */
  'never-found',
  /** Kept out by the filters before anything is ranked. */
  'filtered',
  'not-in-catalog',
  /** Not given, and more is not known: finding out would ask a language model. */
  'not-given',
  /** Missing in the run, given on today's catalog. */
  'found-today',
])
export type FailureReason = z.infer<typeof FailureReason>

/** Why a golden tool was not given: every reason but being found. */
const LostReason = FailureReason.exclude(['found'])

/** What an agent made wrong of a golden tool that it was given. */
export const AgentFailureReason = z.enum([
  /** It called another tool, or none. */
  'not-called',
  /** It called the tool, with missing or other arguments. */
  'wrong-arguments',
])
export type AgentFailureReason = z.infer<typeof AgentFailureReason>

/** Why a golden tool did not help a query. */
export const FailureClass = z.enum([...LostReason.options, ...AgentFailureReason.options])
export type FailureClass = z.infer<typeof FailureClass>

/** The step that left a tool out, by its own name, and why as far as it says. */
export const LostBy = z.object({ stage: z.string(), why: z.string().optional() })
export type LostBy = z.infer<typeof LostBy>

/** A golden tool that a query was not given. */
export const MissingTool = z.object({
  tool: ToolId,
  reason: LostReason,
  /**
   * From 1: in the whole ranking, or where it was lost before that, in the search that has it
   * furthest up.
   */
  rank: z.number().int().optional(),
  /** Of one that was dropped. */
  by: LostBy.optional(),
  /** Set where a search by words looked, and the tool's document holds no word of the query. */
  noSharedWord: z.literal(true).optional(),
})
export type MissingTool = z.infer<typeof MissingTool>

/** What an agent run made of a golden tool that the query was given. */
export const AgentFailure = z.object({
  tool: ToolId,
  reason: AgentFailureReason,
  /** The tools that the query's calls named besides the golden ones. */
  called: z.array(ToolId),
  /** Arguments of its call that differ from the golden ones, in words. */
  why: z.string().optional(),
  /** Set where it makes the right calls when it is given the right tools alone. */
  rightAlone: z.literal(true).optional(),
})
export type AgentFailure = z.infer<typeof AgentFailure>

/**
 * Which failed queries: those in which some missing golden tool is all of these; where `agent` is
 * set or `reason` is an agent's, those in which the agent failed such a tool that it was given.
 */
export const FailureFilter = z.object({
  reason: FailureClass.optional().meta({
    title: 'class',
    description: 'only queries that fail by a tool so',
  }),
  agent: z
    .literal(true)
    .optional()
    .describe('only queries in which the agent failed a tool that it was given'),
  stage: z.string().optional().meta({
    title: 'name',
    description: 'only queries of which this step dropped a tool',
  }),
  tool: ToolId.optional().meta({ title: 'id', description: 'only queries that miss this tool' }),
  tag: z.string().optional().describe('only queries that miss a tool with this tag'),
  server: z.string().optional().meta({
    title: 'name',
    description: 'only queries that miss a tool of this server; empty: of none',
  }),
  queryTag: z.string().optional().meta({ title: 'tag', description: 'only queries with this tag' }),
})
export type FailureFilter = z.infer<typeof FailureFilter>

/** Golden tools that fail in a run for one reason. */
export const FailureCount = z.object({
  reason: FailureClass,
  by: LostBy.pick({ stage: true }).optional(),
  /** Golden tools, one for each query that fails by it. */
  tools: z.number().int(),
  queries: z.number().int(),
  /** How many of these tools' documents hold no word of their query. */
  noSharedWord: z.number().int(),
})
export type FailureCount = z.infer<typeof FailureCount>

/** How often golden tools of one kind are missing. */
export const MissingCount = z.object({
  /** Times that they are golden, and how often of these they are missing. */
  golden: z.number().int(),
  missing: z.number().int(),
  /**
   * How often the agent failed it though it was given; absent where it never did, or none was
   * asked.
   */
  failedByAgent: z.number().int().optional(),
})
const CountedTool = MissingCount.extend({
  tool: ToolId,
  name: z.string(),
  server: z.string().optional(),
})
/** A tag or a server; an empty name stands for having none. */
const CountedName = MissingCount.extend({ name: z.string() })
export type CountedName = z.infer<typeof CountedName>

/**
 * The agent run that was given what a run gave its queries at one k, and where it failed
 * nevertheless.
 */
export const AgentReport = z.object({
  /** Its id, and the chat model. */
  run: z.string(),
  model: z.string(),
  /**
   * Queries of the run that it was asked, and those of them that the run gave every golden tool.
   */
  asked: z.number().int(),
  complete: z.number().int(),
  /**
   * Queries in which it failed a golden tool that it was given, and those of them that the run gave
   * every golden tool.
   */
  failed: z.number().int(),
  failedComplete: z.number().int(),
  /** Golden tools that it failed though they were given; the most first. */
  classes: z.array(FailureCount),
})
export type AgentReport = z.infer<typeof AgentReport>

/** Where a run fails: counted by class, tool, tag and server. */
export const FailureReport = z.object({
  run: z.string(),
  /** Absent where the recipe decides how many tools there are. */
  k: z.number().int().optional(),
  queries: z.number().int(),
  /** Queries that miss some golden tool. */
  failed: z.number().int(),
  /** Golden tools that they miss, all together. */
  missing: z.number().int(),
  /** Failed queries of which it is not yet looked up why. */
  left: z.number().int(),
  /** Of the others; their tools add up to `missing` where nothing is left. The most first. */
  classes: z.array(FailureCount),
  /**
   * Queries that were asked again, and how many of them are given another set today than in the
   * run.
   */
  askedAgain: z.number().int(),
  differing: z.number().int(),
  /** Whether today's catalog is surely the one that was measured. */
  sameCatalog: z.boolean(),
  /** Whether a model was asked, so that no query is asked again. */
  asksModel: z.boolean(),
  /** Absent where no agent run was given just what this run gave. */
  agent: AgentReport.optional(),
  /** The tools most often missing. */
  tools: z.array(CountedTool),
  /** By tags of the tools, their servers, and tags of the queries, which count queries. */
  tags: z.array(CountedName),
  servers: z.array(CountedName),
  queryTags: z.array(CountedName),
  /** How many there are of each, of which the first are listed. */
  inAll: z.object({
    tools: z.number().int(),
    tags: z.number().int(),
    servers: z.number().int(),
    queryTags: z.number().int(),
  }),
})
export type FailureReport = z.infer<typeof FailureReport>
