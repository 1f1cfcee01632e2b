import type { Tier } from '../../domain/query/tier'
import { KINDS, type Kind } from './shared/answers'

const BY_TIER: Partial<Record<Tier, Kind>> = {
  exact: 'plain',
  paraphrased: 'plain',
  vague: 'everyday',
}

/**
 * Whether a query is worded plainly, near the words of the tools, or as everyday people say it:
 * what its tag `plain` or `everyday` says, in any case of letters, else its tier. Where it has both
 * tags, they say nothing. One that asks for several things, is in another language or is answered
 * by no tool is neither, unless it is tagged.
 */
export function kindOf({
  tier,
  isByHand,
  tags,
}: {
  tier: Tier
  isByHand: boolean
  tags: readonly string[]
}): { kind: Kind; isByHand: boolean } | undefined {
  const written = new Set(tags.map((tag) => tag.trim().toLowerCase()))
  const tagged = KINDS.filter((kind) => written.has(kind))
  const [only] = tagged
  if (only !== undefined && tagged.length === 1) return { kind: only, isByHand: true }
  const kind = BY_TIER[tier]
  return kind && { kind, isByHand }
}
