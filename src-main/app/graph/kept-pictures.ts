import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import { counting } from '../requests/call-progress'
import type { Catalog } from '../catalog/catalog'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import { graphOf } from './catalog-graph'
import { graphPicture, type GraphPicture, type PlacesByTool } from './graph-picture'

/** Pictures of graphs, each made once for a commit; the next one of a workspace begins with the places of the last. */
export interface KeptPictures {
  of(session: Session, catalog: Catalog, call: Call): Promise<GraphPicture>
}

export function keptPictures({ clock }: Pick<AppContext, 'clock'>): KeptPictures {
  const made = new WeakMap<Catalog, GraphPicture>()
  const last = new WeakMap<Session, PlacesByTool>()
  return {
    async of(session, catalog, call) {
      const known = made.get(catalog)
      if (known) return known
      const picture = await graphPicture(await graphOf(catalog), {
        before: last.get(session),
        pause: yieldToEventLoop(clock, call.signal),
        onStep: counting(call.emit, 'Placing the tools', 'steps'),
      })
      made.set(catalog, picture)
      last.set(session, new Map(picture.tools.map(({ id, x, y }) => [id, [x, y] as const])))
      return picture
    },
  }
}
