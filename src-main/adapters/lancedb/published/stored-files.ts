import { crc32 } from 'node:zlib'
import type { Table } from '@lancedb/lancedb'
import type { CatalogName } from '../../../ports/workspace-store'
import { derivedKey, derivedOf } from '../folder/derived-files'
import { CHECKSUM } from '../vectors/stored-vectors'
import { arrowTable, laterTextsOf, numbersOf } from '../tables/arrow-tables'
import { isOneOf } from '../tables/conditions'

/** As the table of what was kept of a catalog is called, before the name of its snapshot. */
export const DERIVED = 'derived'

/** More is faster made again than read over a network. */
const MOST_BYTES = 64 << 20

/**
 * What was kept of the catalog that is published, as far as it is worth taking along; nothing where
 * that is nothing.
 */
export async function storedFiles(dir: string, of: CatalogName, without: readonly string[]) {
  const kept = await derivedOf(dir, of, { without, mostBytes: MOST_BYTES })
  if (kept.length === 0) return undefined
  return arrowTable({
    key: kept.map(({ key }) => key),
    content: { bytes: kept.map(({ content }) => content) },
    [CHECKSUM]: Int32Array.from(kept, ({ content }) => crc32(content) | 0),
  })
}

/** What was kept under a name. */
export async function readStoredFile(table: Table, name: string): Promise<Uint8Array | undefined> {
  const where = isOneOf('key', [derivedKey(name)])
  const rows = await table.query().where(where).toArrow()
  if (rows.numRows === 0) return undefined
  // Aligned for any array.
  const content = Uint8Array.from(laterTextsOf(rows, 'content')(0))
  const [checksum] = numbersOf(rows, CHECKSUM)
  return checksum === undefined || checksum === (crc32(content) | 0) ? content : undefined
}
