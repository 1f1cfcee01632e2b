import { afterEach, describe, expect, it } from 'vitest'
import { startFakeOllama, type FakeOllama } from '../fakes/ollama/ollama-server'
import {
  recording,
  fakedRecordings,
  sentBody,
  type Recording,
} from '../fixtures/ollama-wire/recordings'
import { askAsRecorded, gist, recordedModels } from '../fixtures/ollama-wire/replaying'

const running: FakeOllama[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

/** What was so when the exchange was recorded. */
const SITUATIONS: Record<string, (fake: FakeOllama) => void> = {
  'chat-server-terminated-stream': (fake) => fake.chatFaults.push('cut'),
  'chat-overload-503': (fake) => fake.chatFaults.push('busy'),
  'chat-runner-crashes-on-load': (fake) => fake.chatFaults.push('crash-on-load'),
  'chat-runner-killed-stream': (fake) => fake.chatFaults.push('runner-killed'),
  'chat-runner-killed-no-stream': (fake) => fake.chatFaults.push('runner-killed'),
}

/** Undocumented switches for people who look into the server; the product sends none of them. */
const LOOKS_INSIDE = [
  'chat-logprobs',
  'chat-render-function-field',
  'chat-render-odd-tool',
  'chat-render-only',
]
/**
 * Two that tell of several requests at once are tried below; a client that goes away is the
 * adapter's business.
 */
const ELSEWHERE = ['chat-overload-loaded', 'chat-cancelled', 'chat-cancelled-no-stream']

const chats = fakedRecordings().filter(
  ({ name, request: { path } }) =>
    /chat|generate/.test(path) && ![...LOOKS_INSIDE, ...ELSEWHERE].includes(name),
)

async function start(name: string): Promise<FakeOllama> {
  const fake = await startFakeOllama(recordedModels())
  running.push(fake)
  SITUATIONS[name]?.(fake)
  return fake
}

type Line = Record<string, unknown> & { response?: string; error?: string }

/**
 * Every kind of line once, without what was said: one after the other they are the stream's course.
 */
function courseOf(lines: Line[]): string[] {
  const kinds = lines.filter((line) => !('omittedLines' in line)).map(kindOf)
  return kinds.filter((kind, at) => kind !== kinds[at - 1])
}

function kindOf(line: Line): string {
  const { message, error, ...others } = line
  const inside = Object.keys(message ?? {})
  return JSON.stringify([Object.keys(others).sort(), inside.sort(), error, line['done_reason']])
}

interface Said {
  content: string
  thinking: string
  calls: unknown[]
}

function saidIn(lines: Line[]): Said {
  const said: Said = { content: '', thinking: '', calls: [] }
  for (const { message, response } of lines) {
    const {
      content,
      thinking,
      tool_calls = [],
    } = (message ?? {}) as Partial<Said> & {
      tool_calls?: { function: unknown }[]
    }
    said.content += content ?? response ?? ''
    said.thinking += thinking ?? ''
    said.calls.push(...tool_calls.map((call) => call.function))
  }
  return said
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** Counts are compared as about so many, also inside a message. */
function chatGist(body: unknown): unknown {
  const { message, error, context: _, ...others } = body as Line
  const calls = (message as { tool_calls?: object[] } | undefined)?.tool_calls
  const shown = calls?.map((call) => ({ ...call, id: 'some' }))
  return gist({
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !name.endsWith('_count'))),
    ...(error !== undefined && {
      error: error.replace(/(request \(|tokens":)\d+/g, '$1N'),
    }),
    ...(message !== undefined && {
      message: { ...(message as object), ...(shown && { tool_calls: shown }) },
    }),
  })
}

/** The real one leaves a turn more out than it must. */
const ROUGHLY: Record<string, number> = { 'chat-many-turns-truncated': 0.35 }

const COUNTED = ['prompt_eval_count', 'eval_count']

function expectCountsNear(given: Line, recorded: Line, off = 0.15): void {
  for (const name of COUNTED) {
    const real = recorded[name] as number | undefined
    const mine = Number(given[name])
    if (real === undefined) expect(given[name]).toBeUndefined()
    // Its tokenizer knows a few words only.
    else expect(Math.abs(mine / real - 1), `${name} ${mine} for ${real}`).toBeLessThan(off)
  }
}

describe('the fake Ollama server', () => {
  it.each(chats)('chats as the real one did: $name', async (recorded: Recording) => {
    const { url } = await start(recorded.name)
    const asked = askAsRecorded(url, recorded, sentBody(recorded))
    if (recorded.response?.ended?.startsWith('broken off')) {
      return expect(asked).rejects.toMatchObject({ code: 'ECONNRESET' })
    }
    const given = await asked
    const { status, headers, body, lines } = recorded.response ?? { status: 0, headers: {} }
    expect(given.status).toBe(status)
    expect(given.headers['content-type']).toBe(headers['content-type'])
    if (!lines) {
      expect(chatGist(given.body)).toEqual(chatGist(body))
      return expectCountsNear(given.body as Line, body as Line, ROUGHLY[recorded.name])
    }
    const mine = linesOf(String(given.body))
    expect(courseOf(mine)).toEqual(courseOf(lines))
    expectCountsNear(mine.at(-1) ?? {}, lines.at(-1) ?? {})
    // A stream that was shortened, or stopped from outside, ends at no word in particular.
    const isWhole = !lines.some((line) => 'omittedLines' in line) && !SITUATIONS[recorded.name]
    if (isWhole) expect(saidIn(mine)).toEqual(saidIn(lines))
  })

  it('answers chats one after the other, and refuses only while a model is loaded', async () => {
    const fake = await start('')
    Object.assign(fake, { loadMs: 50, maxQueue: 1 })
    const recorded = recording('chat-no-stream')
    const eight = () =>
      Promise.all(
        Array.from({ length: 8 }, () => askAsRecorded(fake.url, recorded, sentBody(recorded))),
      )
    const loading = (await eight()).map(({ status }) => status)
    expect(loading.sort()).toEqual([200, 200, 503, 503, 503, 503, 503, 503])
    expect((await eight()).every(({ status }) => status === 200)).toBe(true)
  })
})
