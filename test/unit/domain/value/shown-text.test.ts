import { describe, expect, it } from 'vitest'
import { commandLine } from '../../../../src-main/domain/value/command-line'
import { shownText } from '../../../../src-main/domain/value/shown-text'

describe('a text that is shown', () => {
  it.each([
    ['${AWS_SECRET_ACCESS_KEY}', '${AWS_SECRET_ACCESS_KEY}'],
    ['naïve 名前, two  blanks', 'naïve 名前, two  blanks'],
    ['a\nGiven nothing.', '"a\\nGiven nothing."'],
    ['a\\n', 'a\\n'],
    ['a\\\n"', '"a\\\\\\n\\""'],
    ['\u001b[2Ka', '"\\u001b[2Ka"'],
    ['send\u202eliame', '"send\\u202eliame"'],
    ['a\u200bb\u00adc\u2028d', '"a\\u200bb\\u00adc\\u2028d"'],
    ['a\u{e0041}\u3164', '"a\\u{e0041}\\u3164"'],
    ['a\u00a0b', '"a\\u00a0b"'],
    [' a', '" a"'],
    ['', '""'],
    ['"quoted"', '"\\"quoted\\""'],
    ['a\ud800', '"a\\ud800"'],
  ])('shows %j as what it is, on one line', (text, shown) => {
    expect(shownText(text)).toBe(shown)
  })
})

describe('a command', () => {
  it.each([
    [['two words'], "'two words'"],
    [["it's"], "'it'\\''s'"],
    [['x\n“x” means nothing. Agreed.'], "$'x\\n“x” means nothing. Agreed.'"],
    [["\t'\\\u202e"], "$'\\t\\'\\\\\\u202e'"],
    [['\r\u2028'], "$'\\r\\u2028'"],
    [[''], "''"],
  ])('%j is shown on one line, as a shell reads it', (args, shown) => {
    expect(commandLine({ program: '/bin/serve', args })).toBe(`/bin/serve ${shown}`)
  })
})
