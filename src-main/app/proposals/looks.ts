import { randomUUID } from 'node:crypto'
import { EDGE_RULE } from '../../authoring/edges/edge-clues'
import { byWorth, proposeEdges } from '../../authoring/edges/propose-edges'
import { dependentsIn } from '../../authoring/edges/known-edges'
import type { FoundBefore } from '../../authoring/edges/search-anew'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import { edgeKey } from '../../domain/proposal/edge-decision'
import type { EdgeLook, EdgeProposal } from '../../domain/proposal/edge'
import { Problem } from '../../domain/problem'
import type { RecordKinds, RecordOf } from '../../domain/workspace/record-kinds'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { lastChangeAt } from '../changes/stored-changes'
import { withWorkspaceModels } from '../models/workspace-models'
import { prepareCall } from '../knowledge/prepare-call'
import { memoPerCommit } from '../workspaces/memo-per-commit'
import type { PlannedChange, Session } from '../workspaces/session'

/** What the last look through a catalog found. */
export interface Look {
  info: EdgeLook
  /** By falling worth, by their key. */
  proposals: ReadonlyMap<string, EdgeProposal>
}

/**
 * The last look through a workspace by any program; undefined where none was taken, or it cannot be
 * read any more.
 */
export function lastLook(session: Session): Promise<Look | undefined> {
  const read = readers.get(session) ?? lookReader(session)
  readers.set(session, read)
  return read()
}

const readers = new WeakMap<Session, () => Promise<Look | undefined>>()

function lookReader(session: Session): () => Promise<Look | undefined> {
  let last: Look | undefined
  return memoPerCommit(session, async () => (last = await readLook(session, last)))
}

/** @param known a look that was read before: its proposals are not read again */
async function readLook(session: Session, known: Look | undefined): Promise<Look | undefined> {
  const { store } = session
  const [info] = (await store.read('edgeLooks')).edgeLooks
  if (!info || info.id === known?.info.id) return info && known
  try {
    const proposals = await store.members('edgeLooks', info.id)
    return { info, proposals: keyed(proposals) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Another program looked between the two reads.
    if (error.code === 'not-found') return readLook(session, known)
    if (error.code === 'unreadable') return undefined
    throw error
  }
}

/**
 * The last look.
 * @throws Problem `not-found` where there is none, `conflict` where it is not the one with this id
 */
export async function neededLook(session: Session, id?: string): Promise<Look> {
  const look = await lastLook(session)
  if (!look) throw noLook()
  if (id !== undefined && look.info.id !== id) throw otherLook()
  return look
}

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
  const taken = await session.withCatalog(async (catalog, state) => {
    await catalog.renew(embedder, call.signal)
    const change = await lastChangeAt({ session, state })
    const { fingerprint } = await context.embedders.open(embedder, call.signal)
    const { proposals, annotated, remarks, found } = await proposeEdges(
      { kit: catalog.kit(embedder), decisions: edgeDecisions, before: foundBefore.get(session) },
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
  return session.change(() => storedLook(session, taken))
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
    const all = [...new Map([...proposals, ...keyed(more)]).values()]
    const edges = new Map(catalog.tools.map((entry) => [idOf(entry), dependenciesOf(entry)]))
    const sorted = byWorth(all, { dependents: dependentsIn(edges) })
    return storedLook(session, { ...info, id: randomUUID(), found: all.length, proposals: sorted })
  })
}

/** The change that keeps a look in the place of the last one, which it answers. */
async function storedLook(
  { store }: Session,
  look: RecordOf<RecordKinds['edgeLooks']>,
): Promise<PlannedChange<EdgeLook>> {
  const { proposals: _, ...answer } = look
  const remove = (await store.read('edgeLooks')).edgeLooks.map(({ id }) => id)
  return { edgeLooks: { put: [look], remove }, answer }
}

const keyed = (proposals: readonly EdgeProposal[]): Map<string, EdgeProposal> =>
  new Map(proposals.map((each) => [edgeKey(each.from, each.edge.on), each]))

const noLook = (): Problem =>
  new Problem(
    'not-found',
    'No edges are proposed yet.',
    'Look for edges first: in the window under Improve, or with pegboard propose-edges.',
  )

const otherLook = (): Problem =>
  new Problem(
    'conflict',
    'The edges were proposed again meanwhile. Nothing was decided.',
    'Look at the proposals as they are now, and decide again.',
  )
