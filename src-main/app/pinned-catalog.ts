import type { Catalog } from './catalog'
import type { AppContext } from './handlers'
import type { Session } from './session'

/** What work sees that takes long, and must be of one and the same catalog throughout. */
export interface Pinned {
  /** Whoever asks its sessions for a catalog is given this one, whatever is committed meanwhile. */
  context: AppContext
  session: Session
  catalog: Catalog
  /** The catalog's. */
  revision: number
}

/** Does work with the catalog as of now; what it searches stays open until the work is done. */
export async function withPinnedCatalog<Result>(
  context: AppContext,
  dir: string,
  work: (pinned: Pinned) => Promise<Result>,
): Promise<Result> {
  const session = await context.sessions.of(dir)
  const before = await session.store.state()
  const done = await session.withCatalog(async (catalog) => {
    const { commit, revision } = await session.store.state()
    // Committed to in between: whose revision the catalog is cannot be told.
    if (commit !== before.commit) return undefined
    const pinned: Session = {
      ...session,
      catalog: () => Promise.resolve(catalog),
      withCatalog: (inner) => inner(catalog),
    }
    const sessions = { ...context.sessions, of: () => Promise.resolve(pinned) }
    return { result: await work({ context: { ...context, sessions }, session, catalog, revision }) }
  })
  return done ? done.result : withPinnedCatalog(context, dir, work)
}
