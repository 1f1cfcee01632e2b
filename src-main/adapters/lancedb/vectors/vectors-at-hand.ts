/** The vectors of 4,076 tools in all the forms in which recipes search them are 22 MB. */
const MOST_BYTES = 32 << 20

/** The vectors of some texts, by hash. */
type Vectors = Map<string, Float32Array>

/** Vectors of a workspace's texts that were read before, by embedder. */
export interface VectorsAtHand {
  /**
   * Those of the hashes; `readOthers` gives those that are not at hand, as far as they are stored.
   */
  of(
    fingerprint: string,
    hashes: ReadonlySet<string>,
    readOthers: (others: ReadonlySet<string>) => Promise<Vectors>,
  ): Promise<Vectors>
  /** Forgets those of an embedder, as they may be removed. */
  forget(fingerprint: string): void
}

/**
 * After an edit of one tool, all that is searched is made anew of vectors that nearly all were read
 * before. Reading a table costs LanceDB's threads several times its size, which the system's
 * allocator keeps. A hash has one vector of an embedder, whoever writes it.
 */
export function vectorsAtHand(mostBytes = MOST_BYTES): VectorsAtHand {
  const recentOf = new Map<string, RecentVectors>()
  return {
    async of(fingerprint, hashes, readOthers) {
      const found: Vectors = new Map()
      for (const hash of hashes) {
        const vector = recentOf.get(fingerprint)?.get(hash)
        if (vector) found.set(hash, vector)
      }
      const others = new Set([...hashes].filter((hash) => !found.has(hash)))
      if (others.size === 0) return found
      for (const [hash, vector] of await readOthers(others)) found.set(hash, vector)
      keep(fingerprint, found)
      return found
    },
    forget: (fingerprint) => void recentOf.delete(fingerprint),
  }

  function keep(fingerprint: string, vectors: Vectors): void {
    const [first] = vectors.values()
    // More than fit would push each other out before they are wanted again.
    if (!first || vectors.size * first.byteLength > mostBytes) return
    const recent = recentOf.get(fingerprint) ?? recentVectors(first.length, mostBytes)
    recentOf.set(fingerprint, recent)
    for (const [hash, vector] of vectors) recent.keep(hash, vector)
  }
}

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
