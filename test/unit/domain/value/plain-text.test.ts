import { describe, expect, it } from 'vitest'
import { plainLines, plainText } from '../../../../src-main/domain/value/plain-text'

const RED = '\u001b[31m'
const TURNED = '\u202e'

describe('plain text', () => {
  it.each([
    [`${RED}delete`, '\\u001b[31mdelete'],
    [`send${TURNED}liame_`, 'send\\u202eliame_'],
    ['a\u2066b\u2069c\u200ed\u200fe\u061cf', 'a\\u2066b\\u2069c\\u200ed\\u200fe\\u061cf'],
    ['a\u0007b\u009bc\u007fd', 'a\\u0007b\\u009bc\\u007fd'],
    ['two\r\n\tlines', 'two lines'],
    ['plain – naïve 名前 👩‍💻', 'plain – naïve 名前 👩‍💻'],
  ])('of %j is one line that shows what it is', (text, shown) => {
    expect(plainText(text)).toBe(shown)
  })

  it('keeps line ends and tabs where lines are wanted, and no way to overwrite a line', () => {
    expect(plainLines(`a\n\tb\r${RED}c\u2028`)).toBe('a\n\tb\\u000d\\u001b[31mc\\u2028')
  })

  it('written into JSON is the same JSON', () => {
    const value = { name: `${RED}${TURNED}\u0085\u2028"` }
    const shown = plainLines(JSON.stringify(value, undefined, 2))
    expect(JSON.parse(shown)).toEqual(value)
    expect(shown).not.toContain(TURNED)
  })
})
