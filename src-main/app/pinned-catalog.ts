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

/** Does work with the catalog as of now. */
export async function withPinnedCatalog<Result>(
  context: AppContext,
  dir: string,
  work: (pinned: Pinned) => Promise<Result>,
): Promise<Result> {
  const session = await context.sessions.of(dir)
  const { catalog, revision } = await catalogOfNow(session)
  const pinned: Session = { ...session, catalog: () => Promise.resolve(catalog) }
  const sessions = { ...context.sessions, of: () => Promise.resolve(pinned) }
  return work({ context: { ...context, sessions }, session, catalog, revision })
}

async function catalogOfNow(session: Session): Promise<{ catalog: Catalog; revision: number }> {
  const { revision } = await session.store.info()
  const catalog = await session.catalog()
  const after = await session.store.info()
  return after.revision === revision ? { catalog, revision } : catalogOfNow(session)
}
