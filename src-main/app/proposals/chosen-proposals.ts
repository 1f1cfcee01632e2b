import type { ChosenProposals } from '../../contract/proposal'
import { dependenciesOf, visibilityOf } from '../../domain/tool/catalog-tool'
import { edgeKey, type EdgeDecision } from '../../domain/proposal/edge-decision'
import type { EdgeProposal } from '../../domain/proposal/edge'
import { Problem } from '../../domain/problem'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import { lastLook, neededLook, type Look } from './looks'
import type { Session } from '../workspaces/session'

/** A proposed edge, or one that was decided before. */
export type Proposed = Pick<EdgeProposal, 'from' | 'edge'>

export type Decisions = ReadonlyMap<string, EdgeDecision>

export async function decisionsOf({ store }: Session): Promise<Decisions> {
  const { edgeDecisions } = await store.read('edgeDecisions')
  return new Map(edgeDecisions.map((each) => [edgeKey(each.from, each.on), each]))
}

/** Whether both tools may have the edge, and `from` does not have one to `on` yet. */
export function isWritable(catalog: Catalog, proposed: Proposed): boolean {
  const isThere = (id: ToolId) => catalog.has(id) && visibilityOf(catalog.tool(id)) !== 'hidden'
  return isThere(proposed.from) && isThere(proposed.edge.on) && !hasEdge(catalog, proposed)
}

/** Whether `from` has an edge to the same tool. */
export const hasEdge = (catalog: Catalog, { from, edge: { on } }: Proposed): boolean =>
  catalog.has(from) && dependenciesOf(catalog.tool(from)).some((edge) => edge.on === on)

/** Whether a proposal waits for a decision. */
export const isOpen = (
  proposal: EdgeProposal,
  { catalog, decisions }: { catalog: Catalog; decisions: Decisions },
): boolean =>
  !decisions.has(edgeKey(proposal.from, proposal.edge.on)) && isWritable(catalog, proposal)

/**
 * The proposals that are meant; by name also those that were decided.
 * @throws Problem `not-found` for a pair that is neither proposed nor decided, and as {@link
 * neededLook}.
 */
export async function chosenProposals(
  chosen: ChosenProposals,
  { session, catalog, decisions }: { session: Session; catalog: Catalog; decisions: Decisions },
): Promise<Proposed[]> {
  if ('pairs' in chosen) {
    const look = await lastLook(session)
    return chosen.pairs.map(({ from, on }) => {
      const key = edgeKey(from, on)
      const found = look?.proposals.get(key) ?? decisions.get(key)
      if (!found) throw notProposed(look, from, on)
      return { from, edge: found.edge }
    })
  }
  const { proposals } = await neededLook(session, chosen.look)
  return [...proposals.values()].filter(
    (each) => each.probability >= chosen.atLeast && isOpen(each, { catalog, decisions }),
  )
}

const notProposed = (look: Look | undefined, from: ToolId, on: ToolId): Problem =>
  new Problem(
    'not-found',
    `No edge from “${from}” to “${on}” is proposed.`,
    look ? 'Choose one of those listed.' : 'Look for edges first.',
  )
