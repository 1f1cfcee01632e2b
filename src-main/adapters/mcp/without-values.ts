/** Shorter ones, such as `1` or `en`, are no secrets, and stand in many words. */
const SHORTEST = 4

/**
 * Texts in which none of the values stands that a server was given: what it says may hold them. Of
 * a header such as `Bearer 1a2b` the words are taken out as well.
 */
export function withoutValues(values: readonly string[]): (text: string) => string {
  const words = values.flatMap((value) => [value, value.trim(), ...value.trim().split(/\s+/)])
  const known = [...new Set(words)].filter(
    (word) => word.length >= SHORTEST && !/^(bearer|basic|token)$/i.test(word),
  )
  // Of two that begin alike, the longer one.
  const longest = known.sort((one, other) => other.length - one.length)
  return (text) => longest.reduce((left, word) => left.replaceAll(word, '•••'), text)
}
