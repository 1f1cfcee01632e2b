import type { LeakUse } from './run'

/** When a golden query counts as one that leaks, in words. */
export const LEAK_RULE =
  'The same: word for word, whatever case and spaces. Nearly: of all words that either has, at least 9 in 10 are in both, endings and words such as “the” aside.'

const KINDS = [
  ['questions', 'an indexed question'],
  ['examples', 'a tool’s example'],
  ['logged', 'a logged query'],
] as const

/**
 * What of the queries that were measured the workspace says itself, in words: `3 of 120 measured
 * queries say the same, or nearly, as an indexed question (2) or a logged query (1). Without them,
 * Recall@5 is 0.891`.
 * @param named the measures to tell without them, such as `Recall@5`
 */
export function leaksText(
  { queries, clean, measures, ...counts }: LeakUse,
  named: readonly string[],
): string {
  const of = `${queries} of ${queries + clean} measured queries ${queries === 1 ? 'says' : 'say'} the same, or nearly, as`
  const kinds = KINDS.flatMap(([kind, words]) =>
    counts[kind] === 0 ? [] : [`${words} (${counts[kind]})`],
  )
  const told = named.flatMap((name) => {
    const mean = measures[name]?.mean
    return mean === undefined ? [] : [`${name} is ${mean.toFixed(3)}`]
  })
  const without =
    clean === 0
      ? 'None is left without them'
      : `Without ${queries === 1 ? 'it' : 'them'}${told.length > 0 ? `, ${told.join(', ')}` : ` there are ${clean}`}`
  return `${of} ${kinds.join(' or ')}. ${without}`
}
