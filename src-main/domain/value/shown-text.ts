/**
 * What a reader does not see for what it is: control characters and line ends, marks that turn the
 * direction of writing, characters that show nothing, and blanks that are none of the keyboard's.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * With every character written out that a reader would not see: a line end as `\n`, others as
 * `\u202e`.
 */
export const writtenOut = (text: string): string => text.replace(UNSEEN, escaped)

const escaped = (character: string): string => SHORT[character] ?? codeOf(character)

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

export const hidesSomething = (text: string): boolean => text.search(UNSEEN) >= 0

/**
 * A text beyond doubt, on one line: as it was written, or in quotation marks with what hides in it
 * written out. Nothing that it holds can be taken for what stands around it on other lines.
 */
export function shownText(text: string): string {
  const isPlain = text !== '' && text === text.trim() && !text.startsWith('"')
  if (isPlain && !hidesSomething(text)) return text
  return `"${writtenOut(text.replace(/["\\]/g, (character) => `\\${character}`))}"`
}
