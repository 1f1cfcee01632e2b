import { z } from 'zod'
import { EdgeDecision, EdgeVerdict } from '../domain/edge-decision'
import { EdgeProposal } from '../domain/edge-proposal'
import { PROPOSED } from '../domain/proposed-edges'
import { ToolId } from '../domain/tool'
import { SearchText } from './search-text'
import { AskedRecipe, UsedRecipe } from './asked-recipe'
import { Dir } from './workspace-routes'

/** A pair of tools: `from` may need `on`. */
const Pair = z.object({ from: ToolId, on: ToolId })

/** Proposed edges: some by name, or all open ones that are at least so sure. */
export const ChosenProposals = z.union([
  z.object({ pairs: z.array(Pair).min(1).max(1000) }),
  z.object({
    atLeast: z.number().min(0).max(1),
    /** Of the look that is on show: where another was taken meanwhile, it is a `conflict`. */
    look: z.string().optional(),
  }),
])
export type ChosenProposals = z.infer<typeof ChosenProposals>

/** One look through the catalog for edges. It is kept in memory, until the next one. */
export const EdgeLook = z.object({
  id: z.string(),
  at: z.string(),
  /** Proposals that it found. */
  found: z.number().int(),
  /** Tools whose edges are known, from which it learned; none: from the schemas alone. */
  annotated: z.number().int(),
  tools: z.number().int(),
  remarks: z.array(z.string()),
})
export type EdgeLook = z.infer<typeof EdgeLook>

export const ProposalState = z.enum(['open', ...EdgeVerdict.options])
export type ProposalState = z.infer<typeof ProposalState>

/** A proposed edge with what was decided of it, and the names of its tools. */
export const ProposalRow = z.object({
  from: ToolId,
  on: ToolId,
  fromName: z.string(),
  onName: z.string(),
  /** Of the pair now; as it was decided where nothing proposes it any more. */
  edge: EdgeProposal.shape.edge,
  probability: z.number().optional(),
  worth: z.number().optional(),
  /** The evidence in sentences, the strongest first. */
  evidence: z.array(z.string()),
  /** Which clue gave most of it, such as `an output 71 %`. */
  carriedBy: z.string().optional(),
  decision: EdgeDecision.optional(),
  /** A tool of it that is not in the catalog now. */
  isGone: z.boolean(),
})
export type ProposalRow = z.infer<typeof ProposalRow>

/** Means over golden queries. */
const Measured = z.object({ map: z.number(), recall: z.number() })

/** What accepting proposals would do to golden queries. */
export const EdgeEffect = z.object({
  goldenSet: z.string(),
  ...UsedRecipe,
  /** Whether the recipe follows edges itself; of another one, its first tools are given with all they need. */
  follows: z.boolean(),
  /** Tools that count of each query. */
  k: z.number().int(),
  /** Queries measured, of those that name a tool that would get an edge. */
  queries: z.number().int(),
  of: z.number().int(),
  edges: z.number().int(),
  before: Measured,
  after: Measured,
  /** The same over all queries of the golden set, or an even sample of them. */
  overall: z.object({
    queries: z.number().int(),
    of: z.number().int(),
    before: Measured,
    after: Measured,
  }),
  /** Queries whose average precision rises and falls. */
  better: z.number().int(),
  worse: z.number().int(),
  /** The queries that change the most, at most five. */
  examples: z.array(z.object({ text: z.string(), before: z.number(), after: z.number() })),
})
export type EdgeEffect = z.infer<typeof EdgeEffect>

/** Edges that tools may lack: found, reviewed, measured. */
export const proposalRoutes = {
  /** Looks through the catalog for edges. Decisions and edges made until now are learned from. */
  'proposals.find': { input: z.object({ dir: Dir }), output: EdgeLook },
  /**
   * Asks the chat model which of their likeliest tools some tools need: those named, or the `most` hubs. What it says of
   * tools that it was not asked about is dropped and counted.
   */
  'proposals.ask': {
    input: z.object({
      dir: Dir,
      tools: z.array(ToolId).min(1).max(200).optional(),
      most: z.number().int().min(1).max(200).default(20),
    }),
    output: z.object({
      look: EdgeLook,
      asked: z.number().int(),
      /** Proposals that the model named. */
      named: z.number().int(),
      /** Tools that it named and was not asked about. */
      invented: z.number().int(),
      /** Why tools could not be asked about, each once. */
      failed: z.array(z.string()),
    }),
  },
  /** A page of what is proposed or was decided. */
  'proposals.list': {
    input: z.object({
      dir: Dir,
      state: ProposalState.default('open'),
      /** Only those to or from this tool. */
      tool: ToolId.optional(),
      search: SearchText,
      atLeast: z.number().min(0).max(1).default(0),
      /** `worth`: what most tools gain by; decided ones come newest first. */
      sort: z.enum(['worth', 'probability']).default('worth'),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({
      /** Absent where no look was taken yet. */
      look: EdgeLook.optional(),
      total: z.number().int(),
      rows: z.array(ProposalRow),
      /** Of all, whatever is sought. */
      counts: z.record(ProposalState, z.number().int()),
    }),
  },
  /** Decides. Accepted edges are appended to those of their tools, in the author's layer. */
  'proposals.decide': {
    input: z.object({
      dir: Dir,
      chosen: ChosenProposals,
      verdict: EdgeVerdict,
      reason: z.string().trim().max(PROPOSED.longestReason).optional(),
    }),
    output: z.object({
      /** What was decided at once, to be undone together; absent where nothing was. */
      batch: z.string().optional(),
      decided: z.number().int(),
      /** Not decided: their tools are gone, or the edge is there by now. */
      passedOver: z.number().int(),
    }),
  },
  /** Takes back what was decided at once, the last unless said. Accepted edges are removed where they still stand as written. */
  'proposals.undo': {
    input: z.object({ dir: Dir, batch: z.string().optional() }),
    output: z.object({
      batch: z.string(),
      undone: z.number().int(),
      edgesRemoved: z.number().int(),
    }),
  },
  /** Measures the proposals chosen on golden queries, without writing anything. */
  'proposals.effect': {
    input: z.object({
      dir: Dir,
      chosen: ChosenProposals,
      /** Left out: the one whose queries name most tools. */
      goldenSet: z.string().optional(),
      ...AskedRecipe,
      k: z.number().int().min(1).max(100).default(10),
    }),
    /** Absent where no golden query names a tool that would get an edge. */
    output: z.object({ effect: EdgeEffect.optional() }),
  },
}
