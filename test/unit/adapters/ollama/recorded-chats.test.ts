import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ollamaLanguageModels } from '../../../../src-main/adapters/ollama/ollama-language-models'
import { recording, recordings, type Recording } from '../../../fixtures/ollama-wire/recordings'

type Line = Record<string, unknown>

/**
 * What the adapter may be answered: it always asks for a stream, and is refused before it or in its
 * middle.
 */
const chats = recordings().filter(
  ({ request: { path }, response }) =>
    path === '/api/chat' && response?.status && (response.lines ?? response.status >= 400),
)

const never = new AbortController().signal

/** A server that answers every chat as it was recorded once, and all else as a real one did. */
async function replayed(recorded: Recording, shown: string) {
  const asked: Line[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const isChat = request.url === '/api/chat'
      if (isChat) asked.push(JSON.parse(text) as Line)
      const other = request.url === '/api/tags' ? 'get-tags' : shown
      const { status, headers, body, lines, ended } =
        (isChat ? recorded : recording(other)).response ?? {}
      response.writeHead(status ?? 500, headers)
      const sent = lines?.filter((line) => !('omittedLines' in line)) ?? [body]
      response.write(sent.map((line) => `${JSON.stringify(line)}\n`).join(''), () => {
        if (ended?.startsWith('broken off')) response.destroy()
        else response.end()
      })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const models = ollamaLanguageModels(() => url, { retryDelaysMs: [1, 1, 1] })
  return { asked, model: await models.open('ollama:peg-tiny', never) }
}

/**
 * Why an answer cannot be had, by what the server said: words that stand in what a person is told.
 */
const TOLD: [said: RegExp, told: string][] = [
  [/maximum pending requests/, 'is busy with other requests'],
  [/unexpected EOF|has terminated|no longer running/, 'ended again and again while it answered'],
  [/model '.*' not found/, 'is not installed in Ollama'],
  [/exceeds the available context/, 'tokens; the model peg-tiny reads'],
  [/does not support (chat|tools|thinking)/, 'cannot do that: '],
]

/** Of what is said, without what was thought aloud before. */
const contentOf = (lines: Line[]): string =>
  lines
    .map(({ message }) => (message as { content?: string } | undefined)?.content ?? '')
    .join('')
    .replace(/^<think>[^]*<\/think>/, '')

async function expectTold(given: Promise<unknown>, said: string): Promise<void> {
  const told = TOLD.find(([pattern]) => pattern.test(said))?.[1] ?? 'Ollama could not answer with'
  await expect(given).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringContaining(told),
    fix: expect.any(String),
  })
  // Errors that stand as JSON in a string are unwrapped.
  await expect(given).rejects.not.toMatchObject({ message: expect.stringContaining('{"error"') })
}

describe('what a real Ollama was recorded to answer a chat', () => {
  it.each(chats)('is read: $name', async (recorded) => {
    const { asked, model } = await replayed(recorded, 'show-chat')
    const given = model.answer({ text: 'x', schema: { type: 'object' }, signal: never })
    given.catch(() => undefined)
    const { body, lines, ended } = recorded.response ?? {}
    if (!lines) return expectTold(given, String((body as Line)['error']))
    if (ended?.startsWith('broken off')) {
      return expect(given).rejects.toMatchObject({ message: expect.stringContaining('broke off') })
    }
    const last = lines.at(-1) ?? {}
    if ('error' in last) return expectTold(given, String(last['error']))
    const answer = await given
    expect(answer.text).toBe(contentOf(lines).trim())
    expect(asked).toHaveLength(1)
    if (!last['done']) return expect(answer.fault).toMatch('broken off')
    expect(answer).toMatchObject({
      promptTokens: last['prompt_eval_count'],
      answerTokens: last['eval_count'],
    })
    expect(answer.fault !== undefined).toBe(last['done_reason'] === 'length')
  })

  it.each([
    ['chat-tools-stream', [{ name: 'get_weather', arguments: { city: 'Paris', days: 3 } }]],
    ['chat-jinja-tools-stream', [{ name: 'get_weather', arguments: { city: 'Paris', days: 3 } }]],
    [
      'chat-tools-two-calls-stream',
      [
        { name: 'get_weather', arguments: { city: 'Oslo', days: 1 } },
        { name: 'send_message', arguments: { to: 'ops', text: 'rain' } },
      ],
    ],
  ])('is read as calls: %s', async (name, calls) => {
    const { model } = await replayed(recording(name), 'show-chat')
    const tools = ['get_weather', 'send_message'].map((each) => ({
      name: each,
      description: '',
      parameters: {},
    }))
    const given = await model.callTools?.({ text: 'x', tools, signal: never })
    expect(given).toMatchObject({ calls, dropped: 0 })
    const none = await model.callTools?.({ text: 'x', tools: [], signal: never })
    expect(none).toMatchObject({ calls: [], dropped: calls.length })
  })

  it.each([
    ['show-chat', true, undefined],
    ['show-no-tools', false, undefined],
    ['show-jinja', true, undefined],
    ['show-thinking', false, false],
  ])('is read as what a model can do: %s', async (shown, callsTools, think) => {
    const { asked, model } = await replayed(recording('chat-stream'), shown)
    expect(model.callTools !== undefined).toBe(callsTools)
    await model.answer({ text: 'x', schema: {}, signal: never })
    expect(asked[0]?.['think']).toBe(think)
    expect(asked[0]).toMatchObject({ truncate: false, options: { num_ctx: 4096 } })
  })
})
