/** A stop before a new beginning, so not that of “e.g. a mail”; or a line's end. */
const ENDS = /[.!?](?=\s+[^\s\p{Ll}]|\s*$)|[。！？]|\n/gu

/** The first sentence of a text within so many characters; of a longer one its beginning. */
export function firstSentence(text: string, most: number): string {
  const whole = text.trim()
  const [first = ''] = endsIn(whole, most).map((end) => whole.slice(0, end).trim())
  return first !== '' ? first : cutText(whole, most)
}

/** As many whole sentences as so many characters hold; of a longer first one its beginning. */
export function firstSentences(text: string, most: number): string {
  const whole = text.trim()
  if (whole.length <= most) return whole
  const end = endsIn(whole, most).at(-1)
  return end === undefined ? cutText(whole, most) : whole.slice(0, end).trim()
}

/** Where sentences end, after their stops. */
const endsIn = (text: string, most: number): number[] =>
  [...text.slice(0, most + 1).matchAll(ENDS)]
    .map(({ index }) => index + 1)
    .filter((end) => end <= most)

/** No half of a character that takes two. */
const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')} …`
