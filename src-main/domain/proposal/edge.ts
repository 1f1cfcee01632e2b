import { z } from 'zod'
import { WorkedOutOn } from '../run/outdated'
import { Dependency, ToolId } from '../tool/tool'

/** One reason to think that a tool needs another, as data; `evidenceText` puts it in words. */
export const EdgeEvidence = z.discriminatedUnion('by', [
  /** What a parameter is called, or said to be, is in the name of the tool that is needed. */
  z.object({ by: z.literal('name'), parameter: z.string(), words: z.array(z.string()) }),
  /** A parameter is named like something that the other tool returns. */
  z.object({ by: z.literal('output'), parameter: z.string(), output: z.string() }),
  /**
   * The other tool logs in to what this one belongs to; with the parameter that takes the session
   * or token.
   */
  z.object({ by: z.literal('login'), parameter: z.string().optional() }),
  /** A parameter and the other tool mean something alike: their cosine. */
  z.object({ by: z.literal('meaning'), parameter: z.string(), likeness: z.number() }),
  /** Of `of` tools like this one, whose edges are known, these need the other tool. */
  z.object({ by: z.literal('similar-tools'), tools: z.array(ToolId), of: z.number().int() }),
  /**
   * Of `of` tools with a parameter of this name, whose edges are known, so many need the other
   * tool.
   */
  z.object({
    by: z.literal('same-parameter'),
    parameter: z.string(),
    tools: z.number().int(),
    of: z.number().int(),
  }),
  /** Of `of` tools whose edges are known, so many need the other tool: of earlier looks alone. */
  z.object({ by: z.literal('hub'), tools: z.number().int(), of: z.number().int() }),
  /** Both were used in `both` of the `of` requests that use the tool. */
  z.object({
    by: z.literal('use'),
    both: z.number().int(),
    of: z.number().int(),
    /** Of `of` whose order is known, in how many the other tool came first. */
    order: z.object({ first: z.number().int(), of: z.number().int() }).optional(),
    /**
     * Of requests that did not propose it: as above, and the right tools that it puts in and pushes
     * out of what a search gives.
     */
    heldOut: z.object({
      both: z.number().int(),
      of: z.number().int(),
      putIn: z.number().int(),
      pushedOut: z.number().int(),
    }),
  }),
  /** Against it: none of the `of` requests that use the tool uses the other. */
  z.object({ by: z.literal('no-use'), of: z.number().int() }),
  /** A language model says so. */
  z.object({ by: z.literal('model'), reason: z.string() }),
])
export type EdgeEvidence = z.infer<typeof EdgeEvidence>

/** What evidence is by. */
export const EdgeClue = z.enum([
  'name',
  'output',
  'login',
  'meaning',
  'similar-tools',
  'same-parameter',
  'hub',
  'use',
  'no-use',
  'model',
] satisfies readonly EdgeEvidence['by'][])
export type EdgeClue = EdgeEvidence['by']

/** An edge that a tool may lack, for its author to accept or reject. */
export const EdgeProposal = z.object({
  from: ToolId,
  /** What accepting it writes. */
  edge: Dependency,
  /** How sure the proposal is, 0…1. */
  probability: z.number().min(0).max(1),
  /**
   * The probability times the tools whose dependencies this edge adds to: `from`, and those that
   * need it, known or expected.
   */
  worth: z.number().min(0),
  /** The strongest first. */
  evidence: z.array(EdgeEvidence),
  /**
   * The share of the first in all that speaks for the edge, 0…1; absent where a language model says
   * so.
   */
  carried: z.number().min(0).max(1).optional(),
})
export type EdgeProposal = z.infer<typeof EdgeProposal>

/**
 * Names the rule by which edges are rated now, with the points of its clues: another name makes
 * looks kept before outdated.
 */
export const EDGE_RULE = 'points and use 1'

/** One look through a catalog for edges. A workspace keeps the last one, with what it proposed. */
export const EdgeLook = z.object({
  /** Another one once a model was asked for more. */
  id: z.string().min(1),
  at: z.string(),
  /** Proposals that it found, with those of a model that was asked since. */
  found: z.number().int(),
  /** Tools whose edges are known; none: it went by the schemas alone. */
  annotated: z.number().int(),
  tools: z.number().int(),
  remarks: z.array(z.string()),
  /** The rule that says how sure they are; absent in looks of earlier programs. */
  rule: z.string().optional(),
  /** Absent in earlier looks. */
  on: WorkedOutOn.optional().catch(undefined),
})
export type EdgeLook = z.infer<typeof EdgeLook>
