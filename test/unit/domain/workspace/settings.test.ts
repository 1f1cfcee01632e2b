import { describe, expect, it } from 'vitest'
import { Settings, SettingsChange } from '../../../../src-main/domain/workspace/settings'

describe('settings', () => {
  it('need nothing to be written: every one has a default, none needs a model or the network', () => {
    expect(Settings.parse({})).toMatchObject({ embedder: 'builtin' })
  })

  it('keep Ollama’s address as a URL, and an empty one as none', () => {
    expect(Settings.parse({ ollamaUrl: 'localhost' }).ollamaUrl).toBe('http://localhost:11434')
    expect(SettingsChange.parse({ ollamaUrl: ' ' })).toEqual({ ollamaUrl: undefined })
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)'])(
    'refuse %s as Ollama’s address',
    (address) => {
      const { error } = SettingsChange.safeParse({ ollamaUrl: address })
      expect(error?.message).toContain(`“${address}” is not an address of Ollama.`)
    },
  )

  it.each([{ maximumK: 0 }, { maximumK: 1.5 }, { theme: 'pink' }, { embedder: '' }])(
    'refuse %j',
    (given) => {
      expect(Settings.safeParse(given).success).toBe(false)
    },
  )
})
