import type { Table } from '@lancedb/lancedb'
import type { WorkspaceStore } from '../../../ports/workspace-store'
import { keysByText } from '../vectors/keys-by-text'
import { MOST_IN_MEMORY } from '../vectors/document-tables'
import { diskVectorIndex } from '../vectors/disk-vector-index'
import { readHashes, readVectors, scanRows } from '../vectors/stored-vectors'
import { rowSum } from '../tables/row-sum'
import { changed } from './snapshot-problem'
import { patientlyEach } from './place'
import { reading } from './reading'

/** The vectors that were published along, of one embedder. */
export interface PublishedVectors extends Pick<
  WorkspaceStore,
  'vectors' | 'storedHashes' | 'vectorIndex' | 'hasOnlyOtherEmbeddersDocuments'
> {
  /** Whose they are. */
  fingerprint: string | undefined
}

/**
 * Vectors up to this size are read with their snapshot, so that it answers whatever becomes of its
 * store.
 */
const MOST_HELD_BYTES = 128 << 20

/** Whether they are read with their snapshot. */
export const fitInMemory = ({
  rows,
  dimensions,
}: Pick<Documents, 'rows' | 'dimensions'>): boolean =>
  rows * dimensions * Float32Array.BYTES_PER_ELEMENT <= MOST_HELD_BYTES

interface Documents {
  fingerprint: string
  rows: number
  dimensions: number
  /** Of all rows, see {@link RowSum}. */
  sum?: string | undefined
  number: number
  address: string
  open(): Promise<Table>
}

export async function readPublishedVectors(
  documents: Documents | undefined,
): Promise<PublishedVectors> {
  if (!documents) return withoutVectors
  const { rows, dimensions, fingerprint } = documents
  const withTable = reading(documents)
  const held = fitInMemory(documents)
    ? await withTable(async (table) => allVectors(table, documents))
    : undefined
  let hashes: Promise<Set<string>> | undefined
  const known = async (): Promise<Pick<Set<string>, 'has'>> => {
    if (held) return held
    hashes ??= withTable(async (table) => new Set(await readHashes(table)))
    hashes.catch(() => (hashes = undefined))
    return hashes
  }
  return {
    fingerprint,
    async vectors(of, wanted) {
      if (of !== fingerprint) return new Map()
      if (!held) return withTable((table) => readVectors(table, wanted))
      return new Map(
        [...wanted].flatMap((hash) => {
          const vector = held.get(hash)
          return vector ? [[hash, vector] as const] : []
        }),
      )
    },
    async storedHashes(of, wanted) {
      if (of !== fingerprint) return new Set()
      const there = await known()
      return new Set([...wanted].filter((hash) => there.has(hash)))
    },
    vectorIndex: async (of, keys, pooling = 'best') => ({
      ...diskVectorIndex({
        texts: keysByText(keys),
        pooling,
        mostInMemory: MOST_IN_MEMORY,
        dimensions,
        rows: of === fingerprint ? rows : 0,
        withTable,
      }),
      // A later snapshot has a table of its own.
      isInPlace: true,
    }),
    hasOnlyOtherEmbeddersDocuments: async (of) => of !== fingerprint,
  }
}

const withoutVectors: PublishedVectors = {
  fingerprint: undefined,
  vectors: async () => new Map(),
  storedHashes: async () => new Set(),
  vectorIndex: async (_, keys, pooling = 'best') =>
    diskVectorIndex({
      texts: keysByText(keys),
      pooling,
      mostInMemory: 0,
      dimensions: 0,
      rows: 0,
      withTable: () => Promise.reject(new Error('There are no vectors.')),
    }),
  hasOnlyOtherEmbeddersDocuments: async () => false,
}

/** Views into memory as it was read: nothing of it is copied. */
async function allVectors(
  table: Table,
  { address, number, sum: published }: Documents,
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>()
  const waiting = { address, what: 'Reading from' }
  const sum = rowSum(['hash', 'vector'])
  const onBatch = published === undefined ? undefined : sum.add
  for await (const rows of patientlyEach(scanRows(table, onBatch), waiting)) {
    for (const { hash, vector } of rows) found.set(hash, vector)
  }
  if (published !== undefined && sum.text() !== published)
    throw changed(number, address, 'documents')
  return found
}
