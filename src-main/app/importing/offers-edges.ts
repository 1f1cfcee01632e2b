import { lacksEdges } from '../../domain/graph/offer'
import type { Session } from '../workspaces/session'
import type { ImportOutcome } from './planned-import'

/**
 * Whether an import that brought something is to offer a look for edges. Who has decided on proposals before knows of them,
 * and is not asked again.
 */
export async function offersEdges(
  { store, catalog }: Session,
  { difference: { added, changed } }: ImportOutcome,
): Promise<boolean> {
  if (added.length + changed.length === 0) return false
  const { edgeDecisions } = await store.read('edgeDecisions')
  return edgeDecisions.length === 0 && lacksEdges((await catalog()).tools)
}
