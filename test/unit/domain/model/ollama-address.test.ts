import { describe, expect, it } from 'vitest'
import { ollamaUrlOf } from '../../../../src-main/domain/model/ollama-address'

describe('an address of Ollama', () => {
  it.each([
    ['localhost:11434', 'http://localhost:11434'],
    ['localhost', 'http://localhost:11434'],
    ['192.168.1.5', 'http://192.168.1.5:11434'],
    ['192.168.1.5:8080', 'http://192.168.1.5:8080'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['http://0.0.0.0:11434/', 'http://127.0.0.1:11434'],
    [':11434', 'http://127.0.0.1:11434'],
    [':8080', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:11434'],
    ['[::]:8080', 'http://[::1]:8080'],
    ['http://models', 'http://models'],
    ['HTTPS://Models.Example/ollama/', 'https://models.example/ollama'],
    ['https://models.example:8443', 'https://models.example:8443'],
    [' "box.local" ', 'http://box.local:11434'],
  ])('written as %s is asked at %s', (written, url) => {
    expect(ollamaUrlOf(written)).toBe(url)
    expect(ollamaUrlOf(url)).toBe(url)
  })

  it.each([
    '',
    ' ',
    'no address at all',
    'http://',
    'file:///etc/passwd',
    'ftp://models',
    'javascript:alert(1)',
    'user:secret@models',
    'http://user@models',
    'models:99999',
    'models?x=1',
    'localhost:11434\nHost: evil',
  ])('is not %j', (written) => {
    expect(ollamaUrlOf(written)).toBeUndefined()
  })
})
