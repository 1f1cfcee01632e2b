import { z } from 'zod'
import { notInWorkspace, type Problem } from '../problem'
import { JsonObject, ToolId } from '../tool/tool'
import { byName } from '../value/by-name'

/** A call the agent is expected to make. */
export const ExpectedCall = z.object({ tool: ToolId, arguments: JsonObject })
export type ExpectedCall = z.infer<typeof ExpectedCall>

/**
 * A query rewritten into tool needs (MFTR, section 3.2), as recorded by the data's publisher or by
 * a model here.
 */
export const RewrittenQuery = z.object({
  toolNeeds: z.array(
    z.object({
      userIntent: z.string(),
      toolDescription: z.string(),
      expectedResponse: z.string(),
    }),
  ),
  /** Logical argument name → its role and type; never the concrete value. */
  extractedArguments: z.record(z.string(), z.string()),
})
export type RewrittenQuery = z.infer<typeof RewrittenQuery>

/**
 * Where a label comes from: `human` written or checked by a person, `published` a benchmark's,
 * `weak` read off logs, `served` what agents took of what a search here had given them.
 */
export const LabelOrigin = z.enum(['human', 'published', 'synthetic', 'weak', 'served'])
export type LabelOrigin = z.infer<typeof LabelOrigin>

/** A query and the set of right tools `G(q)`. */
export const GoldenQuery = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  /** None where no tool is right: a negative query. */
  tools: z.array(ToolId),
  /** Graded relevance by tool; tools without a grade count as 1. */
  grades: byName(z.number()).optional(),
  calls: z.array(ExpectedCall).optional(),
  /** What was said before it, the oldest first. */
  turns: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  origin: LabelOrigin,
  rewritten: RewrittenQuery.optional(),
  /** Fields of the source we do not interpret, kept for export. */
  extra: JsonObject.optional(),
})
export type GoldenQuery = z.infer<typeof GoldenQuery>

/**
 * The field of a query’s `extra` that holds the number of the published fold in which it is tested.
 */
export const FOLD_FIELD = 'fold'

/**
 * The field of a query’s `extra` that names the query of which it is a vaguer version, as earlier
 * programs made it by rule.
 */
export const VAGUER_FIELD = 'vaguerThan'

export const GoldenSet = z.object({
  name: z.string().min(1),
  queries: z.array(GoldenQuery),
})
export type GoldenSet = z.infer<typeof GoldenSet>

/** How golden sets are told of, as a kind of record. */
export const GOLDEN_SETS = {
  called: 'golden set',
  absent: 'Choose one of the golden sets listed, or import it.',
} as const

/** The problem of a golden set that is named but not there. */
export const absentSet = (name: string): Problem =>
  notInWorkspace(GOLDEN_SETS.called, name, GOLDEN_SETS.absent)
