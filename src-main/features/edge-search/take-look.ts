import { randomUUID } from 'node:crypto'
import type { Call } from '../../app/app'
import { lastChangeAt } from '../../app/changes/stored-changes'
import type { AppContext } from '../../app/context'
import { prepareCall } from '../../app/knowledge/prepare-call'
import { worksWith } from '../../app/recipes/works-with'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { byPair, neededLook } from '../../app/proposals/looks'
import type { PlannedChange, Session } from '../../app/workspaces/session'
import { EDGE_RULE, type EdgeLook, type EdgeProposal } from '../../domain/proposal/edge'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import type { RecordKinds, RecordOf } from '../../domain/workspace/record-kinds'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { dependentsIn } from './clues/known-edges'
import { byWorth, proposeEdges } from './clues/propose-edges'
import { requestsInUse } from './requests-in-use'
import type { FoundBefore } from './clues/search-anew'

/** What the last look of this program found by meaning: after an edit most of it holds. */
const foundBefore = new WeakMap<Session, FoundBefore>()

/**
 * Looks through the catalog as it is now, and keeps what is found in the place of the last look.
 */
export async function takeLook(
  context: AppContext,
  { session, dir }: { session: Session; dir: string },
  call: Call,
): Promise<EdgeLook> {
  const { embedder } = await withWorkspaceModels(context, dir).settings.read()
  const { edgeDecisions } = await session.store.read('edgeDecisions')
  const requests = await requestsInUse(context, { session, dir })
  const { k } = await worksWith(context, dir)
  const taken = await session.withCatalog(async (catalog, state) => {
    await catalog.renew(embedder, call.signal)
    const change = await lastChangeAt({ session, state })
    const { fingerprint } = await context.embedders.open(embedder, call.signal)
    const { proposals, annotated, remarks, found } = await proposeEdges(
      {
        kit: catalog.kit(embedder),
        decisions: edgeDecisions,
        before: foundBefore.get(session),
        inUse: { requests, k },
      },
      {
        signal: call.signal,
        prepare: prepareCall(context, dir, call),
        pause: yieldToEventLoop(context.clock, call.signal),
        onProgress: (what, done, total) => call.emit({ what, done, total }),
      },
    )
    foundBefore.set(session, found)
    return {
      id: randomUUID(),
      at: context.clock.timestamp(),
      tools: catalog.tools.length,
      found: proposals.length,
      annotated,
      remarks,
      rule: EDGE_RULE,
      proposals,
      on: {
        catalog: state.catalog,
        ...(change !== undefined && { change }),
        embedder,
        fingerprint,
      },
    }
  })
  return session.change(() => lookChange(session, taken))
}

/**
 * Adds proposals to the last look, which has another id then; of a pair that it has already, these.
 */
export async function addToLook(
  session: Session,
  more: readonly EdgeProposal[],
): Promise<EdgeLook> {
  return session.change(async (catalog) => {
    const { info, proposals } = await neededLook(session)
    const all = [...new Map([...proposals, ...byPair(more)]).values()]
    const edges = new Map(catalog.tools.map((entry) => [idOf(entry), dependenciesOf(entry)]))
    const sorted = byWorth(all, { dependents: dependentsIn(edges) })
    return lookChange(session, { ...info, id: randomUUID(), found: all.length, proposals: sorted })
  })
}

/** The change that keeps a look in the place of the last one, which it answers. */
async function lookChange(
  { store }: Session,
  look: RecordOf<RecordKinds['edgeLooks']>,
): Promise<PlannedChange<EdgeLook>> {
  const { proposals: _, ...answer } = look
  const remove = (await store.read('edgeLooks')).edgeLooks.map(({ id }) => id)
  return { edgeLooks: { put: [look], remove }, answer }
}
