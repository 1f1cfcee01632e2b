/** Words with what each weighs: the rarer among the names of a catalog, the more. */
export interface WordWeights {
  /** The share of `words`, by weight, that `others` hold; 0 of no words. */
  share(words: ReadonlySet<string>, others: ReadonlySet<string>): number
}

/**
 * Inverse document frequency over the names of a catalog.
 * @param holders how many names hold a word
 * @param names how many there are
 */
export function wordWeights(holders: (word: string) => number, names: number): WordWeights {
  const of = (word: string): number => Math.log(1 + names / (1 + holders(word)))
  return {
    share(words, others) {
      let [held, all] = [0, 0]
      for (const word of words) {
        const weight = of(word)
        all += weight
        if (others.has(word)) held += weight
      }
      return all === 0 ? 0 : held / all
    },
  }
}
