import { describe, expect, it } from 'vitest'
import { streamedChat, type ChatRequest } from '../../src-main/adapters/ollama/chat-stream'
import { url } from './live-server'

// What is recorded of a real server, and is not the same on each.
const model = process.env['PEGBOARD_LIVE_WEIGHTS'] ?? ''
const options = { temperature: 0, seed: 1, repeat_penalty: 1.1, num_ctx: 2048, num_predict: 24 }
const messages = [{ role: 'user', content: 'Describe the sky.' }]

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url + path, { method: 'POST', body: text })
  return { status: response.status, body: await response.json() }
}

const chat = (more: object) =>
  post('/api/chat', { model, messages, options, stream: false, ...more })

interface Said {
  message: { role: string; content: string }
  done: boolean
  done_reason: string
  eval_count: number
}
const said = async (more: object) => (await chat(more)).body as Said

describe.skipIf(model === '')(`${model}: wire of the server over weights`, () => {
  it('ends an answer at its bound, and says so', async () => {
    const answer = await said({ options: { ...options, num_predict: 4 } })
    expect(answer).toMatchObject({ done: true, done_reason: 'length', eval_count: 4 })
  })

  it('streams the answer that it gives whole', async () => {
    const response = await fetch(`${url}/api/chat`, {
      method: 'POST',
      body: JSON.stringify({ model, messages, options }),
    })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = (await response.text()).trim().split('\n')
    const parts = lines.map((line) => JSON.parse(line) as Said)
    expect(parts.map(({ done }) => done)).toEqual([...parts.slice(1).map(() => false), true])
    const whole = await said({})
    expect(parts.map(({ message }) => message.content).join('')).toBe(whole.message.content)
  })

  it('writes fields in the order of the alphabet', async () => {
    const field = { enum: ['x'] }
    const format = { type: 'object', properties: { b: field, c: field, a: field } }
    const { message } = await said({ format, options: { ...options, num_predict: 200 } })
    expect(Object.keys(JSON.parse(message.content) as object)).toEqual(['a', 'b', 'c'])
  })

  it('takes any format that asks for nothing', async () => {
    const free = await said({})
    expect((await said({ format: null })).message).toEqual(free.message)
    expect((await said({ format: '' })).message).toEqual(free.message)
  })

  it('begins an object where any JSON is asked for', async () => {
    expect((await said({ format: 'json' })).message.content.trim()).toMatch(/^\{/)
  })

  it.each([
    ['a type that is none', { format: { type: 'nonsense' } }, 400, /JSON schema conversion failed/],
    ['a word that is none', { format: 'yaml' }, 500, /invalid format: .*yaml/],
    [
      'an option of another type',
      { options: { temperature: 'hot' } },
      500,
      /"temperature" must be/,
    ],
    ['another model', { model: 'no-such-model' }, 404, /^model 'no-such-model' not found$/],
    ['no model', { model: undefined }, 400, /^model is required$/],
    ['tools', { tools: [{ type: 'function' }] }, 400, /does not support tools$/],
    ['thoughts', { think: true }, 400, /does not support thinking$/],
    [
      'a prompt that does not fit',
      { options: { num_ctx: 16 }, truncate: false },
      400,
      /^\{"error":\{"code":400,"message":"request \(\d+ tokens\) exceeds the available context size/,
    ],
  ])('refuses %s', async (_, more, status, error) => {
    const answer = await chat(more)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ error: expect.stringMatching(error) })
  })

  it('refuses what is no JSON, and embeds nothing', async () => {
    expect((await post('/api/chat', '{"model": "x", [')).status).toBe(400)
    expect(await post('/api/chat', '')).toEqual({
      status: 400,
      body: { error: 'missing request body' },
    })
    expect((await post('/api/embed', { model, input: 'x' })).status).toBe(501)
    expect((await fetch(`${url}/api/embed`)).status).toBe(405)
    expect((await fetch(`${url}/api/nothing`)).status).toBe(404)
  })

  it('answers one question after the other, and each as it does alone', async () => {
    const order: string[] = []
    const ask = async (content: string) => {
      const request: ChatRequest = { model, messages: [{ role: 'user', content }], options }
      const signal = new AbortController().signal
      const onLine = () => void order.push(content)
      return (await streamedChat(request, { url, signal, longestMs: 600_000, onLine })).text
    }
    const first = 'Name a colour.'
    const second = 'Name an animal.'
    const alone = [await ask(first), await ask(second)]
    order.length = 0
    expect(await Promise.all([ask(first), ask(second)])).toEqual(alone)
    expect(order.filter((each, at) => each !== order[at - 1])).toHaveLength(2)
  })
})
