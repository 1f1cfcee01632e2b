/**
 * What proposals are bounded by. Characters of one text; a model's answer is refused beyond them.
 */
export const TEXT_PROPOSALS = {
  most: 50_000,
  mostSeen: 200,
  longestReason: 500,
  longest: { description: 4000, whenToUse: 2000, limits: 2000, parameter: 1000, entry: 500 },
  mostEntries: 50,
}
