/** Some vectors by the hash of their text: those last kept, as many as fit. */
export interface RecentVectors {
  get(hash: string): Float32Array | undefined
  /** Keeps a copy. */
  keep(hash: string, vector: Float32Array): void
}

export function recentVectors(dimensions: number, mostBytes: number): RecentVectors {
  const most = Math.floor(mostBytes / Math.max(1, dimensions * Float32Array.BYTES_PER_ELEMENT))
  const kept = new Map<string, Float32Array>()
  return {
    get: (hash) => kept.get(hash),
    keep(hash, vector) {
      const copy = kept.get(hash) ?? vector.slice()
      kept.delete(hash)
      kept.set(hash, copy)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
    },
  }
}
