import type { EdgeProposal } from '../../../domain/proposal/edge'
import { PROPOSED } from '../../../domain/proposal/edge-words'
import type { ToolId } from '../../../domain/tool/tool'

/** What a model said that a tool needs. */
interface Need {
  name: string
  reason: string
  /** The parameter whose value it gives; empty where it gives none. */
  supplies: string
}

/** A tool that a model was asked about, and what it was shown. */
export interface ToolInQuestion {
  id: ToolId
  parameters: ReadonlySet<string>
  others: ReadonlySet<ToolId>
  /** What is proposed of it already, by the other tool. */
  proposed: ReadonlyMap<ToolId, EdgeProposal>
}

/** What is left of a doubt that a model does not share. By hand: no model could be measured. */
const DOUBT_LEFT = 0.4

/**
 * A model's answer held against what it was shown: tools that it was not shown are invented, and
 * dropped.
 */
export function namedNeeds(
  { id, parameters, others, proposed }: ToolInQuestion,
  needs: readonly Need[],
): { proposals: EdgeProposal[]; invented: number } {
  const proposals = new Map<ToolId, EdgeProposal>()
  let invented = 0
  for (const need of needs) {
    const on = [...others].find((other) => other === need.name.trim())
    if (on === undefined) invented++
    else if (!proposals.has(on))
      proposals.set(on, surer(id, { on, need, parameters }, proposed.get(on)))
  }
  return { proposals: [...proposals.values()], invented }
}

function surer(
  from: ToolId,
  { on, need, parameters }: { on: ToolId; need: Need; parameters: ReadonlySet<string> },
  before: EdgeProposal | undefined,
): EdgeProposal {
  const reason = need.reason.trim().slice(0, PROPOSED.longestReason).toWellFormed()
  const others = before?.evidence.filter(({ by }) => by !== 'model') ?? []
  const isAsked = before !== undefined && others.length < before.evidence.length
  const probability = before?.probability ?? PROPOSED.leastProbability
  const named = need.supplies.trim()
  const isByParameter = parameters.has(named)
  return {
    from,
    edge: before?.edge ?? {
      on,
      kind: isByParameter ? 'parameter-direct' : 'tool-direct',
      ...(isByParameter && { parameter: named }),
      ...(reason && { reason }),
    },
    probability: isAsked ? probability : 1 - (1 - probability) * DOUBT_LEFT,
    worth: before?.worth ?? 0,
    evidence: [{ by: 'model', reason }, ...others],
  }
}
