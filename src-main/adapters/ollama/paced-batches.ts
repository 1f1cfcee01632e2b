/** How many items to do together so that it takes about as long as wanted. */
export interface PacedBatches {
  size(): number
  /** What it took to do so many, in ms. */
  took(items: number, ms: number): void
}

/** Batches of `most` items, or of as many as are done in `wantedMs` where that is fewer; at least one. */
export function pacedBatches({ most, wantedMs }: { most: number; wantedMs: number }): PacedBatches {
  let size = most
  return {
    size: () => size,
    took(items, ms) {
      const inTime = Math.floor((items * wantedMs) / Math.max(ms, 1))
      size = Math.max(1, Math.min(most, inTime))
    },
  }
}
