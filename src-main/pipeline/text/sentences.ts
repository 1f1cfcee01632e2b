/** The fewest characters of a sentence: “e.g.” and “v. 2” end none. */
const SHORTEST = 12
/** Characters of a first sentence; a text without an end of a sentence is cut at a word. */
export const LONGEST_FIRST = 240
/**
 * Characters after which a sentence ends whatever it says: one word of a megabyte is no sentence.
 */
const LONGEST = 2_000

/**
 * Where a sentence may end: at a mark before white space, at one that needs none, at the end of a
 * line.
 */
const END = /[.!?]+(?=\s|$)|[。！？]+|\n+/gu

/**
 * The sentences of a text in order, without white space around them. Takes time in proportion to
 * the text.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  const add = (end: number) => {
    const sentence = text.slice(start, end).trim()
    if (sentence !== '') sentences.push(sentence)
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length
    while (end - start > LONGEST) add(start + LONGEST)
    if (end - start >= SHORTEST) add(end)
  }
  while (text.length - start > LONGEST) add(start + LONGEST)
  add(text.length)
  return sentences
}

/** A sentence as it is compared with others: case and white space make no difference. */
export const comparable = (sentence: string): string => sentence.toLowerCase().replace(/\s+/g, ' ')

/** The first sentence and what is left of it where it is too long. */
export function firstCut(sentence: string): [first: string, rest: string] {
  if (sentence.length <= LONGEST_FIRST) return [sentence, '']
  const blank = sentence.lastIndexOf(' ', LONGEST_FIRST)
  const end = blank > LONGEST_FIRST / 2 ? blank : LONGEST_FIRST
  return [sentence.slice(0, end).toWellFormed(), sentence.slice(end).trim().toWellFormed()]
}
