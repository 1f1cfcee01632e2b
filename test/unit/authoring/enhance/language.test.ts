import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { otherLanguage } from '../../../../src-main/authoring/enhance/language'

const ENGLISH = 'Sends an e-mail to the people that are named, with a subject and the text of it.'
const ROWS = JSON.parse(readFileSync('test/bench/five-languages.json', 'utf8')) as Record<
  string,
  string
>[]
const textsIn = (language: string) => ROWS.map((row) => row[language] ?? '').join('\n')

describe('the language of a text', () => {
  it.each(['German', 'French', 'Spanish', 'Chinese'])('is told where it is %s', (language) => {
    expect(otherLanguage(textsIn(language), ENGLISH)).toBe(language)
    expect(otherLanguage(ENGLISH, textsIn(language))).toBe('English')
    expect(otherLanguage(textsIn(language), textsIn(language))).toBeUndefined()
  })

  it.each([
    ['Russian', 'Отправить письмо людям, которые названы', 'Cyrillic'],
    ['Japanese', '会議室を予約してください、明日の午後です', 'Japanese'],
    ['Korean', '내일 오후에 회의실을 예약해 주세요', 'Hangul'],
    ['Arabic', 'احجز غرفة اجتماعات بعد ظهر الغد', 'Arabic'],
  ])('is told by the script of %s', (_, text, script) => {
    expect(otherLanguage(text, ENGLISH)).toBe(script)
  })

  it('is not told of what is short, without words, or the same', () => {
    for (const text of ['', 'Oslo', '42 °C', 'https://example.org', 'book a room for the team']) {
      expect(otherLanguage(text, ENGLISH), text).toBeUndefined()
      expect(otherLanguage(ENGLISH, text), text).toBeUndefined()
    }
  })

  it('goes by most of the letters, so that a name in another script is no other language', () => {
    expect(otherLanguage('Send a letter to Иван and wait for the answer', ENGLISH)).toBeUndefined()
  })
})
