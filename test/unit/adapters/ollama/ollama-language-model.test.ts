import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { ollamaLanguageModels } from '../../../../src-main/adapters/ollama/ollama-language-models'
import { askModel } from '../../../../src-main/pipeline/ask'
import type { ChatFault } from '../../../fakes/ollama/chat-faults'
import {
  answering,
  chatModel,
  startFakeOllama,
  type FakeModel,
} from '../../../fakes/ollama/ollama-server'
import type { Says } from '../../../fakes/ollama/fake-chat'

const never = new AbortController().signal
const call = { signal: never }
const schema = { type: 'object', properties: { tool: { type: 'string' } } }
const picked = { tool: 'send_mail' }

async function open(over: Partial<FakeModel> = {}, name = 'ollama:small-chat') {
  const server = await startFakeOllama([chatModel({ says: answering(() => picked), ...over })])
  onTestFinished(() => server.close())
  const patience = { retryDelaysMs: [1, 1, 1], lookEveryMs: 60 }
  const models = ollamaLanguageModels(() => server.url, patience)
  const model = await models.open(name, never)
  return { server, models, model, ask: () => model.answer({ text: 'Pick one.', schema, ...call }) }
}

const problem = (message: string, code = 'unavailable') => ({
  name: 'Problem',
  code,
  message: expect.stringContaining(message),
  fix: expect.any(String),
})

describe('a language model of Ollama', () => {
  it('is sent the schema as format and in the prompt, and is told to cut nothing', async () => {
    const { server, ask } = await open()
    expect(await ask()).toMatchObject({ text: JSON.stringify(picked), answerTokens: 6 })
    const [chat] = server.chatted
    expect(chat).toMatchObject({
      model: 'small-chat',
      format: schema,
      stream: true,
      truncate: false,
      shift: false,
      tools: [],
      options: { num_ctx: 4096, temperature: 0 },
    })
    expect(chat?.messages[0]?.content).toMatch(/^Pick one\.\n\n[^]*"tool":\{"type":"string"\}/)
  })

  it('counts what the server counts', async () => {
    const { ask } = await open()
    const { promptTokens } = await ask()
    const longer = await open()
    const text = `Pick one. ${'x'.repeat(100)}`
    const more = await longer.model.answer({ text, schema, ...call })
    expect(more.promptTokens - promptTokens).toBe(101)
  })

  it('is known by name, digest and options', async () => {
    const one = await open()
    const { model: same } = await open()
    const { model: other } = await open({ digest: 'b'.repeat(64) })
    expect(one.model.fingerprint).toBe(same.fingerprint)
    expect(other.fingerprint).not.toBe(same.fingerprint)
  })

  describe('thinking', () => {
    const thinks: Says = () => ({ thinking: ['Hm'], tokens: ['{}'] })
    it.each([
      [undefined, false],
      [false, false],
      [true, true],
    ])('is asked for only where it is wanted: %s', async (think, sent) => {
      const { server, model } = await open({
        capabilities: ['completion', 'thinking'],
        says: thinks,
      })
      const answer = await model.answer({ text: 'x', schema, think, ...call })
      expect(server.chatted[0]?.think).toBe(sent)
      expect(answer.text).toBe('{}')
    })

    it('is not spoken of to a model that cannot', async () => {
      const { server, model } = await open()
      await model.answer({ text: 'x', schema, think: true, ...call })
      expect(server.chatted[0]?.think).toBeUndefined()
    })

    it('is kept low where it cannot be left out', async () => {
      const over = { family: 'gptoss', capabilities: ['completion', 'thinking'] }
      const { server, ask } = await open(over)
      await ask()
      expect(server.chatted[0]?.think).toBe('low')
    })

    it('is left out of an answer that holds it', async () => {
      const text = '<think>Which?</think>\n```json\n{"tool":"a"}\n```'
      const { ask } = await open({ says: answering(() => text) })
      expect((await ask()).text).toBe('{"tool":"a"}')
    })
  })

  describe('the context', () => {
    const words = (count: number) => 'word '.repeat(count)
    const sizes = (server: Awaited<ReturnType<typeof open>>['server']) =>
      server.chatted.map(({ options }) => options.num_ctx)

    it('grows in few steps and does not shrink again, as each loads the model anew', async () => {
      const { server, model } = await open({ contextTokens: 40_000 })
      for (const count of [10, 100, 2000, 10, 2500, 4000]) {
        await model.answer({ text: words(count), schema, ...call })
      }
      expect([...new Set(sizes(server))]).toEqual([4096, 16_384, 32_768])
      expect(sizes(server)).toEqual([...sizes(server)].sort((a, b) => Number(a) - Number(b)))
    })

    it('is not larger than the model’s own, nor smaller than it is loaded with anyway', async () => {
      const small = await open({ contextTokens: 2048 })
      await small.ask()
      expect(sizes(small.server)).toEqual([2048])
      const usual = await open({ contextTokens: 131_072, numCtx: 10_000 })
      await usual.ask()
      expect(sizes(usual.server)).toEqual([10_000])
    })

    it('is enlarged where the server counts more tokens than were guessed', async () => {
      const { server, model } = await open({ contextTokens: 131_072 })
      await model.answer({ text: 'x'.repeat(12_000), schema, ...call })
      expect(sizes(server)).toEqual([16_384])
      expect(server.requests.filter((each) => each === 'POST /api/chat')).toHaveLength(2)
    })

    it('that cannot hold the prompt is an error with both numbers and a fix', async () => {
      const { server, model } = await open({ contextTokens: 4096 })
      await expect(
        model.answer({ text: 'x'.repeat(100_000), schema, ...call }),
      ).rejects.toMatchObject(
        problem('The prompt has 100,140 tokens; the model small-chat reads 4,096', 'bad-input'),
      )
      expect(server.chatted).toEqual([])
    })
  })

  describe('an answer that is not whole', () => {
    it('was cut where it was too long', async () => {
      const forever = (function* () {
        for (let at = 0; ; at++) yield String(at)
      })()
      const { ask } = await open({ says: () => ({ tokens: forever }) })
      expect(await ask()).toMatchObject({
        answerTokens: 2048,
        fault: 'it was cut after 2048 tokens, more than such an answer takes',
      })
    })

    it('was broken off where a model repeats itself; what it cost is guessed', async () => {
      const { ask } = await open({ says: () => ({ tokens: Array<string>(99).fill(' again') }) })
      const answer = await ask()
      expect(answer.fault).toBe('it was broken off, as the model repeated itself')
      expect(answer.answerTokens).toBe(31)
      expect(answer.promptTokens).toBeGreaterThan(0)
    })

    it('is not asked for once more: the same would come again', async () => {
      const { server, model } = await open()
      server.chatFaults.push('broken off')
      const prompt = { id: 'pick', version: 1, answer: z.object({}), text: () => 'Pick.' }
      await expect(askModel(model)(prompt, undefined as never, call)).rejects.toThrow('broken off')
      expect(server.chatted).toHaveLength(1)
    })
  })

  it.each<[ChatFault[], number]>([
    [['busy', 'busy'], 1],
    [['runner-killed', 'crash-on-load'], 2],
  ])('is asked again after %j', async (faults, chatted) => {
    const { server, ask } = await open()
    server.chatFaults.push(...faults)
    expect(await ask()).toMatchObject({ text: JSON.stringify(picked) })
    expect(server.chatted).toHaveLength(chatted)
  })

  it.each<{ what: string; fault: ChatFault; times?: number; message: string }>([
    {
      what: 'a server that stays busy',
      fault: 'busy',
      times: 4,
      message: 'is busy with other requests.',
    },
    {
      what: 'a runner that dies again and again',
      fault: 'runner-killed',
      times: 4,
      message: 'ended again and again while it answered',
    },
    {
      what: 'a model deleted meanwhile',
      fault: 'deleted',
      message: 'The model small-chat is not installed',
    },
    { what: 'too little memory', fault: 'out-of-memory', message: 'requires more system memory' },
    { what: 'a server that goes away', fault: 'gone', message: 'broke off' },
    { what: 'a connection cut in the middle', fault: 'cut', message: 'broke off' },
    {
      what: 'bytes that are no JSON in the middle of an answer',
      fault: 'garbled',
      message: 'sent an answer that cannot be read.',
    },
    { what: 'a page with an error', fault: 'no-json', message: 'Bad Gateway' },
    { what: 'a page instead of an answer', fault: 'page', message: 'is not Ollama' },
    {
      what: 'a redirect',
      fault: { redirect: 'http://elsewhere.example/api/chat' },
      message: 'not followed',
    },
  ])('tells of $what', async ({ fault, times = 1, message }) => {
    const { server, ask } = await open()
    server.chatFaults.push(...Array<ChatFault>(times).fill(fault))
    await expect(ask()).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining(message),
      fix: expect.any(String),
    })
    expect(server.chatFaults).toEqual([])
  })

  it('prints nothing of what it cannot read', async () => {
    const print = (['log', 'warn', 'error'] as const).map((kind) =>
      vi.spyOn(console, kind).mockReturnValue(undefined),
    )
    onTestFinished(() => print.forEach((each) => each.mockRestore()))
    const { server, ask } = await open()
    server.chatFaults.push('garbled')
    await expect(ask()).rejects.toMatchObject({ fix: expect.stringContaining('restart Ollama') })
    print.forEach((each) => expect(each).not.toHaveBeenCalled())
  })

  it('speaks of memory where a runner dies', async () => {
    const { server, ask } = await open()
    server.chatFaults.push('crash-on-load', 'crash-on-load', 'crash-on-load', 'crash-on-load')
    await expect(ask()).rejects.toMatchObject({ fix: expect.stringContaining('memory') })
  })

  it('answers freely where the server has no grammar for the schema', async () => {
    const { server, model } = await open()
    const strange = { type: 'object', properties: { tool: { type: 'string', pattern: '(?=a)b' } } }
    const answer = await model.answer({ text: 'Pick.', schema: strange, ...call })
    expect(answer.text).toBe(JSON.stringify(picked))
    expect(server.chatted.map(({ format }) => format)).toEqual(['json'])
  })

  it('is stopped in the middle of an answer, which closes the connection', async () => {
    const { server, model } = await open()
    server.msPerToken = 50
    const stop = new AbortController()
    const onSign = () => stop.abort()
    const asked = model.answer({ text: 'x', schema, signal: stop.signal, onSign })
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => server.brokenOff.count).toBe(1)
  })

  it('is waited for as long as it works, and says so to all who wait', async () => {
    const { server, model } = await open()
    server.msPerToken = 30
    const signs = [0, 0, 0]
    const answers = signs.map((_, at) =>
      model.answer({
        text: String(at),
        schema,
        signal: never,
        onSign: () => (signs[at] = (signs[at] ?? 0) + 1),
      }),
    )
    expect(await Promise.all(answers)).toHaveLength(3)
    // The last has heard of all three answers, each of 5 lines and an end.
    expect(Math.max(...signs)).toBeGreaterThanOrEqual(18)
    expect(server.chats.most).toBe(2)
  })

  it('is given up where the server answers nothing any more', async () => {
    const { server, ask } = await open()
    server.chatFaults.push('hang')
    const asked = ask()
    server.frozen = true
    await expect(asked).rejects.toMatchObject(problem('answers nothing any more'))
  })

  it.each([
    [{ remote_host: 'https://ollama.example' }, 'runs on another machine'],
    [{ capabilities: ['embedding'] }, 'cannot chat'],
  ])('is not opened where it is %j', async (over, message) => {
    await expect(open(over)).rejects.toMatchObject(problem(message))
  })

  it.each([
    ['ollama:none', 'unavailable', 'The model none is not installed'],
    ['ollama:', 'not-found', 'names no chat model'],
    ['builtin', 'not-found', 'names no chat model'],
  ])('is not opened by the name %s', async (name, code, message) => {
    await expect(open({}, name)).rejects.toMatchObject(problem(message, code))
  })

  it('is opened where the listing takes it for something else, as it is asked itself', async () => {
    const { model } = await open({
      capabilities: ['completion'],
      shownCapabilities: ['completion', 'tools'],
    })
    expect(model.callTools).toBeDefined()
  })
})

describe('calling tools', () => {
  const tools = [
    { name: 'get_weather', description: 'Weather of a city.', parameters: { type: 'object' } },
    { name: 'send_mail', description: 'Sends a mail.', parameters: { type: 'object' } },
  ]
  const request = { text: 'Weather in Paris?', tools, signal: never }
  const calling = (...calls: { name: string; arguments: unknown }[]) =>
    open({ says: () => ({ tokens: ['Well.'], calls }) })

  it('sends the definitions, and no format', async () => {
    const { server, model } = await calling({ name: 'get_weather', arguments: { city: 'Paris' } })
    expect(await model.callTools?.(request)).toMatchObject({
      calls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
      dropped: 0,
      text: '',
      answerTokens: 5,
    })
    expect(server.chatted[0]).toMatchObject({
      format: undefined,
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
      messages: [{ role: 'user', content: 'Weather in Paris?' }],
    })
  })

  it('gives the calls of a model with a template of its own, which come in the last line', async () => {
    const calls = tools.map(({ name }) => ({ name, arguments: {} }))
    const { model } = await open({ template: 'own', says: () => ({ tokens: [], calls }) })
    expect((await model.callTools?.(request))?.calls).toEqual(calls)
  })

  it('tells once when the first call is there, before the answer is whole, and of none nothing', async () => {
    const told: string[] = []
    const onFirstCall = () => told.push('first call')
    const { model } = await calling(
      { name: 'get_weather', arguments: { city: 'Paris' } },
      { name: 'send_mail', arguments: { to: 'ops' } },
    )
    await model.callTools?.({ ...request, onFirstCall }).then(() => told.push('answer'))
    expect(told).toEqual(['first call', 'answer'])
    const { model: silent } = await open({ says: () => ({ tokens: ['No.'] }) })
    await silent.callTools?.({ ...request, onFirstCall })
    expect(told).toHaveLength(2)
  })

  it('drops and counts calls whose arguments are no object', async () => {
    const { model } = await calling(
      { name: 'get_weather', arguments: 'Paris' },
      { name: 'send_mail', arguments: { to: 'ops' } },
    )
    expect(await model.callTools?.(request)).toMatchObject({
      calls: [{ name: 'send_mail', arguments: { to: 'ops' } }],
      dropped: 1,
    })
  })

  it.each(['bare', undefined] as const)(
    'drops and counts a call of a tool that was not offered: template %s',
    async (template) => {
      const calls = [{ name: 'weather_by_moon', arguments: {} }]
      const { model } = await open({
        ...(template && { template }),
        says: () => ({ tokens: [], calls }),
      })
      const dropped = template ? 1 : 0
      expect(await model.callTools?.(request)).toMatchObject({ calls: [], dropped, text: '' })
    },
  )

  it('reads a call behind what was thought aloud though it was to be left out', async () => {
    const calls = [{ name: 'get_weather', arguments: { city: 'Paris' } }]
    const { model } = await open({
      capabilities: ['completion', 'tools', 'thinking'],
      thinksAloud: true,
      says: () => ({ thinking: ['Which', ' city?'], tokens: [], calls }),
    })
    let first = 0
    const asked = { ...request, onFirstCall: () => first++ }
    expect(await model.callTools?.(asked)).toMatchObject({ calls, dropped: 0, text: '' })
    expect(first).toBe(1)
  })

  it('leaves out of its words what it thought aloud', async () => {
    const text = '<think>Do I know?</think>\n\nI do not know.'
    const { model } = await open({ says: answering(() => text) })
    expect(await model.callTools?.(request)).toMatchObject({ calls: [], text: 'I do not know.' })
  })

  it('gives the words of a model that calls none', async () => {
    const { model } = await calling()
    expect(await model.callTools?.(request)).toMatchObject({ calls: [], text: 'Well.' })
  })

  it('is not offered by a model that was not taught to', async () => {
    const { model } = await open({ capabilities: ['completion'] })
    expect(model.callTools).toBeUndefined()
  })
})
