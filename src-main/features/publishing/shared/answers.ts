import type { PublishedSnapshot } from '../../../domain/workspace/published'

export interface PublishAnswer {
  address: string
  snapshot: PublishedSnapshot
  /** Vectors that went along: without them, whoever reads embeds the catalog. */
  vectors: number
  /** Why none went along, where that is not because nothing is embedded. */
  withoutVectors?: string
  /** Numbers of older snapshots that were removed. */
  removed: number[]
  elapsedMs: number
}

export interface PublishedAnswer {
  address: string
  /** The newest first. */
  snapshots: PublishedSnapshot[]
}
