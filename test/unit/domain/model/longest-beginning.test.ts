import { describe, expect, it } from 'vitest'
import { longestBeginning } from '../../../../src-main/domain/model/longest-beginning'

/** A model with a tokenizer of its own, which counts what it is asked. */
function modelOf(limit: number, tokensOf: (text: string) => number) {
  const asked: string[] = []
  const take = (beginning: string) => {
    asked.push(beginning)
    const tokens = tokensOf(beginning)
    return Promise.resolve(tokens > limit ? undefined : { tokens })
  }
  return { asked, take }
}

/** Pieces of at most so many letters, and two around them. */
const pieces = (letters: number) => (text: string) =>
  2 + text.split(/\s+/).reduce((sum, word) => sum + Math.ceil(word.length / letters), 0)

const wordOf = (at: number) => 'abcdefghijklmnopqrst'.slice(0, 1 + ((at * 7) % 20))
const words = (count: number) => Array.from({ length: count }, (_, at) => wordOf(at))

describe('the longest beginning that fits', () => {
  it.each([
    [8, 1],
    [64, 3],
    [256, 4],
    [256, 20],
    [2048, 5],
  ])('is the whole words that fill %i tokens of %i letters', async (limit, letters) => {
    const all = words(3000)
    const count = pieces(letters)
    const fits = all.findIndex((_, at) => count(all.slice(0, at + 1).join(' ')) > limit)
    const longest = all.slice(0, fits).join(' ')
    for (const known of [limit, undefined, limit * 2]) {
      const { asked, take } = modelOf(limit, count)
      const found = await longestBeginning(all.join(' '), { limit: known, take })
      expect(found?.length).toBe(longest.length)
      expect(asked.length).toBeLessThan(30)
    }
  })

  it('is found with a few tries in plain text whose limit is known', async () => {
    const { asked, take } = modelOf(256, pieces(6))
    await longestBeginning(words(700).join(' '), { limit: 256, take })
    expect(asked.length).toBeLessThanOrEqual(8)
  })

  it('ends within a word that is longer than any', async () => {
    const { take } = modelOf(20, pieces(4))
    const found = await longestBeginning(`a ${'x'.repeat(5000)}`, { limit: 20, take })
    expect(pieces(4)(`a ${'x'.repeat((found?.length ?? 0) - 2)}`)).toBe(20)
  })

  it('never ends within a character', async () => {
    const { take } = modelOf(9, (text) => text.length)
    expect((await longestBeginning('😀'.repeat(90), { limit: 9, take }))?.length).toBe(8)
  })

  it('is none where nothing fits', async () => {
    const { take } = modelOf(0, pieces(4))
    expect(await longestBeginning('one two', { limit: 1, take })).toBeUndefined()
  })
})
