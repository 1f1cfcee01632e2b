import { z } from 'zod'
import { TEXT_PROPOSALS } from '../domain/proposal/bounds'
import {
  AcceptRule,
  GateVerdict,
  type GateFinding,
  type TextEvidence,
} from '../domain/proposal/gate'
import {
  ProposedPart,
  type ProposalOrigin,
  type ProposedText,
  type TextDecision,
} from '../domain/proposal/text'
import { ToolId } from '../domain/tool/tool'
import type { UsedRecipe } from './recipe-fields'
import type { DraftBasis, EffectRow, PlaceCounts } from './effect'
import { SearchText } from './search-text'
import { Dir } from './workspace'
import { Verdict } from '../domain/proposal/verdict'

export const ReviewState = z.enum(['open', ...Verdict.options])

export type ReviewState = z.infer<typeof ReviewState>

/** What the gate says, or that it was not asked, or not of the texts as they are by now. */
export const ReviewGate = z.enum([...GateVerdict.options, 'unmeasured'])

export type ReviewGate = z.infer<typeof ReviewGate>

export const ProposalId = z.string().min(1).max(200)

/** What is measured of a proposal, without its rows. */
export interface Measure extends GateFinding {
  own: PlaceCounts
  neighbours: PlaceCounts
  /** Set where the recipe could not do all of its work: no rule accepts by that. */
  isDegraded?: true
}

/** A proposal as a list shows it. */
export interface ReviewRow {
  id: z.infer<typeof ProposalId>
  tool: ToolId
  name: string
  part: ProposedPart
  origin: ProposalOrigin
  state: ReviewState
  /** The beginning of what it adds. */
  text: string
  gate?: Measure
  /** The tool is not in the catalog now. */
  isGone: boolean
  /** The tool changed since it was written. */
  isStale: boolean
  /** Why it cannot be accepted as it is: it says nothing, or too much. */
  fault?: string
}

export const Selection = {
  dir: Dir,
  state: ReviewState.default('open'),
  parts: z.array(ProposedPart).min(1).optional(),
  tool: ToolId.optional(),
  gates: z.array(ReviewGate).min(1).optional(),
  search: SearchText,
}

/** Of all open proposals, only these. */
export const AmongTexts = z
  .array(ProposalId)
  .max(TEXT_PROPOSALS.most)
  .optional()
  .describe('of all open proposals, only these, by their ids')

/** Proposals that are meant: some by name, as they were seen, or all open ones that a rule says. */
export const ChosenTexts = z.union([
  z.object({
    ids: z.array(ProposalId).min(1).max(1000),
    /** What they were when they were looked at: of another state by now, they are passed over. */
    seenAs: ReviewState.default('open'),
  }),
  z.object({ rule: AcceptRule, among: AmongTexts }),
])

export type ChosenTexts = z.infer<typeof ChosenTexts>

/** Who wrote a part of an author's layer, where it was proposed and stands as it was accepted. */
export interface WrittenPart {
  id: z.infer<typeof ProposalId>
  part: ProposedPart
  origin: ProposalOrigin
  at: string
  decidedAt: string
  batch: string
  /** Whether the author changed the proposal before accepting it. */
  isEdited: boolean
  /** Of lists and parameters, how many of its entries stand there. */
  entries: number
}

/** Means over golden queries: of right tools among the first k. */
export interface Share {
  before: number
  after: number
}

export interface ReviewListAnswer {
  total: number
  rows: ReviewRow[]
  /** Of all, whatever is sought. */
  counts: Record<ReviewState, number>
  /** Of the open ones. */
  gates: Record<ReviewGate, number>
  parts: Partial<Record<ProposedPart, number>>
}

export interface ReviewProposalAnswer extends ReviewRow {
  at: string
  /** The part as it stands in the author's layer: what an edit is compared with. */
  layer: ProposedText
  /**
   * The part as it is in force, and as accepting would leave it; of an accepted one, as before and
   * as written.
   */
  now: ProposedText
  then: ProposedText
  seen: number
  /** By what name all accepted of the same run are taken back, and how many these are. */
  run?: {
    id: string
    accepted: number
  }
  decision?: Omit<TextDecision, 'before' | 'written'>
  /** Another proposal of the same part was accepted since this one was written. */
  isChangedSince: boolean
}

export interface ReviewMeasureAnswer extends Measure, DraftBasis {
  goldenSet?: string
  asked: number
  of: number
  /** Queries left out, as the writer of the proposal saw them. */
  heldOut: number
  texts: TextEvidence
  rows: EffectRow[]
  tokens: {
    before: number
    after: number
  }
}

export interface ReviewMeasureAllAnswer {
  measured: number
  /** Measured before, of the same texts and queries. */
  known: number
  /** Not to be measured: of tools that are gone, or faulty. */
  passedOver: number
  gates: Record<ReviewGate, number>
}

export interface ReviewPreviewAnswer {
  accepted: number
  tools: number
  parts: Partial<Record<ProposedPart, number>>
  /** The first of them. */
  rows: ReviewRow[]
  unmeasured: number
  /** Open ones that the rule leaves to be looked at. */
  left: number
  together?: UsedRecipe & {
    goldenSet: string
    /** Absent where the recipe decides how many tools are given. */
    k?: number
    queries: number
    of: number
    recall: Share
    fixed: number
    broken: number
  }
}

export interface ReviewWrittenAnswer {
  parts: WrittenPart[]
  open: number
}
