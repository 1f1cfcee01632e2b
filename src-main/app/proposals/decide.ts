import {
  ChosenProposals,
  type ProposalsDecideAnswer,
  type ProposalsUndoAnswer,
} from '../../contract/proposal'
import { randomUUID } from 'node:crypto'
import { dependenciesOf, isEdited } from '../../domain/tool/catalog-tool'
import { edgeKey, EdgeVerdict, type EdgeDecision } from '../../domain/proposal/edge-decision'
import { PROPOSED } from '../../domain/proposal/edge-words'
import { Problem } from '../../domain/problem'
import type { AuthorLayer, Dependency, ToolId, ToolLayer } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../catalog/catalog'
import type { AppContext } from '../context'
import type { Layers } from '../catalog/current-catalog'
import type { Session } from '../workspaces/session'
import {
  chosenProposals,
  decisionsOf,
  hasEdge,
  isWritable,
  type Proposed,
} from './chosen-proposals'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const ProposalsDecideInput = z.object({
  dir: Dir,
  chosen: ChosenProposals,
  verdict: EdgeVerdict,
  reason: z.string().trim().max(PROPOSED.longestReason).optional(),
})
export type ProposalsDecideInput = z.output<typeof ProposalsDecideInput>

/** Decides proposals, all at once, and appends the accepted edges to those of their tools. */
export async function decide(
  { clock }: Pick<AppContext, 'clock'>,
  session: Session,
  { chosen, verdict, reason }: ProposalsDecideInput,
): Promise<ProposalsDecideAnswer> {
  const [batch, decidedAt] = [randomUUID(), clock.timestamp()]
  return session.change(async (catalog) => {
    const decisions = await decisionsOf(session)
    const all = await chosenProposals(chosen, { session, catalog, decisions })
    const decided = all.filter((each) =>
      verdict === 'accepted' ? isWritable(catalog, each) : !hasEdge(catalog, each),
    )
    refuseTooMany(decisions.size + decided.length)
    const put = decided.map(({ from, edge }): EdgeDecision => ({
      ...{ from, on: edge.on, verdict, batch, decidedAt, edge },
      ...(reason && { reason }),
    }))
    return {
      edgeDecisions: { put },
      ...(verdict === 'accepted' && { layers: { put: layersWith(decided, catalog) } }),
      answer: {
        ...(put.length > 0 && { batch }),
        decided: put.length,
        passedOver: all.length - put.length,
      },
    }
  })
}

/** The layers of tools, with the edges that are accepted of them. */
export function layersWith(accepted: readonly Proposed[], catalog: Catalog): ToolLayer[] {
  return [...Map.groupBy(accepted, ({ from }) => from)].map(([id, edges]) => {
    const entry = catalog.tool(id)
    const dependencies = [...dependenciesOf(entry), ...edges.map(({ edge }) => edge)]
    return { tool: id, layer: { ...entry.layer, dependencies } }
  })
}

function refuseTooMany(decisions: number): void {
  if (decisions <= PROPOSED.mostDecisions) return
  throw new Problem(
    'bad-input',
    `A workspace keeps ${PROPOSED.mostDecisions} decisions on edges; there would be ${decisions}.`,
    'Decide fewer at once, or undo what is out of date.',
  )
}

/** Takes back a batch of decisions, the last one unless named. */
export function undo(session: Session, batch: string | undefined): Promise<ProposalsUndoAnswer> {
  return session.change(async (catalog, layers) => {
    const decisions = [...(await decisionsOf(session)).values()]
    const meant = batch ?? lastBatch(decisions)
    const undone = decisions.filter((each) => each.batch === meant)
    if (meant === undefined || undone.length === 0) throw nothingToUndo(batch)
    const without = [
      ...Map.groupBy(
        undone.filter(({ verdict }) => verdict === 'accepted'),
        ({ from }) => from,
      ),
    ].flatMap(([id, accepted]) => layerWithout(id, accepted, { catalog, layers }) ?? [])
    const [kept, emptied] = [
      without.filter(({ layer }) => isEdited(layer)),
      without.filter(({ layer }) => !isEdited(layer)),
    ]
    return {
      edgeDecisions: { remove: undone.map(({ from, on }) => edgeKey(from, on)) },
      layers: {
        put: kept.map(({ tool, layer }) => ({ tool, layer })),
        remove: emptied.map(({ tool }) => tool),
      },
      answer: {
        batch: meant,
        undone: undone.length,
        edgesRemoved: without.reduce((sum, { removed }) => sum + removed, 0),
      },
    }
  })
}

const lastBatch = (decisions: readonly EdgeDecision[]): string | undefined =>
  decisions.reduce<EdgeDecision | undefined>(
    (last, each) => (last && last.decidedAt >= each.decidedAt ? last : each),
    undefined,
  )?.batch

interface LayerWithout {
  tool: ToolId
  layer: AuthorLayer
  removed: number
}

/**
 * A layer without the edges that were accepted, as far as they stand there as they were written. Where only the imported
 * edges are left, the layer leaves edges to the import again. Nothing where none of them stands.
 */
function layerWithout(
  id: ToolId,
  accepted: readonly EdgeDecision[],
  { catalog, layers }: { catalog: Catalog; layers: Layers },
): LayerWithout | undefined {
  // A tool that is not in the catalog keeps its layer for when it comes back, with more than the layer: it is left alone.
  const stored = catalog.has(id) ? layers.get(id) : undefined
  if (!stored?.dependencies) return undefined
  const written = new Set(accepted.map(({ edge }) => canonical(edge)))
  const left = stored.dependencies.filter((edge) => !written.has(canonical(edge)))
  const removed = stored.dependencies.length - left.length
  if (removed === 0) return undefined
  const { dependencies: _, ...others } = stored
  const isAsImported = sameEdges(left, catalog.tool(id).tool.dependencies)
  return { tool: id, layer: isAsImported ? others : { ...others, dependencies: left }, removed }
}

const sameEdges = (one: readonly Dependency[], other: readonly Dependency[]): boolean =>
  canonical(one) === canonical(other)

const nothingToUndo = (batch: string | undefined): Problem =>
  batch === undefined
    ? new Problem('not-found', 'No decision on a proposed edge is there to undo.')
    : new Problem(
        'not-found',
        'These decisions are not there any more: they were undone, or decided again.',
      )
