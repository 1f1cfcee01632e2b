import { afterEach, describe, expect, it } from 'vitest'
import { startFakeOllama, type FakeOllama } from '../fakes/ollama/ollama-server'
import {
  recording,
  fakedRecordings,
  sentBody,
  type Recording,
} from '../fixtures/ollama-wire/recordings'
import { askAsRecorded as ask, gist, recordedModels } from '../fixtures/ollama-wire/replaying'

const running: FakeOllama[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

/** What was so when the exchange was recorded. */
const SITUATIONS: Record<string, (fake: FakeOllama) => void> = {
  'embed-runner-killed': (fake) => (fake.runnerDies = 1),
  'embed-overload-503': (fake) => fake.faults.push('busy'),
  'embed-server-sigkill': (fake) => fake.faults.push('gone'),
  'embed-server-sigterm': (fake) => fake.faults.push('gone'),
  'embed-cancelled': (fake) => fake.faults.push('hang'),
  'get-tags-none': (fake) => (fake.models = []),
  'get-ps-embedding': (fake) => fake.loaded.add('all-minilm:latest'),
  'get-ps-chat': (fake) => fake.loaded.add('peg-tiny:latest'),
  'get-ps-forever': (fake) => fake.loaded.add('peg-tiny:latest'),
  'get-ps-keep-alive': (fake) => fake.loaded.add('peg-tiny:latest'),
  'get-ps-after-unload': (fake) => fake.loaded.add('peg-tiny:latest'),
}
const UNANSWERED = ['embed-cancelled', 'get-tags-server-gone']
/** Chats and pulls have tests of their own. */
const isReplayedHere = ({ name, request: { path } }: Recording): boolean =>
  !UNANSWERED.includes(name) && !/chat|generate|pull|delete/.test(path)

async function start(name: string): Promise<FakeOllama> {
  const fake = await startFakeOllama(recordedModels())
  running.push(fake)
  SITUATIONS[name]?.(fake)
  return fake
}

/** Of a model's facts those that the product reads; its texts are its own. */
const KNOWN_FACTS = /^general\.architecture$|\.(context_length|embedding_length)$/
function shownGist(body: Record<string, unknown>) {
  const facts = Object.entries(body['model_info'] ?? {})
  return {
    ...body,
    model_info: Object.fromEntries(facts.filter(([name]) => KNOWN_FACTS.test(name))),
    modelfile: '',
    template: '',
    tensors: [],
    // Of chat models that is the next thing to know.
    ...(!String(body['capabilities']).includes('embedding') && { parameters: '', details: {} }),
  }
}

function gistOf({ request: { path }, name }: Recording, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  if (path === '/api/show' && !('error' in body)) {
    return gist(shownGist(body as Record<string, unknown>))
  }
  if (path === '/api/tags' && 'models' in body) return body
  // Of loaded models one stands for all; what of it is allocated differs.
  if (path === '/api/ps' && name !== 'get-ps-none') {
    const [first] = (body as { models: object[] }).models
    return Object.keys(first ?? {}).sort()
  }
  const { prompt_eval_count: _, ...others } = body as Record<string, unknown>
  return gist(others)
}

const tokensIn = (body: unknown): number | undefined =>
  (body as { prompt_eval_count?: number } | null)?.prompt_eval_count

describe('the fake Ollama server', () => {
  it.each(fakedRecordings().filter(isReplayedHere))(
    'answers $name as the real one did',
    async (recorded) => {
      const { url } = await start(recorded.name)
      const asked = ask(url, recorded, sentBody(recorded))
      if (!recorded.response) {
        await expect(asked).rejects.toMatchObject({ code: recorded.failure?.code })
        return
      }
      const given = await asked
      const { status, headers, body } = recorded.response
      expect(given.status).toBe(status)
      for (const name of ['content-type', 'allow']) {
        expect(given.headers[name]).toBe(headers[name])
      }
      expect(gistOf(recorded, given.body)).toEqual(gistOf(recorded, body))
      const tokens = tokensIn(body)
      // Its tokenizer knows whole words only.
      if (tokens === undefined) expect(tokensIn(given.body)).toBeUndefined()
      else expect(Math.abs((tokensIn(given.body) ?? 0) / tokens - 1)).toBeLessThan(0.1)
    },
  )

  it('refuses what a batch holds that is too long, without a word which', async () => {
    const recorded = recording('embed-batch-one-too-long')
    const { url } = await start('')
    const body = JSON.parse(sentBody(recorded) ?? '') as { input: string[] }
    expect(body.input.map(({ length }) => length)).toEqual([5, 3699, 9])
    expect(await ask(url, recorded, JSON.stringify(body))).toMatchObject({ status: 400 })
    const short = { ...body, input: [body.input[0], body.input[2]] }
    expect(await ask(url, recorded, JSON.stringify(short))).toMatchObject({ status: 200 })
  })

  it('works on one request after the other, and refuses only while a model is loaded', async () => {
    const fake = await start('')
    Object.assign(fake, { loadMs: 50, maxQueue: 1 })
    const eight = () => {
      const recorded = recording('embed-empty-array')
      const body = JSON.stringify({ model: 'all-minilm', input: 'x' })
      return Promise.all(Array.from({ length: 8 }, () => ask(fake.url, recorded, body)))
    }
    const loading = (await eight()).map(({ status }) => status)
    expect(loading.sort()).toEqual([200, 200, 503, 503, 503, 503, 503, 503])
    expect((await eight()).every(({ status }) => status === 200)).toBe(true)
  })
})
