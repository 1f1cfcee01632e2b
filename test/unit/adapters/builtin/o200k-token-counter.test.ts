import { describe, expect, it } from 'vitest'
import { o200kTokenCounter } from '../../../../src-main/adapters/builtin/o200k-token-counter'

describe('the token counter', () => {
  const { tokenizer, count } = o200kTokenCounter()

  it('names its tokenizer', () => {
    expect(tokenizer).toBe('o200k_base')
  })

  it.each([
    ['', 0],
    ['hello', 1],
    ['hello world', 2],
  ])('counts “%s” as %i', (text, tokens) => {
    expect(count(text)).toBe(tokens)
  })

  it('takes text that looks like a special token for the text it is', () => {
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
  })
})
