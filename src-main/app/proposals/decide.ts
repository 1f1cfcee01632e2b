import type { DecideAnswer, PassedOver } from '../../contract/decision'
import { ChosenProposals } from '../../contract/proposal'
import type { ChangeRow, UndoneAnswer } from '../../contract/changes'
import { dependenciesOf, visibilityOf } from '../../domain/tool/catalog-tool'
import { edgeKey, type EdgeDecision } from '../../domain/proposal/edge-decision'
import { PROPOSED } from '../../domain/proposal/edge-words'
import { Problem } from '../../domain/problem'
import type { AuthorLayer, Dependency, ToolId, ToolLayer } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { Catalog } from '../workspaces/catalog'
import { layersChange } from '../editing/edited-layer'
import { decideAll } from '../changes/deciding'
import { decisionRows, decisionText, nothingToUndo } from '../changes/decisions'
import type { Layers } from '../workspaces/current-catalog'
import type { Session } from '../workspaces/session'
import { chosenProposals, decisionsOf, hasEdge, type Proposed } from './chosen-proposals'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { Verdict } from '../../domain/proposal/verdict'

export const ProposalsDecideInput = z.object({
  dir: Dir,
  chosen: ChosenProposals,
  verdict: Verdict,
  reason: z.string().trim().max(PROPOSED.longestReason).optional(),
})
export type ProposalsDecideInput = z.output<typeof ProposalsDecideInput>

/** Decides proposals, all at once, and appends the accepted edges to those of their tools. */
export const decide = (
  session: Session,
  { chosen, verdict, reason }: ProposalsDecideInput,
): Promise<DecideAnswer> =>
  decideAll<Proposed, EdgeDecision>(
    session,
    'pairs' in chosen && chosen.pairs.length === 1,
    async (catalog, made) => {
      const decisions = await decisionsOf(session)
      const seenAs = 'pairs' in chosen ? chosen.seenAs : undefined
      return {
        chosen: await chosenProposals(chosen, { session, catalog, decisions }),
        missed: [],
        decide({ from, edge }): EdgeDecision | PassedOver {
          const state = decisions.get(edgeKey(from, edge.on))?.verdict ?? 'open'
          if (seenAs !== undefined && state !== seenAs) return 'decided'
          const why = hasEdge(catalog, { from, edge }) ? 'there' : undefined
          const fault = why ?? (verdict === 'accepted' ? toolFault(catalog, [from, edge.on]) : why)
          return fault ?? { from, on: edge.on, verdict, ...made, edge, ...(reason && { reason }) }
        },
        change(put) {
          refuseTooMany(decisions.size + put.length)
          return {
            edgeDecisions: { put },
            ...(verdict === 'accepted' && { layers: { put: layersWith(put, catalog) } }),
          }
        },
      }
    },
  )

/** Why no edge can be accepted between tools. */
function toolFault(catalog: Catalog, tools: readonly ToolId[]): PassedOver | undefined {
  if (!tools.every((id) => catalog.has(id))) return 'gone'
  return tools.some((id) => visibilityOf(catalog.tool(id)) === 'hidden') ? 'hidden' : undefined
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

const EDGES = ['proposed edge', 'proposed edges'] as const

/** The decisions on edges that can be taken back, by the change that made them. */
export const edgeDecisions = async (session: Session): Promise<ChangeRow[]> =>
  decisionRows([...(await decisionsOf(session)).values()].map(asDecided), EDGES)

const asDecided = (decision: EdgeDecision) => ({ decision })

/**
 * Takes the decisions of one change back. Accepted edges are removed where they still stand as
 * written.
 */
export const undoEdges = (session: Session, change: string): Promise<UndoneAnswer> =>
  session.change(async (catalog, layers) => {
    const all = [...(await decisionsOf(session)).values()].filter(({ batch }) => batch === change)
    if (all.length === 0) throw nothingToUndo()
    const isAccepted = ({ verdict }: EdgeDecision) => verdict === 'accepted'
    const gone = all.filter((each) => isAccepted(each) && !catalog.has(each.from))
    const undone = all.filter((each) => !gone.includes(each))
    const accepted = undone.filter(isAccepted)
    const without = [...Map.groupBy(accepted, ({ from }) => from)].flatMap(
      ([id, edges]) => layerWithout(id, edges, { catalog, layers }) ?? [],
    )
    const putBack = without.reduce((sum, { removed }) => sum + removed, 0)
    return {
      edgeDecisions: { remove: undone.map(({ from, on }) => edgeKey(from, on)) },
      layers: layersChange(without),
      answer: {
        what: decisionText(all.map(asDecided), EDGES),
        undone: undone.length,
        putBack,
        left: accepted.length - putBack,
        gone: gone.length,
        changes: gone.length === 0 ? [change] : [],
      },
    }
  })

interface LayerWithout {
  tool: ToolId
  layer: AuthorLayer
  removed: number
}

/**
 * A layer without the edges that were accepted, as far as they stand there as they were written.
 * Where only the imported edges are left, the layer leaves edges to the import again. Nothing where
 * none of them stands.
 */
function layerWithout(
  id: ToolId,
  accepted: readonly EdgeDecision[],
  { catalog, layers }: { catalog: Catalog; layers: Layers },
): LayerWithout | undefined {
  const stored = layers.get(id)
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
