import { CONTROL, INVISIBLE, STRAY_JOINER } from '../../domain/hidden-characters'

/** Nearly all text is this, and needs no closer look. */
const PLAIN = /^[\t\n\r -~]*$/

const LINE_BREAKS = /[\t\n\r\u{2028}\u{2029}]+/gu

/** `text` without control, zero-width and direction-changing characters; lone surrogates become U+FFFD. */
export const cleanText = (text: string): string => (PLAIN.test(text) ? text : withoutHidden(text))

const withoutHidden = (text: string): string =>
  text.toWellFormed().replace(CONTROL, '').replace(INVISIBLE, '').replace(STRAY_JOINER, '')

/** A name or title: one line, without the characters {@link cleanText} removes and without outer spaces. */
export const cleanLine = (text: string): string => cleanText(text).replace(LINE_BREAKS, ' ').trim()
