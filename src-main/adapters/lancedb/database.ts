import type { Connection, Session } from '@lancedb/lancedb'

/** A cache for index parts and one for metadata, shared by all databases: LanceDB's own defaults are 6 GB and 1 GB. */
const INDEX_CACHE_BYTES = 256n << 20n
const METADATA_CACHE_BYTES = 64n << 20n

let session: Session | undefined

/** LanceDB itself, loaded on first use: its native library takes a while, and reads its log level only once. */
export async function lancedb(): Promise<typeof import('@lancedb/lancedb')> {
  process.env['LANCEDB_LOG'] ??= 'error'
  return import('@lancedb/lancedb')
}

export async function openDatabase(folder: string): Promise<Connection> {
  const { connect, Session } = await lancedb()
  session ??= new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES)
  return connect(folder, {}, session)
}
