import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'

/** Files made for the user to take away, fetched piece by piece. */
export interface Exports {
  offer(name: string, bytes: Uint8Array): { file: string; name: string; size: number }
  /** @throws Problem `not-found` for a file that is not, or no longer, on offer. */
  read(file: string, offset: number): { bytes: string; next?: number }
}

const PIECE_BYTES = 3 * 1024 * 1024
/** Files nobody fetched make room for newer ones. */
const MOST_ON_OFFER = 8

export function openExports(): Exports {
  const offered = new LRUCache<string, Uint8Array>({ max: MOST_ON_OFFER })
  return {
    offer(name, bytes) {
      const file = randomUUID()
      offered.set(file, bytes)
      return { file, name, size: bytes.byteLength }
    },
    read(file, offset) {
      const bytes = offered.get(file)
      if (!bytes) {
        throw new Problem('not-found', 'This file is no longer on offer.', 'Export it again.')
      }
      const next = offset + PIECE_BYTES
      const piece = Buffer.from(bytes.subarray(offset, next)).toString('base64')
      if (next < bytes.byteLength) return { bytes: piece, next }
      offered.delete(file)
      return { bytes: piece }
    },
  }
}
