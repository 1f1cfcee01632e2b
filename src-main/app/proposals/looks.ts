import { edgeKey } from '../../domain/proposal/edge-decision'
import type { EdgeLook, EdgeProposal } from '../../domain/proposal/edge'
import { Problem } from '../../domain/problem'
import { memoPerCommit } from '../workspaces/memo-per-commit'
import type { Session } from '../workspaces/session'

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
    return { info, proposals: byPair(proposals) }
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

/** Proposals by their pair of tools. */
export const byPair = (proposals: readonly EdgeProposal[]): Map<string, EdgeProposal> =>
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
