/** How well a name fits what is typed, best first. */
export const MATCH = { exact: 0, prefix: 1, words: 2, within: 3, elsewhere: 4 } as const
export type MatchRank = (typeof MATCH)[keyof typeof MATCH]

/**
 * Ranks names against what is typed: the same, beginning with it, its words beginning with the
 * typed ones, holding all of them, or holding them only together with what else is said. Undefined
 * where a typed word occurs nowhere. Case and what stands between words do not matter: `send
 * message` is `send_message` and `sendMessage`.
 */
export function matchRank(typed: string): (name: string, rest?: string) => MatchRank | undefined {
  const soughtWords = wordsOf(typed)
  const sought = soughtWords.join(' ')
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return (name, rest = '') => {
    const words = wordsOf(name)
    const text = words.join(' ')
    const raw = name.toLowerCase()
    if (sought && text === sought) return MATCH.exact
    if (sought && text.startsWith(sought)) return MATCH.prefix
    if (sought && soughtWords.every((part) => words.some((word) => word.startsWith(part)))) {
      return MATCH.words
    }
    if (parts.every((part) => raw.includes(part))) return MATCH.within
    const all = `${raw} ${rest.toLowerCase()}`
    return parts.every((part) => all.includes(part)) ? MATCH.elsewhere : undefined
  }
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
