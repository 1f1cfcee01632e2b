import type { Tier } from '../domain/query/tier'

/** What a model says of how a golden query is worded. */
export interface ProposedTier {
  id: string
  text: string
  /** By tag or rule. */
  now: Tier
  tier: Tier
}
