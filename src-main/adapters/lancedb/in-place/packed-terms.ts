import type { CountedText } from './term-statistics'

/** The terms of a text with what each counts, `flight 2 book 1`: no term holds a space. */
export const packTerms = ({ frequencies }: CountedText): string =>
  [...frequencies].map(([term, frequency]) => `${term} ${frequency}`).join(' ')

export function unpackTerms(packed: string): CountedText {
  const frequencies = new Map<string, number>()
  const words = packed === '' ? [] : packed.split(' ')
  let length = 0
  words.forEach((term, at) => {
    if (at % 2 === 1) return
    const frequency = Number(words[at + 1])
    frequencies.set(term, frequency)
    length += frequency
  })
  return { length: Math.fround(length), frequencies }
}

/**
 * The terms as full-text search counts them: as often as they count, in whole numbers, and once at
 * least.
 */
export const repeatedTerms = ({ frequencies }: CountedText): string =>
  [...frequencies]
    .flatMap(([term, frequency]) => Array<string>(Math.max(1, Math.round(frequency))).fill(term))
    .join(' ')
