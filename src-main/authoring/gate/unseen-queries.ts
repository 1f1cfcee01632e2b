import type { GoldenQuery } from '../../domain/query/golden-set'
import { jaccard } from '../../domain/value/jaccard'
import { sameText } from '../../domain/value/same-text'

/** Of the words of two texts, what they share where one is nearly the other. */
const NEARLY = 0.8

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/**
 * The queries that say nothing that was seen: neither the same as one of the texts, nor nearly the
 * same words.
 */
export const unseenQueries = (
  queries: readonly GoldenQuery[],
  seen: readonly string[],
): GoldenQuery[] => queries.filter(unseenBeside(seen))

/**
 * Tells of queries whether they say nothing of what was seen; thousands of texts are looked through
 * at once.
 */
export function unseenBeside(
  seen: readonly string[],
): (query: Pick<GoldenQuery, 'text'>) => boolean {
  const texts = new Set(seen.map(sameText))
  const sets = [...texts].map(wordsOf).filter(({ size }) => size > 0)
  const counts = new Map<string, number>()
  for (const word of sets.flatMap((words) => [...words])) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const rarest = (words: ReadonlySet<string>) => rarestOf(words, counts)
  const byWord = new Map<string, ReadonlySet<string>[]>()
  for (const words of sets) {
    for (const word of rarest(words)) {
      const others = byWord.get(word)
      if (others) others.push(words)
      else byWord.set(word, [words])
    }
  }
  return ({ text }) => {
    if (texts.has(sameText(text))) return false
    const own = wordsOf(text)
    return !rarest(own).some((word) =>
      byWord.get(word)?.some((other) => jaccard(own, other) >= NEARLY),
    )
  }
}

/**
 * The rarest words of a text, as many as it takes for any text that is nearly it to have one of
 * them among its own rarest.
 */
function rarestOf(words: ReadonlySet<string>, counts: ReadonlyMap<string, number>): string[] {
  const inOrder = [...words].sort(
    (a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1),
  )
  const leastShared = Math.ceil(NEARLY * words.size - 1e-9)
  return inOrder.slice(0, words.size - leastShared + 1)
}
