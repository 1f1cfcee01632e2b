import { INVISIBLE, STRAY_JOINER } from '../../domain/hidden-characters'

const PLAIN = /^[\t\n\r -~]*$/
/** Turns the direction of writing, so that a text reads other than it is. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u
/** Characters of a hidden alphabet: each stands for one of ASCII, and shows nothing. */
const TAGS = /[\u{e0020}-\u{e007e}]{2,}/u
/** So many characters in a row that show nothing are no slip of a copy. */
const RUN =
  /(?:[\u{ad}\u{180e}\u{200b}-\u{200f}\u{2060}-\u{2064}\u{feff}]|\p{Variation_Selector}){6,}/u
/** A flag is a black flag with a region in tags behind it, and shows as one. */
const FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f}/gu

/** What a text hides from those who read it: its words where they can be told. */
export function hiddenIn(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined
  const told = text.replace(FLAG, '')
  const tags = TAGS.exec(told)
  if (tags) return `words that show nothing: “${fromTags(told)}”`
  if (TURNING.test(told)) return 'marks that turn the direction of writing'
  if (RUN.test(told)) return 'many characters in a row that show nothing'
  return undefined
}

/** As much as a finding bears. */
const LONGEST = 200

const fromTags = (text: string): string =>
  [...text]
    .map((each) => (each.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code <= 0x7e)
    .slice(0, LONGEST)
    .map((code) => String.fromCodePoint(code))
    .join('')

/** How many characters of a text show nothing and should not be there. */
export const invisibleIn = (text: string): number =>
  PLAIN.test(text)
    ? 0
    : (text.replace(FLAG, '').match(INVISIBLE)?.length ?? 0) +
      (text.match(STRAY_JOINER)?.length ?? 0)
