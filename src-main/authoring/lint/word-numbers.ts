/** Words as numbers: a list of numbers takes a fraction of what a list of words does. */
export interface WordNumbers {
  numberOf(word: string): number
  wordOf(number: number): string
  readonly size: number
}

export function wordNumbers(): WordNumbers {
  const numbers = new Map<string, number>()
  const words: string[] = []
  return {
    numberOf(word) {
      const known = numbers.get(word)
      if (known !== undefined) return known
      numbers.set(word, words.length)
      return words.push(word) - 1
    },
    wordOf: (number) => words[number] as string,
    get size() {
      return words.length
    },
  }
}

/**
 * Chunks between white space that are remembered; a catalog of thousands of tools has some ten
 * thousand different ones.
 */
const MOST_CHUNKS = 200_000
/**
 * Characters of the longest that is remembered: a longer part of a text holds all of that text in
 * memory, and is rarely met again.
 */
const LONGEST_CHUNK = 12

/**
 * Numbers the words of texts, each word once, where nothing that is done to a text looks across
 * white space.
 */
export function textNumberer(
  wordsOf: (chunk: string) => readonly string[],
  { numberOf }: WordNumbers,
): (text: string) => Int32Array {
  const known = new Map<string, readonly number[]>()
  const ofChunk = (chunk: string): readonly number[] => {
    if (known.size === MOST_CHUNKS) known.clear()
    const numbers = wordsOf(chunk).map(numberOf)
    if (chunk.length <= LONGEST_CHUNK) known.set(chunk, numbers)
    return numbers
  }
  return (text) => {
    const all = new Set<number>()
    for (const chunk of text.split(/\s+/)) {
      for (const number of known.get(chunk) ?? ofChunk(chunk)) all.add(number)
    }
    const numbers = new Int32Array(all.size)
    let at = 0
    for (const number of all) numbers[at++] = number
    return numbers
  }
}

/** The words of a text, each once, in the order in which they first stand in it. */
export const numbered = (words: Iterable<string>, { numberOf }: WordNumbers): Int32Array =>
  Int32Array.from(new Set(words), numberOf)
