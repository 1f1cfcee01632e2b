import type { Tier } from '../../../domain/query/tier'
import type { Estimate } from '../../../domain/run/run'

/** The queries of one tier, and how runs did on them. */
export interface TierRow {
  tier: Tier
  /**
   * In the order asked for, without those that measured none of them or hold no tool sets for the
   * k.
   */
  runs: {
    run: string
    queries: number
    /** How many of them a person gave the tier. */
    byHand: number
    recall: Estimate
  }[]
}

/** What each tier says of runs at one k; without k, of whole sets. */
export interface RecallByTier {
  k?: number
  rows: TierRow[]
}
