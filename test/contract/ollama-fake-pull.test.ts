import { afterEach, describe, expect, it } from 'vitest'
import { fakeModel, startFakeOllama, type FakeOllama } from '../fakes/ollama/ollama-server'
import { fakedRecordings, sentBody } from '../fixtures/ollama-wire/recordings'
import { askAsRecorded, recordedModels } from '../fixtures/ollama-wire/replaying'

const running: FakeOllama[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

/** What was so when the exchange was recorded. */
const SITUATIONS: Record<string, (fake: FakeOllama) => void> = {
  'pull-cancelled': ({ registry }) => (registry.chunk = 1_000_000),
  'pull-success': ({ registry }) => registry.kept.set(registry.layers[0]?.digest ?? '', 12_845_056),
  'pull-again': ({ registry }) => {
    for (const { digest, total } of registry.layers) registry.kept.set(digest, total)
  },
  'pull-unknown-model': ({ registry }) => (registry.models = []),
  'pull-unreachable': ({ registry }) => (registry.state = 'no such host'),
  'pull-unreachable-no-stream': ({ registry }) => (registry.state = 'no such host'),
  'pull-registry-refused': ({ registry }) => (registry.state = 'connection refused'),
  'pull-http-registry-without-insecure': ({ registry }) => (registry.state = 'without TLS'),
  delete: ({ models }) => models.push(fakeModel({ name: 'peg-copy:latest' })),
  'delete-made': ({ models }) => models.push(fakeModel({ name: 'peg-made:latest' })),
}

async function start(name: string): Promise<FakeOllama> {
  const fake = await startFakeOllama(recordedModels())
  running.push(fake)
  fake.registry.models = [fakeModel({ name: '127.0.0.1:25000/pegboard/all-minilm-512' })]
  SITUATIONS[name]?.(fake)
  return fake
}

type Line = Record<string, unknown>

/**
 * What a pull did, in order, each layer once with its length; how many bytes were there at each
 * line goes by the network.
 */
const courseOf = (lines: readonly Line[]): Line[] =>
  lines
    .filter((line) => !('omittedLines' in line))
    .map(({ completed: _, ...line }) => line)
    .filter(({ status }, at, all) => status === undefined || status !== all[at - 1]?.['status'])

/** Whether of each layer more and more was there. */
const hasGrown = (lines: readonly Line[]): boolean =>
  lines.every(
    ({ digest, completed }, at) =>
      digest === undefined ||
      digest !== lines[at - 1]?.['digest'] ||
      Number(completed) > Number(lines[at - 1]?.['completed']),
  )

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

describe('the fake Ollama server', () => {
  it.each(fakedRecordings().filter(({ request: { path } }) => /pull|delete/.test(path)))(
    'answers $name as the real one did',
    async (recorded) => {
      const { url } = await start(recorded.name)
      const { status, headers, body = '', lines } = recorded.response ?? {}
      const given = await askAsRecorded(url, recorded, sentBody(recorded))
      expect(given.status).toBe(status)
      expect(given.headers['content-type']).toBe(headers?.['content-type'])
      if (!lines) return expect(given.body).toEqual(body)
      const all = linesOf(String(given.body))
      expect(hasGrown(all)).toBe(true)
      // Where the client went away, no more was recorded.
      const seen = recorded.aborted ? all.slice(0, lines.length) : all
      expect(courseOf(seen)).toEqual(courseOf(lines))
    },
  )

  it('keeps what is there of a model whose client goes away, and goes on from it', async () => {
    const fake = await start('')
    Object.assign(fake.registry, { chunk: 1_000_000, msPerChunk: 2 })
    const body = JSON.stringify({ model: fake.registry.models[0]?.name, insecure: true })
    const stopper = new AbortController()
    const pull = (signal?: AbortSignal) =>
      fetch(`${fake.url}/api/pull`, { method: 'POST', body, ...(signal && { signal }) })
    const reader = (await pull(stopper.signal)).body?.getReader()
    await reader?.read()
    stopper.abort()
    await expect.poll(() => fake.registry.kept.size).toBe(1)
    const [kept = 0] = fake.registry.kept.values()
    const again = linesOf(await (await pull()).text())
    expect(Number(again[1]?.['completed'])).toBeGreaterThan(kept)
    expect(again.at(-1)).toEqual({ status: 'success' })
  })
})
