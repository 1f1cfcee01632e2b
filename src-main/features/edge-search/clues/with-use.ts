import { capitalised } from '../../../domain/value/capitalised'
import type { EdgeProposal } from '../../../domain/proposal/edge'
import { edgeKey } from '../../../domain/proposal/edge-decision'
import { PROPOSED, usedTogetherText } from '../../../domain/proposal/edge-words'
import type { ToolId } from '../../../domain/tool/tool'
import { edgeProbability, pointsFor } from './edge-clues'
import type { KnownUse, NeedByUse } from './needs-by-use'

/** Fewer right tools that an edge pushes out may be chance. */
const FEWEST_PUSHED_OUT = 3
/** Nothing that is proposed is certain. */
export const SUREST = 0.99
/** What it takes from an edge that both tools are used, and never together; by hand. */
const APART_POINTS = -2

/**
 * What schemas propose, surer where requests say the same, less sure where they speak against it,
 * and left out where it pushes out more right tools than it puts in; with what requests alone say.
 */
export function withUse(
  proposals: readonly EdgeProposal[],
  { needs, apart, effectOf }: KnownUse,
  nameOf: (id: ToolId) => string,
): EdgeProposal[] {
  const others = new Map(needs)
  const merged = proposals.flatMap((proposal) => {
    const { from, edge } = proposal
    const key = edgeKey(from, edge.on)
    const need = others.get(key)
    others.delete(key)
    if (need) return surer(proposal, need, nameOf)
    const { putIn, pushedOut } = effectOf(from, edge.on)
    if (pushedOut >= FEWEST_PUSHED_OUT && pushedOut > putIn) return []
    const of = apart(from, edge.on)
    return of === undefined ? proposal : lessSure(proposal, of)
  })
  return [...merged, ...[...others.values()].map((need) => byUseAlone(need, nameOf))]
    .filter(({ probability }) => probability >= PROPOSED.leastProbability)
    .sort((a, b) => b.probability - a.probability)
}

/** As sure as that not both are wrong. */
function surer(
  proposal: EdgeProposal,
  need: NeedByUse,
  nameOf: (id: ToolId) => string,
): EdgeProposal {
  const { probability: bySchema, evidence, carried = 1 } = proposal
  const probability = Math.min(SUREST, 1 - (1 - bySchema) * (1 - need.probability))
  const shareOfUse = need.probability / (bySchema + need.probability)
  if (need.probability < bySchema) {
    const [first, ...others] = evidence
    const told = first ? [first, need.evidence, ...others] : [need.evidence]
    return { ...proposal, probability, evidence: told, carried: carried * (1 - shareOfUse) }
  }
  return {
    ...proposal,
    edge: { ...proposal.edge, reason: reasonOf(need, nameOf) },
    probability,
    evidence: [need.evidence, ...evidence],
    carried: shareOfUse,
  }
}

const lessSure = (proposal: EdgeProposal, of: number): EdgeProposal => ({
  ...proposal,
  probability: edgeProbability(pointsFor(proposal.probability) + APART_POINTS),
  evidence: [...proposal.evidence, { by: 'no-use', of }],
})

const byUseAlone = (need: NeedByUse, nameOf: (id: ToolId) => string): EdgeProposal => ({
  from: need.from,
  edge: { on: need.on, kind: 'tool-direct', reason: reasonOf(need, nameOf) },
  probability: need.probability,
  worth: 0,
  evidence: [need.evidence],
  carried: 1,
})

const reasonOf = ({ on, evidence }: NeedByUse, nameOf: (id: ToolId) => string): string =>
  `${capitalised(usedTogetherText(evidence, nameOf(on)))}.`
