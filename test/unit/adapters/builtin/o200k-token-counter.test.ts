import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
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
    expect(count(text)).toEqual({ tokens, isEstimate: false })
  })

  it('takes text that looks like a special token for the text it is', () => {
    expect(count('<|endoftext|>').tokens).toBeGreaterThan(1)
  })

  it('counts long ordinary text exactly', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `Step ${at}: call get_weather("${at}").\n`)
      .join('')
      .slice(0, 32_000)
    expect(count(text)).toEqual({ tokens: countTokens(text), isEstimate: false })
  })

  it.each([
    ['signs', '='],
    ['letters', 'qx'],
    ['Chinese', '查询天气预报的工具'],
    ['emoji', '👩‍👧'],
    ['signs and marks', '==\u0301'],
    ['white space', ' \t'],
  ])('estimates a long stretch of %s', (_, part) => {
    const text = `Begins as usual. ${part.repeat(4000 / part.length)} Ends as usual.`
    const { tokens, isEstimate } = count(text)
    expect(isEstimate).toBe(true)
    expect(tokens / countTokens(text)).toBeCloseTo(1, 1)
  })

  // Squared, these would take hours.
  it.each(['=', '查询', 'a\u0301', 'Ab', '\ud83d', '👩‍👧', ' ', '!?#'])(
    'is quick with a megabyte of %j',
    (part) => {
      const { tokens, isEstimate } = count(part.repeat(1_000_000 / part.length))
      expect(isEstimate).toBe(true)
      expect(tokens).toBeGreaterThan(1_000)
    },
  )

  it('estimates a text that is too long from samples of all of it', () => {
    const text = `${'One sentence of English words. '.repeat(20_000)}${'查询，天气。'.repeat(20_000)}`
    const { tokens, isEstimate } = count(text)
    expect(isEstimate).toBe(true)
    expect(tokens / countTokens(text)).toBeCloseTo(1, 1)
  })
})
