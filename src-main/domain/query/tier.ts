/** How a request is worded, as against what the right tool says of itself. */
export const TIERS = [
  'exact',
  'paraphrased',
  'vague',
  'compound',
  'other-language',
  'none',
] as const
export type Tier = (typeof TIERS)[number]

const isTier = (text: string): text is Tier => (TIERS as readonly string[]).includes(text)

export const TIER_NAMES: Readonly<Record<Tier, string>> = {
  exact: 'Exact',
  paraphrased: 'Paraphrased',
  vague: 'Vague',
  compound: 'Compound',
  'other-language': 'In another language',
  none: 'No tool fits',
}

export const TIER_MEANINGS: Readonly<Record<Tier, string>> = {
  exact: 'says the name of a right tool',
  paraphrased: 'shares words with what a right tool says',
  vague: 'shares hardly a word with what the right tools say',
  compound: 'asks for several things, or needs several tools',
  'other-language': 'is not in English',
  none: 'is answered by no tool',
}

/** Before the name of a tier in the tag by which a person gives it: `tier:vague`. */
const MARK = 'tier:'

export const tierTag = (tier: Tier): string => MARK + tier

/** The tiers that a query’s tags give it; the rule tells it where there is none. */
export const tiersTagged = (tags: readonly string[] = []): Tier[] =>
  tags
    .filter((tag) => tag.startsWith(MARK))
    .map((tag) => tag.slice(MARK.length).trim())
    .filter(isTier)

/** What is wrong with the tiers that tags give a query. */
export function tierFaults(tags: readonly string[] = [], tools: readonly unknown[]): string[] {
  const given = [...new Set(tiersTagged(tags))]
  const unknown = tags.filter((tag) => tag.startsWith(MARK) && tiersTagged([tag]).length === 0)
  return [
    ...unknown.map((tag) => `“${tag}” names no tier; there are ${TIERS.join(', ')}.`),
    ...(given.length > 1 ? [`A query has one tier, not ${given.join(' and ')}.`] : []),
    ...(given.includes('none') && tools.length > 0
      ? ['Its tier says that no tool fits, and it names some.']
      : []),
    ...(given.some((tier) => tier !== 'none') && tools.length === 0
      ? [`It names no tool, so its tier is ${tierTag('none')}.`]
      : []),
  ]
}

/**
 * The id of a run, and the tier of the queries that are looked at, where not all are:
 * `5f0c…:vague`.
 */
export function partOfId(id: string): { run: string; tier?: Tier } {
  const at = id.lastIndexOf(':')
  const tier = id.slice(at + 1)
  return at > 0 && isTier(tier) ? { run: id.slice(0, at), tier } : { run: id }
}

export const idOfPart = (run: string, tier: Tier | undefined): string =>
  tier === undefined ? run : `${run}:${tier}`
