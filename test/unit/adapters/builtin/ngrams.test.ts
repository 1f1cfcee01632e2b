import { describe, expect, it } from 'vitest'
import { ngramsOf } from '../../../../src-main/adapters/builtin/ngrams'

const total = (text: string) => [...ngramsOf(text).values()].reduce((sum, count) => sum + count, 0)

describe('n-grams', () => {
  it('are the word, three times, and its parts of 3, 4 and 5 characters with both ends marked', () => {
    // <mail>: <ma mai ail il> · <mai mail ail> · <mail mail>
    expect(ngramsOf('mail').size).toBe(1 + 4 + 3 + 2)
    expect(total('mail')).toBe(3 + 4 + 3 + 2)
  })

  it('of a single letter are the word and itself between the marks', () => {
    expect(total('a')).toBe(3 + 1)
  })

  it('count each time they stand in a text', () => {
    const once = ngramsOf('mail')
    const twice = ngramsOf('mail, Mail!')
    expect([...twice.keys()].sort()).toEqual([...once.keys()].sort())
    expect([...twice.values()].sort()).toEqual([...once.values()].map((count) => 2 * count).sort())
  })

  it('of like words are partly the same, of others not', () => {
    const shared = (one: string, other: string) =>
      [...ngramsOf(one).keys()].filter((ngram) => ngramsOf(other).has(ngram)).length
    expect(shared('refund', 'refunding')).toBeGreaterThan(8)
    expect(shared('refund', 'weather')).toBe(0)
  })

  it('of a text without letters and digits are none', () => {
    expect(ngramsOf('').size).toBe(0)
    expect(ngramsOf(' — 🙂 !').size).toBe(0)
  })

  it('are unsigned 32-bit numbers, the same on every machine', () => {
    expect([...ngramsOf('Größe 天气').keys()].every((hash) => hash === hash >>> 0)).toBe(true)
  })
})
