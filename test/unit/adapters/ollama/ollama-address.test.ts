import { describe, expect, it } from 'vitest'
import { ollamaAddress, urlOf } from '../../../../src-main/adapters/ollama/ollama-address'

describe('where Ollama is asked', () => {
  const commandLine = 'one'
  const setting = 'two'
  const environment = 'three'

  it('is what is said most expressly', () => {
    const from = (given: Parameters<typeof ollamaAddress>[0]) => ollamaAddress(given)
    expect(from({ commandLine, setting, environment })).toEqual({
      address: 'http://one:11434',
      from: 'command line',
    })
    expect(from({ setting, environment })).toEqual({
      address: 'http://two:11434',
      from: 'settings',
    })
    expect(from({ environment })).toEqual({ address: 'http://three:11434', from: 'OLLAMA_HOST' })
    expect(from({ environment: ' ' })).toEqual({
      address: 'http://127.0.0.1:11434',
      from: 'default',
    })
  })

  it.each([
    [{ commandLine: 'not one' }, '--ollama names no address of Ollama: “not one”.'],
    [{ environment: 'not one' }, 'OLLAMA_HOST names no address of Ollama: “not one”.'],
  ])('says what is not understood: %j', (given, message) => {
    expect(() => urlOf(ollamaAddress(given))).toThrow(
      expect.objectContaining({
        code: 'bad-input',
        message,
        fix: expect.stringContaining('localhost:11434'),
      }),
    )
  })
})
