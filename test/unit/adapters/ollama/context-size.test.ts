import { describe, expect, it } from 'vitest'
import {
  contextSize,
  estimatedTokens,
  largerSize,
  tokensRefused,
} from '../../../../src-main/adapters/ollama/ollama-language-model'

describe('the context asked for', () => {
  it.each([
    [100, { largest: 131_072, usual: undefined }, 4096],
    [4097, { largest: 131_072, usual: undefined }, 8192],
    [4097, { largest: 6000, usual: undefined }, 6000],
    [1_000_000, { largest: undefined, usual: undefined }, 262_144],
    [1_000_000, { largest: 8192, usual: undefined }, 8192],
    [5000, { largest: 131_072, usual: 10_000 }, 10_000],
    [11_000, { largest: 131_072, usual: 10_000 }, 16_384],
  ])('for %i tokens of %j is %i', (tokens, bounds, size) => {
    expect(contextSize(tokens, bounds)).toBe(size)
  })

  it('is enlarged by what the server counted, else by one step, up to the largest', () => {
    const bounds = { largest: 20_000, usual: undefined }
    const refused = (size: number, promptTokens?: number) =>
      largerSize({ size, promptTokens, answerTokens: 2048 }, bounds)
    expect(refused(4096, 9000)).toBe(16_384)
    expect(refused(4096)).toBe(8192)
    expect(refused(16_384, 19_000)).toBe(20_000)
    expect(refused(16_384, 21_000)).toBeUndefined()
    expect(refused(20_000)).toBeUndefined()
  })
})

describe('the tokens of a prompt', () => {
  it('are guessed by letters, and one for each beyond Latin', () => {
    const bare = estimatedTokens('')
    expect(estimatedTokens('x'.repeat(320)) - bare).toBe(100)
    expect(estimatedTokens('天気を教えて') - bare).toBe(6)
  })

  it('are read from a refusal', () => {
    const said = 'request (2087 tokens) exceeds the available context size (256 tokens)'
    expect(tokensRefused(said)).toBe(2087)
    expect(tokensRefused('the input length exceeds the context length')).toBeUndefined()
  })
})
