/** Nearly all text is this, and needs no closer look. */
const PLAIN = /^[\t\n\r -~]*$/

/** Control characters except tab and line ends, which descriptions may use. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu

/**
 * Characters that show nothing but change what is matched or how text reads: zero-width spaces, direction marks and
 * overrides (Unicode TR 36), soft hyphens, and the tag block, which can hide a whole instruction from a reader.
 */
const INVISIBLE =
  /[\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu

/** Joiners, except where a script or an emoji sequence needs them to be written correctly. */
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u{200c}\u{200d}]/gu

const LINE_BREAKS = /[\t\n\r\u{2028}\u{2029}]+/gu

/** `text` without control, zero-width and direction-changing characters; lone surrogates become U+FFFD. */
export const cleanText = (text: string): string => (PLAIN.test(text) ? text : withoutHidden(text))

const withoutHidden = (text: string): string =>
  text.toWellFormed().replace(CONTROL, '').replace(INVISIBLE, '').replace(STRAY_JOINER, '')

/** A name or title: one line, without the characters {@link cleanText} removes and without outer spaces. */
export const cleanLine = (text: string): string => cleanText(text).replace(LINE_BREAKS, ' ').trim()
