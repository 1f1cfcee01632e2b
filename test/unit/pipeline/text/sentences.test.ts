import { describe, expect, it } from 'vitest'
import {
  comparable,
  firstCut,
  LONGEST_FIRST,
  sentencesOf,
} from '../../../../src-main/pipeline/text/sentences'

describe('sentences', () => {
  it.each([
    ['nothing', '', []],
    ['white space', ' \n\t ', []],
    ['one without an end', 'Opens a pull request', ['Opens a pull request']],
    [
      'each up to its mark',
      'Opens a pull request. You need push access! Do you?',
      ['Opens a pull request.', 'You need push access!', 'Do you?'],
    ],
    [
      'a line as a sentence',
      'Opens a pull request\n\nYou need push access',
      ['Opens a pull request', 'You need push access'],
    ],
    [
      'no end after a few characters',
      'E.g. v. 2 of the tool. Then more.',
      ['E.g. v. 2 of the tool.', 'Then more.'],
    ],
    [
      'no end within a word',
      'Reads config.json of node.js apps',
      ['Reads config.json of node.js apps'],
    ],
    [
      'Chinese marks, which no blank follows',
      '在仓库中创建一个新的拉取请求。需要写入权限才可以使用！',
      ['在仓库中创建一个新的拉取请求。', '需要写入权限才可以使用！'],
    ],
  ])('are, of %s', (_, text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences)
  })

  it('hold all of a text, whatever it is', () => {
    const table = '| name | what |\n|---|---|\n| a | first letter |\n'.repeat(500)
    for (const text of ['x'.repeat(1_000_000), '!'.repeat(100_000), table]) {
      const all = sentencesOf(text)
      expect(all.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(2_000)
    }
  })

  it('are the same whatever their case and white space', () => {
    expect(comparable('Needs  a\nToken.')).toBe(comparable('needs a token.'))
  })
})

describe('a first sentence', () => {
  it('is left as it is where it is short', () => {
    expect(firstCut('Opens a pull request.')).toEqual(['Opens a pull request.', ''])
  })

  it('is cut between words where it is long, and nothing is lost', () => {
    const long = 'word '.repeat(100).trim()
    const [first, rest] = firstCut(long)
    expect(first.length).toBeLessThanOrEqual(LONGEST_FIRST)
    expect(first.endsWith('word')).toBe(true)
    expect(`${first} ${rest}`).toBe(long)
  })

  it('is cut anywhere where there is no blank, but not within a character', () => {
    const [first, rest] = firstCut('😀'.repeat(300))
    expect(first).toHaveLength(LONGEST_FIRST)
    expect(first.isWellFormed() && rest.isWellFormed()).toBe(true)
  })
})
