import { describe, expect, it } from 'vitest'
import { Problem } from '../../src-main/domain/problem'
import { ToolId } from '../../src-main/domain/tool/tool'
import type { AppPorts } from '../../src-main/app/ports'
import type { OpenLanguageModel } from '../../src-main/ports/language-model'
import { scriptedModel } from '../fakes/scripted-model'
import { fakeToolCaller } from '../fakes/tool-caller'
import { emptyFolder, openAppOn } from './open-app'

const tools = ['send_email', 'get_weather'].map((id) => ToolId.parse(id))

async function withModel(more: Partial<OpenLanguageModel> = {}) {
  const model = { ...scriptedModel({}), ...more }
  const languageModels: AppPorts['languageModels'] = { open: async () => model }
  const app = await openAppOn(await emptyFolder(), {
    languageModels,
    tokenCounter: {
      tokenizer: 'characters',
      count: (text) => ({ tokens: text.length, isEstimate: false }),
    },
  })
  await app.request('settings.write', { chatModel: 'ollama:talker' })
  return { ...app, dir: await app.smallWorkspace() }
}

describe('trying a tool set with the chat model', () => {
  it('tells the calls it would make, what is wrong with each, and both counts of tokens', async () => {
    const caller = fakeToolCaller({
      send_email: { to: 'ann', subject: 'Hello' },
      get_weather: { city: 'Bern' },
      delete_all: {},
    })
    const { request, dir } = await withModel(caller)
    const text = 'send_email about get_weather, then delete_all'
    const tried = await request('query.tryModel', { dir, text, tools })
    expect(tried).toMatchObject({ model: 'ollama:talker', dropped: 1, more: 0, said: '' })
    expect(tried.calls).toEqual([
      {
        name: 'send_email',
        tool: 'send_email',
        arguments: { to: 'ann', subject: 'Hello' },
        faults: [{ path: 'to', why: 'is a string, not an array' }],
      },
      { name: 'get_weather', tool: 'get_weather', arguments: { city: 'Bern' }, faults: [] },
    ])
    const [asked] = caller.requests
    expect(asked?.tools.map(({ name }) => name)).toEqual(['send_email', 'get_weather'])
    expect(tried.promptTokens).toBe(text.length + JSON.stringify(asked?.tools).length)
    expect(tried.estimatedTokens).toBeGreaterThan(0)
  })

  it('says that an answer is not whole, of the tools as of the whole catalog', async () => {
    const caller = fakeToolCaller()
    const callTools: typeof caller.callTools = async (request) => ({
      ...(await caller.callTools(request)),
      fault: 'it was cut',
    })
    const { request, dir } = await withModel({ callTools })
    const asked = { dir, text: 'x', tools, withWholeCatalog: true }
    expect(await request('query.tryModel', asked)).toMatchObject({
      fault: 'it was cut',
      wholeCatalog: { fault: 'it was cut' },
    })
  })

  it('tries the whole catalog as well where that is asked for, to compare with', async () => {
    const caller = fakeToolCaller({ send_email: {} })
    const { request, dir } = await withModel(caller)
    const asked = { dir, text: 'send_email', tools }
    const tried = await request('query.tryModel', { ...asked, withWholeCatalog: true })
    expect(caller.requests.map((each) => each.tools.length)).toEqual([2, 5])
    expect(tried.firstCallMs).toBeTypeOf('number')
    expect(tried.wholeCatalog).toMatchObject({ tools: 5, calls: [{ tool: 'send_email' }] })
    const { wholeCatalog: whole } = tried
    expect(whole && 'tools' in whole && whole.promptTokens).toBeGreaterThan(tried.promptTokens)
    expect(await request('query.tryModel', asked)).not.toHaveProperty('wholeCatalog')
  })

  it('keeps what was tried with few where the whole catalog is more than the model reads', async () => {
    const caller = fakeToolCaller({ send_email: {} })
    const problem = new Problem('bad-input', 'That is more than talker reads.')
    const callTools: typeof caller.callTools = (request) =>
      request.tools.length > 2 ? Promise.reject(problem) : caller.callTools(request)
    const { request, dir } = await withModel({ callTools })
    const asked = { dir, text: 'send_email', tools, withWholeCatalog: true }
    expect(await request('query.tryModel', asked)).toMatchObject({
      calls: [{ tool: 'send_email' }],
      wholeCatalog: { problem: { message: 'That is more than talker reads.' } },
    })
  })

  it('tells nothing of hidden tools, also where it tries the whole catalog', async () => {
    const caller = fakeToolCaller()
    const { request, dir } = await withModel(caller)
    const layer = { visibility: 'hidden' as const }
    await request('catalog.saveLayer', { dir, id: ToolId.parse('create_event'), layer })
    await request('query.tryModel', { dir, text: 'x', tools, withWholeCatalog: true })
    expect(caller.requests[1]?.tools.map(({ name }) => name)).not.toContain('create_event')
  })

  it('sends the model-facing description, never the retrieval text', async () => {
    const caller = fakeToolCaller()
    const { request, dir } = await withModel(caller)
    const layer = { description: 'For finding.', modelDescription: 'For the model.' }
    await request('catalog.saveLayer', { dir, id: ToolId.parse('send_email'), layer })
    await request('query.tryModel', { dir, text: 'hello', tools })
    expect(caller.requests[0]?.tools[0]?.description).toBe('For the model.')
  })

  it('tells tools of one name apart', async () => {
    const caller = fakeToolCaller({ send_email_2: { to: ['ann'] } })
    const { request, file, dir } = await withModel(caller)
    const other = { name: 'send_email', description: 'Another.', parameters: { type: 'object' } }
    const path = await file('other.json', [{ type: 'function', function: other }])
    await request('import.commit', { dir, path, server: 'other' })
    const both = ['send_email', 'other/send_email'].map((id) => ToolId.parse(id))
    const tried = await request('query.tryModel', { dir, text: 'send_email_2', tools: both })
    expect(tried.calls.map(({ name, tool }) => [name, tool])).toContainEqual([
      'send_email_2',
      'other/send_email',
    ])
  })

  it('says what to do where no chat model is chosen, or it calls no tools', async () => {
    const { request, reply, dir } = await withModel()
    expect(await reply('query.tryModel', { dir, text: 'x', tools })).toMatchObject({
      error: { message: 'ollama:talker does not call tools.', code: 'unavailable' },
    })
    await request('settings.write', { chatModel: '' })
    expect(await reply('query.tryModel', { dir, text: 'x', tools })).toMatchObject({
      error: { code: 'unavailable', fix: expect.stringContaining('Models') as string },
    })
  })

  it('is stopped with the request', async () => {
    const stopper = new AbortController()
    const { reply, dir } = await withModel({
      callTools: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          stopper.abort()
        }),
    })
    expect(await reply('query.tryModel', { dir, text: 'x', tools }, stopper.signal)).toMatchObject({
      error: { code: 'cancelled' },
    })
  })
})
