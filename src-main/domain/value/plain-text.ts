/**
 * What a terminal or a window would obey rather than show: control characters, among them the
 * escape that begins a terminal's commands, and the marks that turn the direction of writing, with
 * which one name can be made to look like another.
 */
const OBEYED = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

const asWritten = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/**
 * One line of text that shows as what it is: white space is one blank, and what would be obeyed is
 * written out as `\u202e`.
 */
export const plainText = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(OBEYED, asWritten)

/**
 * Lines of text that show as what they are: all that would be obeyed is written out, but for line
 * ends and tabs.
 */
export const plainLines = (text: string): string =>
  text.replace(OBEYED, (character) =>
    character === '\n' || character === '\t' ? character : asWritten(character),
  )
