import { randomUUID } from 'node:crypto'
import type { EdgeLook } from '../../contract/proposal'
import { byWorth, proposeEdges, type ProposedEdges } from '../../authoring/edges/propose-edges'
import { dependentsIn } from '../../authoring/edges/known-edges'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { edgeKey } from '../../domain/proposal/edge-decision'
import type { EdgeProposal } from '../../domain/proposal/edge'
import { Problem } from '../../domain/problem'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { givenBy } from '../query/asked-recipe'
import type { Catalog } from '../catalog/catalog'
import type { AppContext } from '../context'
import { withWorkspaceModels } from '../models/workspace-models'
import { prepareCall } from '../knowledge/prepare-call'
import type { Session } from '../workspaces/session'

/** What one look through a catalog found, as it is kept until the next one. */
export interface Look {
  info: EdgeLook
  /** By falling worth, by their key. */
  proposals: ReadonlyMap<string, EdgeProposal>
  /** The first tools found for golden queries, by recipe, models and text: edges do not change what is found. */
  seeds: Map<string, Seeds>
}

/** The first tools that a recipe finds for a query. */
export type Seeds = Pick<Awaited<ReturnType<typeof givenBy>>, 'set' | 'degraded'>

/** The last look through each open workspace. */
export interface Looks {
  of(session: Session): Look | undefined
  /** @throws Problem `not-found` where none was taken, `conflict` where it is not the one with this id. */
  need(session: Session, id?: string): Look
  /** Looks through the catalog as it is now. */
  take(place: { session: Session; dir: string }, call: Call): Promise<Look>
  /** The last look with more proposals; of a pair that it has already, these. */
  add(session: Session, catalog: Catalog, more: readonly EdgeProposal[]): Look
}

export function openLooks(context: AppContext): Looks {
  const looks = new WeakMap<Session, Look>()
  const keep = (session: Session, look: Look): Look => {
    looks.set(session, look)
    return look
  }
  const need: Looks['need'] = (session, id) => {
    const look = looks.get(session)
    if (!look) throw noLook()
    if (id !== undefined && look.info.id !== id) throw otherLook()
    return look
  }
  return {
    of: (session) => looks.get(session),
    need,
    async take({ session, dir }, call) {
      const { catalog, found } = await findEdges(context, { session, dir }, call)
      const { annotated, remarks, proposals } = found
      const tools = catalog.tools.length
      const info = { ...stamp(context), found: proposals.length, annotated, tools, remarks }
      return keep(session, { info, proposals: keyed(proposals), seeds: new Map() })
    },
    add(session, catalog, more) {
      const { info, proposals, seeds } = need(session)
      const all = [...new Map([...proposals, ...keyed(more)]).values()]
      const edges = new Map(catalog.tools.map((entry) => [entry.tool.id, dependenciesOf(entry)]))
      const sorted = byWorth(all, { dependents: dependentsIn(edges) })
      return keep(session, {
        info: { ...info, ...stamp(context), found: all.length },
        proposals: keyed(sorted),
        seeds,
      })
    },
  }
}

const stamp = ({ clock }: AppContext): Pick<EdgeLook, 'id' | 'at'> => ({
  id: randomUUID(),
  at: clock.timestamp(),
})

const keyed = (proposals: readonly EdgeProposal[]): Map<string, EdgeProposal> =>
  new Map(proposals.map((each) => [edgeKey(each.from, each.edge.on), each]))

async function findEdges(
  context: AppContext,
  { session, dir }: { session: Session; dir: string },
  call: Call,
): Promise<{ catalog: Catalog; found: ProposedEdges }> {
  const { embedder } = await withWorkspaceModels(context, dir).settings.read()
  const { edgeDecisions } = await session.store.read('edgeDecisions')
  return session.withCatalog(async (catalog) => {
    await catalog.renew(embedder, call.signal)
    const found = await proposeEdges(
      { kit: catalog.kit(embedder), decisions: edgeDecisions },
      {
        signal: call.signal,
        prepare: prepareCall(context, dir, call),
        pause: yieldToEventLoop(context.clock, call.signal),
        onProgress: (what, done, total) => call.emit({ what, done, total }),
      },
    )
    return { catalog, found }
  })
}

const noLook = (): Problem =>
  new Problem(
    'not-found',
    'No edges are proposed yet.',
    'Look for edges first: in the window under Catalog, Proposed edges, or with pegboard propose-edges.',
  )

const otherLook = (): Problem =>
  new Problem(
    'conflict',
    'The edges were proposed anew meanwhile. Nothing was decided.',
    'Look at the proposals as they are now, and decide again.',
  )
