/** Where a sentence or a line ends, with what closes it. */
const END = /[.!?…]["”’')\]]*(?=\s|$)|[。！？]|\n/gu

/**
 * The beginning of a text, of `most` characters at most: whole sentences, or where they would be
 * less than half of that, whole words with `…` behind them.
 */
export function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text
  // One more, which tells whether a sentence ends before it.
  const beginning = text.slice(0, most + 1)
  const ends = [...beginning.matchAll(END)].map(({ index, 0: end }) => index + end.length)
  const last = ends.findLast((end) => end <= most) ?? 0
  if (last > most / 2) return text.slice(0, last).trimEnd()
  const words = text.slice(0, most).replace(/\s\S*$/u, '')
  return `${inWhole(words.slice(0, most - 1))}…`
}

/** A text that was cut, without half of a character at its end. */
export const inWhole = (text: string): string => text.replace(/[\ud800-\udbff]$/, '').trimEnd()
