import { writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeModel, startFakeOllama } from '../../../fakes/ollama/ollama-server'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { at, pegboard, importSmall } = terminalInFolder()
const embedder = ['--embedder', 'ollama:all-minilm']

async function ollama(numCtx = 256) {
  const server = await startFakeOllama([
    fakeModel({ name: 'all-minilm', contextTokens: 512, numCtx }),
  ])
  onTestFinished(() => server.close())
  return { server, host: server.url.replace('http://', '') }
}

describe('where the command line asks Ollama', () => {
  it('is where --ollama says, without a scheme, whatever OLLAMA_HOST says', async () => {
    const { server, host } = await ollama()
    vi.stubEnv('OLLAMA_HOST', '127.0.0.1:9')
    await importSmall()
    const index = await pegboard('index', ...inSmall, ...embedder, '--ollama', host)
    expect(index).toMatchObject({ code: 0 })
    const query = await pegboard(
      ...['query', 'weather', ...inSmall, ...embedder, '--recipe', 'dense', '--ollama', host],
    )
    expect(query).toMatchObject({ code: 0 })
    expect(server.embedded.length).toBeGreaterThan(1)
  })

  it('is where OLLAMA_HOST says', async () => {
    const { server, host } = await ollama()
    vi.stubEnv('OLLAMA_HOST', host)
    await importSmall()
    expect((await pegboard('index', ...inSmall, ...embedder)).code).toBe(0)
    expect(server.embedded.length).toBe(1)
  })

  it('says what is no address', async () => {
    await importSmall()
    const option = await pegboard('index', ...inSmall, ...embedder, '--ollama', 'ftp://models')
    expect(option.code).toBe(2)
    expect(option.err).toContain('not an address of Ollama')
    vi.stubEnv('OLLAMA_HOST', 'not one')
    const environment = await pegboard('index', ...inSmall, ...embedder)
    expect(environment.err).toContain('OLLAMA_HOST names no address of Ollama: “not one”.')
  })
})

it('pegboard eval goes on after a query that is too long, and counts it', async () => {
  const { host } = await ollama()
  await importSmall()
  const long = Array.from({ length: 700 }, (_, at) => `word${at}`).join(' ')
  const golden = [{ id: 'q', query: long, tools: ['get_weather'] }]
  await writeFile(at('long.json'), JSON.stringify(golden))
  await pegboard('import-golden', 'long.json', ...inSmall)
  const flags = [...inSmall, ...embedder, '--golden', 'long', '--recipe', 'dense', '--ollama', host]
  const { code, out } = await pegboard('eval', ...flags)
  expect(code).toBe(0)
  expect(out).toMatch(/queries cut short +1/)
  expect((await pegboard('eval', ...flags, '--json')).out).toContain('"shortened": 1')
})

it('pegboard index says which tool documents were cut', async () => {
  const { host } = await ollama(8)
  await importSmall()
  const { out } = await pegboard('index', ...inSmall, ...embedder, '--ollama', host)
  expect(out).toMatch(
    /\d of them (is|are) longer than all-minilm takes in and cut at its limit: .*send_email/,
  )
})
