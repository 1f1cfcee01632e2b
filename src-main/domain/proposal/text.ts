import { z } from 'zod'
import { AuthorLayer, ToolId } from '../tool/tool'
import { TEXT_PROPOSALS } from './bounds'
import { Verdict } from './verdict'

/** The parts of an author's layer that are proposed, each a proposal of its own. */
export const PROPOSED_PARTS = [
  'description',
  'whenToUse',
  'limits',
  'questions',
  'topics',
  'tags',
  'parameters',
] as const
export const ProposedPart = z.enum(PROPOSED_PARTS)
export type ProposedPart = z.infer<typeof ProposedPart>

/**
 * The proposed part alone: of lists and parameters, what is to be added; older records hold what
 * was there then as well.
 */
export const ProposedText = AuthorLayer.pick({
  description: true,
  whenToUse: true,
  limits: true,
  questions: true,
  topics: true,
  tags: true,
  parameters: true,
})
export type ProposedText = z.infer<typeof ProposedText>

/** Where questions are found without a model. */
export const CollectedFrom = z.enum(['examples', 'logged-queries', 'parameters'])
export type CollectedFrom = z.infer<typeof CollectedFrom>

/** Who wrote a proposal: a model, or what was there already. */
export const ProposalOrigin = z.discriminatedUnion('by', [
  /** The prompt with its version: `propose-questions@1`. */
  z.object({ by: z.literal('model'), model: z.string(), prompt: z.string() }),
  z.object({ by: CollectedFrom }),
])
export type ProposalOrigin = z.infer<typeof ProposalOrigin>

/** What an author decided of a proposed text. */
export const TextDecision = z.object({
  verdict: Verdict,
  /** Why, in the author's words. */
  reason: z.string().max(TEXT_PROPOSALS.longestReason).optional(),
  /** What was decided at once, and is undone together. */
  batch: z.string().min(1),
  decidedAt: z.string(),
  /** Of an accepted one: the part as the layer had it before, and as it was written. */
  before: ProposedText.optional(),
  written: ProposedText.optional(),
})
export type TextDecision = z.infer<typeof TextDecision>

/**
 * A text that is proposed for one part of a tool's author's layer. The tool need not be in the
 * catalog now.
 */
export const TextProposal = z.object({
  id: z.string().min(1),
  tool: ToolId,
  part: ProposedPart,
  proposed: ProposedText,
  origin: ProposalOrigin,
  /**
   * The version of the tool that it was written of. Once the tool has another one, the proposal is
   * stale.
   */
  of: z.string().min(1).max(100),
  at: z.string(),
  /** What was proposed at once, and is forgotten together. */
  run: z.string().min(1).optional(),
  /**
   * Texts of queries that whoever wrote it was shown, or that stand in it: it is not measured by
   * golden queries that say the same.
   */
  seen: z.array(z.string()).max(TEXT_PROPOSALS.mostSeen),
  /** Absent while it is open. */
  decision: TextDecision.optional(),
})
export type TextProposal = z.infer<typeof TextProposal>
