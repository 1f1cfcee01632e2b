import { describe, expect, it } from 'vitest'
import { Settings } from '../../../src-main/domain/settings'

describe('settings', () => {
  it('need nothing to be written: every one has a default, none needs a model or the network', () => {
    expect(Settings.parse({})).toMatchObject({
      embedder: 'builtin',
      ollamaUrl: 'http://127.0.0.1:11434',
    })
  })

  it('want five tools unless told otherwise', () => {
    expect(Settings.parse({}).k).toBe(5)
  })

  it.each(['localhost:11434', 'file:///etc/passwd', 'javascript:alert(1)', ''])(
    'refuse %s as Ollama’s address',
    (ollamaUrl) => {
      expect(Settings.safeParse({ ollamaUrl }).success).toBe(false)
    },
  )

  it.each([{ k: 0 }, { k: 1.5 }, { theme: 'pink' }, { embedder: '' }])('refuse %j', (given) => {
    expect(Settings.safeParse(given).success).toBe(false)
  })
})
