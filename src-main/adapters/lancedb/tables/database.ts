import type { Connection, ConnectionOptions, Session } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'

/** A cache for index parts and one for metadata, shared by all databases: LanceDB's own defaults are 6 GB and 1 GB. */
const INDEX_CACHE_BYTES = 512n << 20n
const METADATA_CACHE_BYTES = 64n << 20n

let shared: Session | undefined

/**
 * LanceDB itself, loaded on first use: its native library takes a while, and reads its log level only once.
 * @throws Problem `unavailable` where its module for this system is not installed or does not load.
 */
export async function lancedb(): Promise<typeof import('@lancedb/lancedb')> {
  process.env['LANCEDB_LOG'] ??= 'error'
  return import('@lancedb/lancedb').catch(() => {
    throw new Problem(
      'unavailable',
      `The store cannot be opened: LanceDB’s module for ${process.platform} ${process.arch} is not installed, or does not load here.`,
      'Install Pegboard again with its optional packages. LanceDB has modules for Linux and Windows, and for macOS on Apple processors.',
    )
  })
}

/** The tables of a folder or of an address; `caches` holds what is read of them, one for all databases if not given. */
export async function openDatabase(
  place: string,
  caches?: Session,
  options: Partial<ConnectionOptions> = {},
): Promise<Connection> {
  const { connect, Session } = await lancedb()
  // As an option: as an argument of its own, which the types allow as well, it would be ignored.
  const session = caches ?? (shared ??= new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES))
  return connect(place, { ...options, session })
}
