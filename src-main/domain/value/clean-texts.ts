import type { JsonValue } from '../tool/tool'
import { CONTROL, hidesBy, withoutHidden } from './hidden-characters'

/** Nearly all text is this, and needs no closer look. */
const PLAIN = /^[\t\n\r -~]*$/

/**
 * `text` without control, zero-width and direction-changing characters; lone surrogates become
 * U+FFFD.
 */
export const cleanText = (text: string): string =>
  PLAIN.test(text) ? text : withoutHidden(text.toWellFormed().replace(CONTROL, ''))

/**
 * The value with all its texts cleaned of what shows nothing, and titles and descriptions of
 * control characters too; names and regular expressions stay. The very same one where nothing
 * changes.
 */
export const cleanTexts = <T extends JsonValue>(value: T): T =>
  withTexts(value, (text, key) =>
    key === 'description' || key === 'title' ? cleanText(text) : withoutHidden(text),
  )

/** The value without what hides in its texts: one with a stray character stays as it is. */
export const withoutHiddenTexts = <T extends JsonValue>(value: T): T =>
  withTexts(value, (text) => (hidesBy(text) === undefined ? text : withoutHidden(text)))

function withTexts<T extends JsonValue>(
  value: T,
  clean: (text: string, key: string) => string,
  under = '',
): T {
  if (typeof value === 'string') return (under === 'pattern' ? value : clean(value, under)) as T
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const children = Object.entries(value).map(([key, child]): [string, JsonValue] => {
    const cleaned = withTexts(child, clean, key)
    changed ||= cleaned !== child
    return [key, cleaned]
  })
  if (!changed) return value
  return (
    Array.isArray(value) ? children.map(([, child]) => child) : Object.fromEntries(children)
  ) as T
}
