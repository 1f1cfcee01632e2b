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

/** Worded near the words of the tools, or as everyday people say it. */
export const KINDS = ['plain', 'everyday'] as const
export type Kind = (typeof KINDS)[number]

/** The queries of one kind, and how a run did on them. */
export interface KindCount {
  queries: number
  /** How many of them a person gave the kind, or the tier that tells it. */
  byHand: number
  /** How many of them were given all of their right tools. */
  found: number
  recall: Estimate
}

/** How a run did on plain and on everyday requests at one k; without k, of whole sets. */
export interface PlainEveryday extends Record<Kind, KindCount> {
  run: string
  k?: number
  /** Queries that are neither. */
  others: number
}
