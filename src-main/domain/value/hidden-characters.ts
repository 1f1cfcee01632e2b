/** Control characters except tab and line ends, which descriptions may use. */
export const CONTROL = /(?![\t\n\r])\p{Cc}/gu

/**
 * Characters that show nothing but change what is matched or how text reads: zero-width spaces,
 * direction marks and overrides (Unicode TR 36), soft hyphens, fillers, and the tag block, which
 * can hide a whole instruction from a reader.
 */
export const INVISIBLE =
  /\u{34f}|\u{17b4}|\u{17b5}|[\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu

/** Joiners, except where a script or an emoji sequence needs them to be written correctly. */
export const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u{200c}\u{200d}]/gu

/**
 * Selectors of a variant that no character can have: a second one in a row, and those of ideographs
 * behind anything else. A row of them can hold a whole text.
 */
export const STRAY_SELECTOR =
  /(?<=\p{Variation_Selector})\p{Variation_Selector}|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu

const PLAIN = /^[\t\n\r -~]*$/

/** `text` without characters that show nothing and should not be there. */
export const withoutHidden = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replace(INVISIBLE, '').replace(STRAY_JOINER, '').replace(STRAY_SELECTOR, '')

/** A flag is a black flag with a region in tags behind it, and shows as one. */
const FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f}/gu
/** Turns the direction of writing of every letter, so that a text reads other than it is. */
const OVERRIDING = /[\u202d\u202e]/u
/** Begins or ends a part of its own direction, as libraries put it around names. */
const DIRECTED = /[\u202a-\u202c\u2066-\u2069]/gu
const END_OF_EMBEDDING = '\u202c'
const END_OF_ISOLATE = '\u2069'

/** Whether marks turn the direction of writing, and not of a part alone that they end. */
function turnsWriting(text: string): boolean {
  if (OVERRIDING.test(text)) return true
  const open: string[] = []
  for (const [mark] of text.matchAll(DIRECTED)) {
    const isEnd = mark === END_OF_EMBEDDING || mark === END_OF_ISOLATE
    if (!isEnd) open.push(mark < '\u2066' ? END_OF_EMBEDDING : END_OF_ISOLATE)
    else if (open.pop() !== mark) return true
  }
  return open.length > 0
}

/** Characters of a hidden alphabet: each stands for one of ASCII, and shows nothing. */
const TAGS = /[\u{e0020}-\u{e007e}]{2,}/u
/** So many characters in a row that show nothing are no slip of a copy. */
const RUN =
  /(?:[\u{ad}\u{180e}\u{200b}-\u{200f}\u{2060}-\u{2064}\u{feff}]|\p{Variation_Selector}){6,}/u

/** Without flags, whose regions are written in the hidden alphabet. */
export const withoutFlags = (text: string): string => text.replace(FLAG, '')

/** How a text hides what it says from those who read it, if it does. */
export function hidesBy(text: string): 'tags' | 'turning' | 'run' | undefined {
  if (PLAIN.test(text)) return undefined
  const told = withoutFlags(text)
  if (TAGS.test(told)) return 'tags'
  if (turnsWriting(told)) return 'turning'
  return RUN.test(told) ? 'run' : undefined
}
