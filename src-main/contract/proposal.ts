import { z } from 'zod'
import type { EdgeLook, EdgeProposal } from '../domain/proposal/edge'
import { type EdgeDecision } from '../domain/proposal/edge-decision'
import { PROPOSED } from '../domain/proposal/edge-words'
import type { Outdated } from '../domain/run/outdated'
import { ToolId } from '../domain/tool/tool'
import type { UsedRecipe } from './recipe-fields'
import { Verdict } from '../domain/proposal/verdict'

/** A pair of tools: `from` may need `on`. */
export const Pair = z.object({ from: ToolId, on: ToolId })

/** Proposed edges: some by name, or all open ones that are at least so sure. */
export const ChosenProposals = z.union([
  z.object({
    pairs: z.array(Pair).min(1).max(PROPOSED.mostProposals),
    /** What they were when they were looked at: of another state by now, they are passed over. */
    seenAs: z.enum(['open', ...Verdict.options]).optional(),
  }),
  z.object({
    atLeast: z.number().min(0).max(1),
    /** Of the look that is on show: where another was taken meanwhile, it is a `conflict`. */
    look: z.string().optional(),
  }),
])

export type ChosenProposals = z.infer<typeof ChosenProposals>

export const ProposalState = z.enum(['open', ...Verdict.options])

export type ProposalState = z.infer<typeof ProposalState>

/** A proposed edge with what was decided of it, and the names of its tools. */
export interface ProposalRow {
  from: ToolId
  on: ToolId
  fromName: string
  onName: string
  /** Of the pair now; as it was decided where nothing proposes it any more. */
  edge: EdgeProposal['edge']
  probability?: number
  worth?: number
  /** The evidence in sentences, the strongest first. */
  evidence: string[]
  /** Which clue gave most of it, such as `an output 71 %`. */
  carriedBy?: string
  decision?: EdgeDecision
  /** A tool of it that is not in the catalog now. */
  isGone: boolean
}

/** Means over golden queries. */
export interface Measured {
  map: number
  recall: number
}

/** What accepting proposals would do to golden queries. */
export interface EdgeEffect extends UsedRecipe {
  goldenSet: string
  /**
   * Whether the recipe follows edges itself; of another one, its first tools are given with all
   * they need.
   */
  follows: boolean
  /** Tools that count of each query. */
  k: number
  /** Queries measured, of those that name a tool that would get an edge. */
  queries: number
  of: number
  edges: number
  before: Measured
  after: Measured
  /** The same over all queries of the golden set, or an even sample of them. */
  overall: {
    queries: number
    of: number
    before: Measured
    after: Measured
  }
  /** Queries whose average precision rises and falls. */
  better: number
  worse: number
  /** The queries that change the most, at most five. */
  examples: {
    text: string
    before: number
    after: number
  }[]
}

export interface ProposalsListAnswer {
  /** Absent where no look was taken yet. */
  look?: EdgeLook
  /**
   * What is another now than the look was taken on, but for edges that were decided; absent where
   * nothing is.
   */
  outdated?: Outdated[]
  total: number
  rows: ProposalRow[]
  /** Of all, whatever is sought. */
  counts: Record<ProposalState, number>
}

/** Absent where no golden query names a tool that would get an edge. */
export interface ProposalsEffectAnswer {
  effect?: EdgeEffect
}
