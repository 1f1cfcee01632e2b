import { z } from 'zod'
import { AcceptRule, GateFinding, GateVerdict, TextEvidence } from '../domain/proposal-gate'
import { TEXT_PROPOSALS } from '../domain/proposal-bounds'
import {
  ProposalOrigin,
  ProposedPart,
  ProposedText,
  TextDecision,
  TextVerdict,
} from '../domain/text-proposal'
import { ToolId } from '../domain/tool'
import { AskedRecipe, UsedRecipe } from './asked-recipe'
import { DraftBasis, EffectRow, PlaceCounts } from './effect-routes'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

export const ReviewState = z.enum(['open', ...TextVerdict.options])
export type ReviewState = z.infer<typeof ReviewState>

/** What the gate says, or that it was not asked, or not of the texts as they are by now. */
export const ReviewGate = z.enum([...GateVerdict.options, 'unmeasured'])
export type ReviewGate = z.infer<typeof ReviewGate>

const Id = z.string().min(1).max(200)

/** What is measured of a proposal, without its rows. */
const Measure = GateFinding.extend({
  own: PlaceCounts,
  neighbours: PlaceCounts,
  /** Set where the recipe could not do all of its work: no rule accepts by that. */
  isDegraded: z.literal(true).optional(),
})

/** A proposal as a list shows it. */
const ReviewRow = z.object({
  id: Id,
  tool: ToolId,
  name: z.string(),
  part: ProposedPart,
  origin: ProposalOrigin,
  state: ReviewState,
  /** The beginning of what it adds. */
  text: z.string(),
  gate: Measure.optional(),
  /** The tool is not in the catalog now. */
  isGone: z.boolean(),
  /** The tool changed since it was written. */
  isStale: z.boolean(),
  /** Why it cannot be accepted as it is: it says nothing, or too much. */
  fault: z.string().optional(),
})
export type ReviewRow = z.infer<typeof ReviewRow>

const Selection = {
  dir: Dir,
  state: ReviewState.default('open'),
  parts: z.array(ProposedPart).min(1).optional(),
  tool: ToolId.optional(),
  gates: z.array(ReviewGate).min(1).optional(),
  search: SearchText,
}

/** Proposals that are meant: some by name, as they were seen, or all open ones that a rule says. */
export const ChosenTexts = z.union([
  z.object({
    ids: z.array(Id).min(1).max(1000),
    /** What they were when they were looked at: of another state by now, they are passed over. */
    seenAs: ReviewState.default('open'),
  }),
  z.object({ rule: AcceptRule }),
])
export type ChosenTexts = z.infer<typeof ChosenTexts>

/** Why a proposal was not decided. */
export const PassedOver = z.enum(['decided', 'gone', 'faulty', 'absent'])
export type PassedOver = z.infer<typeof PassedOver>
const PassedOverCounts = z.partialRecord(PassedOver, z.number().int())

/** Who wrote a part of an author's layer, where it was proposed and stands as it was accepted. */
const WrittenPart = z.object({
  id: Id,
  part: ProposedPart,
  origin: ProposalOrigin,
  at: z.string(),
  decidedAt: z.string(),
  batch: z.string(),
  /** Whether the author changed the proposal before accepting it. */
  isEdited: z.boolean(),
  /** Of lists and parameters, how many of its entries stand there. */
  entries: z.number().int(),
})
export type WrittenPart = z.infer<typeof WrittenPart>

/** Means over golden queries: of right tools among the first k. */
const Share = z.object({ before: z.number(), after: z.number() })

export const reviewRoutes = {
  /** A page of proposed texts, and how many there are of which kind. */
  'review.list': {
    input: z.object({
      ...Selection,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({
      total: z.number().int(),
      rows: z.array(ReviewRow),
      /** Of all, whatever is sought. */
      counts: z.record(ReviewState, z.number().int()),
      /** Of the open ones. */
      gates: z.record(ReviewGate, z.number().int()),
      parts: z.partialRecord(ProposedPart, z.number().int()),
    }),
  },
  /** One proposal whole, with what stands in its place now. */
  'review.proposal': {
    input: z.object({ dir: Dir, id: Id }),
    output: ReviewRow.extend({
      at: z.string(),
      /** The part as it stands in the author's layer: what an edit is compared with. */
      layer: ProposedText,
      /** The part as it is in force, and as accepting would leave it; of an accepted one, as before and as written. */
      now: ProposedText,
      then: ProposedText,
      seen: z.number().int(),
      /** By what name all accepted of the same run are taken back, and how many these are. */
      run: z.object({ id: z.string(), accepted: z.number().int() }).optional(),
      decision: TextDecision.omit({ before: true, written: true }).optional(),
      /** Another proposal of the same part was accepted since this one was written. */
      isChangedSince: z.boolean(),
    }),
  },
  /** Asks golden queries with a proposal and without, those left out that its writer saw. Writes nothing. */
  'review.measure': {
    input: z.object({
      dir: Dir,
      id: Id,
      /** In place of what is proposed. */
      edited: ProposedText.optional(),
      ...AskedRecipe,
    }),
    output: Measure.extend({
      goldenSet: z.string().optional(),
      ...DraftBasis,
      asked: z.number().int(),
      of: z.number().int(),
      /** Queries left out, as the writer of the proposal saw them. */
      heldOut: z.number().int(),
      texts: TextEvidence,
      rows: z.array(EffectRow),
      tokens: z.object({ before: z.number().int(), after: z.number().int() }),
    }),
  },
  /** Measures all open proposals that are not measured as things are. What is measured is kept as it goes. */
  'review.measureAll': {
    input: z.object({
      dir: Dir,
      parts: Selection.parts,
      tool: Selection.tool,
      ...AskedRecipe,
    }),
    output: z.object({
      measured: z.number().int(),
      /** Measured before, of the same texts and queries. */
      known: z.number().int(),
      /** Not to be measured: of tools that are gone, or faulty. */
      passedOver: z.number().int(),
      gates: z.record(ReviewGate, z.number().int()),
    }),
  },
  /** What a rule would accept, and what all of it together would do to golden queries. Writes nothing. */
  'review.preview': {
    input: z.object({ dir: Dir, rule: AcceptRule, ...AskedRecipe }),
    output: z.object({
      accepted: z.number().int(),
      tools: z.number().int(),
      parts: z.partialRecord(ProposedPart, z.number().int()),
      /** The first of them. */
      rows: z.array(ReviewRow),
      unmeasured: z.number().int(),
      /** Open ones that the rule leaves to be looked at. */
      left: z.number().int(),
      together: z
        .object({
          goldenSet: z.string(),
          ...UsedRecipe,
          /** Absent where the recipe decides how many tools are given. */
          k: z.number().int().optional(),
          queries: z.number().int(),
          of: z.number().int(),
          recall: Share,
          fixed: z.number().int(),
          broken: z.number().int(),
        })
        .optional(),
    }),
  },
  /** Decides proposals. Accepted ones are written into their tools' author's layers, all in one commit. */
  'review.decide': {
    input: z.object({
      dir: Dir,
      chosen: ChosenTexts,
      verdict: TextVerdict,
      reason: z.string().trim().max(TEXT_PROPOSALS.longestReason).optional(),
      /** Of a single accepted one: the whole part as its reviewer wants it, in place of what is proposed. */
      edited: ProposedText.optional(),
      /** Of a single one: the part of the layer as its reviewer saw it. Of another by now, it is a `conflict`. */
      base: ProposedText.optional(),
    }),
    output: z.object({
      /** What was decided at once, to be undone together; absent where nothing was. */
      batch: z.string().optional(),
      decided: z.number().int(),
      passedOver: PassedOverCounts,
    }),
  },
  /**
   * Takes decisions back: one, a batch, all accepted of one run of a writer, or else the last batch. What was written is taken out
   * again where it stands as it was written; proposals are open again.
   */
  'review.undo': {
    input: z.object({
      dir: Dir,
      batch: z.string().optional(),
      id: Id.optional(),
      run: z.string().min(1).optional(),
    }),
    output: z.object({
      undone: z.number().int(),
      /** Texts put back as they were before. */
      putBack: z.number().int(),
      /** Texts left as they are: their authors changed them since. */
      changed: z.number().int(),
      /** Decisions that stand, as their tools are not in the catalog now. */
      gone: z.number().int(),
      /** The batches of which no decision is left. */
      batches: z.array(z.string()),
    }),
  },
  /** Which parts of a tool's author's layer were proposed and accepted, by whom and when. */
  'review.written': {
    input: z.object({ dir: Dir, tool: ToolId }),
    output: z.object({ parts: z.array(WrittenPart), open: z.number().int() }),
  },
}
