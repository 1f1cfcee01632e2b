import { z } from 'zod'
import { ToolId } from '../tool/tool'

/** What a measured proposal would do. `untold`: too little is known of its tool to say. */
export const GateVerdict = z.enum(['helps', 'no-change', 'harms', 'untold'])
export type GateVerdict = z.infer<typeof GateVerdict>

/**
 * What the texts that a proposal adds find in the catalog as it is, asked as if they were queries.
 */
export const TextEvidence = z.object({
  /** Texts that were asked. */
  asked: z.number().int(),
  /** How near they lead to the proposal's own tool: the mean of one by its place, 0 … 1. */
  own: z.number(),
  /** The other tool that they lead nearest to. */
  nearer: z
    .object({
      tool: ToolId,
      name: z.string(),
      near: z.number(),
      /** Texts that find it before the proposal's own tool. */
      texts: z.number().int(),
      /**
       * Whether both tools have the same description: golden queries that name one do not say that
       * the other is wrong.
       */
      isSaidAlike: z.boolean(),
      /** Whether a search that knows no golden queries finds the proposal's own tool nearer. */
      isOnlyTaught: z.boolean(),
    })
    .optional(),
})
export type TextEvidence = z.infer<typeof TextEvidence>

/** What the gate says of a proposal, and by what. */
export const GateFinding = z.object({
  verdict: GateVerdict,
  /** In one sentence. */
  reason: z.string(),
  /** Which of the two it was told by. */
  by: z.enum(['golden-queries', 'texts']),
})
export type GateFinding = z.infer<typeof GateFinding>

/** A rule by which measured proposals are accepted at once. */
export const AcceptRule = z.object({
  /** Golden queries fixed at least, and broken at most. */
  fixes: z.number().int().min(0).default(1),
  breaks: z.number().int().min(0).default(0),
  /** Whether proposals count out that make a place of another tool worse. */
  noNeighbourWorse: z.boolean().default(false),
})
export type AcceptRule = z.infer<typeof AcceptRule>
