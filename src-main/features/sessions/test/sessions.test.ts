import { describe, expect, it } from 'vitest'
import type { AppPorts } from '../../../app/ports'
import type { FoundTools } from '../../../contract/agent'
import { SESSION_BOUNDS } from '../../../domain/agent/session'
import { ToolId } from '../../../domain/tool/tool'
import type { ToolCaller } from '../../../ports/tool-caller'
import { scriptedModel } from '../../../../test/fakes/scripted-model'
import { callsInTurn } from '../../../../test/fakes/tool-caller'
import { emptyFolder, openApp, openAppOn } from '../../../../test/app/open-app'

const namesOf = ({ tools }: FoundTools) => tools.map(({ name }) => name)
const idsOf = ({ tools }: FoundTools) => tools.map(({ tool }) => tool)
const search = (query: string) => ({ name: 'search_tools', arguments: { query } })

async function small() {
  const app = await openApp()
  return { ...app, dir: await app.smallWorkspace() }
}

async function withModel(caller: ToolCaller) {
  const languageModels: AppPorts['languageModels'] = {
    open: async () => ({ ...scriptedModel({}), ...caller }),
  }
  const app = await openAppOn(await emptyFolder(), { languageModels })
  await app.request('settings.write', { chatModel: 'ollama:talker' })
  return { ...app, dir: await app.smallWorkspace() }
}

describe('selecting tools for a query', () => {
  it('gives the best k, each with its score and as it is sent to a model', async () => {
    const { request, dir } = await small()
    const found = await request('agent.select', { dir, query: 'send an email', k: 2 })
    expect(found.tools).toHaveLength(2)
    expect(found.tools[0]).toMatchObject({
      name: 'send_email',
      rank: 1,
      score: expect.any(Number) as number,
      definition: { type: 'function', function: { name: 'send_email' } },
    })
    expect(found.promptTokens).toBeGreaterThan(0)
    expect(found).not.toHaveProperty('trace')
  })

  it('tells each stage where that is asked for', async () => {
    const { request, dir } = await small()
    const query = { dir, query: 'send an email', recipe: 'toolsee', k: 2, withTrace: true }
    const { trace = [] } = await request('agent.select', query)
    expect(trace.map(({ stage }) => stage)).toContain('clauses in turn')
  })

  it('asks what the workspace works with, unless it is told otherwise', async () => {
    const { request, dir } = await small()
    const stagesOf = async (more: { recipe?: string } = {}) => {
      const query = { dir, query: 'send an email', withTrace: true, ...more }
      const { trace = [] } = await request('agent.select', query)
      return trace.map(({ stage }) => stage)
    }
    await request('workspace.workWith', { dir, recipe: 'bm25', k: 2 })
    expect(await stagesOf()).toEqual(await stagesOf({ recipe: 'bm25' }))
    expect(await stagesOf()).not.toEqual(await stagesOf({ recipe: 'dense' }))
    const { tools } = await request('agent.select', { dir, query: 'send an email' })
    expect(tools).toHaveLength(2)
  })
})

describe('a recipe that decides itself how many tools', () => {
  const own = { recipe: 'hybrid', options: { size: 'adaptive' } }

  it('gives a session what it finds, whatever k, and never what is held', async () => {
    const { request, dir } = await small()
    const query = { dir, query: 'send an email to Ann and check the weather', ...own }
    const all = await request('agent.select', { ...query, k: 1 })
    expect(all.tools.length).toBeGreaterThan(1)
    const [first = ToolId.parse('none')] = idsOf(all)
    const next = await request('agent.search', { ...query, k: 1, held: [first] })
    expect(idsOf(next)).toEqual(idsOf(all).slice(1))
  })

  it('adds no more than the session has room for', async () => {
    const { request, dir, file } = await small()
    const many = Array.from({ length: SESSION_BOUNDS.tools - 1 }, (_, at) => ({
      type: 'function',
      function: { name: `note_${at}`, description: 'Notes.', parameters: { type: 'object' } },
    }))
    await request('import.commit', { dir, path: await file('many.json', many) })
    const held = many.map((tool) => tool.function.name as ToolId)
    const query = { dir, query: 'send an email to Ann and check the weather', ...own }
    const last = await request('agent.search', { ...query, held })
    expect(last.tools).toHaveLength(1)
    expect(last.bound).toContain('128 tools')
  })
})

describe.each(['toolsee', 'bm25', 'hybrid'])('searching in mid-run by %s', (recipe) => {
  it('finds what comes next, never what is held', async () => {
    const { request, dir } = await small()
    const asked = { dir, query: 'send an email about the weather', recipe, withTrace: true }
    const first = await request('agent.select', { ...asked, k: 2 })
    const held = idsOf(first)
    const next = await request('agent.search', { ...asked, k: 2, held })
    expect(next.tools.length).toBeGreaterThan(0)
    expect(idsOf(next).filter((tool) => held.includes(tool))).toEqual([])
    expect(next.already?.toSorted()).toEqual(held.toSorted())
    const all = await request('agent.select', { ...asked, k: 4 })
    expect(idsOf(next)).toEqual(idsOf(all).slice(2))
  })

  it('leaves held tools out of account that are not in the catalog', async () => {
    const { request, dir } = await small()
    const asked = { dir, query: 'send an email', recipe, k: 1 }
    const found = await request('agent.search', { ...asked, held: [ToolId.parse('gone')] })
    expect(namesOf(found)).toEqual(['send_email'])
  })
})

describe('the bounds of a session', () => {
  it('end the searches, however often it is called, and say so instead of searching', async () => {
    const { request, dir } = await small()
    const searched: string[] = []
    const said: (string | undefined)[] = []
    for (let at = 0; at < 100; at++) {
      const found = await request('agent.search', { dir, query: `tool ${at}`, searched, k: 1 })
      searched.push(`tool ${at}`)
      said.push(found.bound)
    }
    expect(said.slice(0, SESSION_BOUNDS.searches)).toEqual(
      Array.from({ length: SESSION_BOUNDS.searches }, () => undefined),
    )
    const after = said.slice(SESSION_BOUNDS.searches)
    expect(new Set(after)).toEqual(
      new Set([
        'The session has searched 10 times, the most it may: go on with the tools there are.',
      ]),
    )
  })

  it('end what is held: it takes what there is room for, then nothing', async () => {
    const { request, dir, file } = await small()
    const many = Array.from({ length: 140 }, (_, at) => ({
      type: 'function',
      function: { name: `mail_${at}`, description: 'Sends mail.', parameters: { type: 'object' } },
    }))
    await request('import.commit', { dir, path: await file('many.json', many) })
    const held = many.slice(0, SESSION_BOUNDS.tools - 2).map((tool) => tool.function.name as ToolId)
    const last = await request('agent.search', { dir, query: 'mail', held, k: 5 })
    expect(last.tools).toHaveLength(2)
    expect(last.bound).toContain('128 tools')
    const full = [...held, ...idsOf(last)]
    const none = await request('agent.search', { dir, query: 'mail', held: full, k: 5 })
    expect(none).toMatchObject({ tools: [], bound: expect.stringContaining('128') as string })
    const over = await small().then(({ reply }) =>
      reply('agent.search', { dir, query: 'mail', held: [...full, ToolId.parse('x')] }),
    )
    expect(over).toMatchObject({ error: { code: 'bad-input' } })
  })

  it.each([
    ['', 'query must not be empty'],
    ['   ', 'query must not be empty'],
    ['x'.repeat(1001), 'query must hold at most 1000 characters'],
  ])('refuse a search that is nothing or endless: %.5s', async (query, why) => {
    const { reply, dir } = await small()
    const answer = await reply('agent.search', { dir, query })
    expect(answer).toMatchObject({ error: { code: 'bad-input' } })
    expect(!answer.ok && answer.error.message).toContain(why)
  })
})

describe('a session without a model', () => {
  const text = 'send an email to Ann, check the weather in Bern and look at my calendar'
  type Held = { held: ToolId[]; searched: string[] }

  it('searches one clause after the other, and is then done', async () => {
    const { request, dir } = await small()
    const session: Held = { held: [], searched: [] }
    for (const isLast of [false, false, true]) {
      const step = await request('agent.step', { dir, text, by: 'clauses', k: 1, ...session })
      expect(step).toMatchObject({ by: 'clauses', refused: [], done: isLast })
      expect(step.searches).toHaveLength(1)
      session.held.push(...step.searches.flatMap(idsOf))
      session.searched.push(...step.searches.map(({ query }) => query))
    }
    expect(session.searched).toHaveLength(3)
    expect(new Set(session.held).size).toBe(session.held.length)
    const after = await request('agent.step', { dir, text, by: 'clauses', ...session })
    expect(after).toMatchObject({ searches: [], done: true })
  })

  it('has nothing to search where the request asks for one thing', async () => {
    const { request, dir } = await small()
    const one = await request('agent.step', { dir, text: 'send an email', by: 'clauses' })
    expect(one).toMatchObject({ searches: [], done: true })
    expect(one.searchToolTokens).toBeGreaterThan(0)
  })
})

describe('a session in which the chat model searches', () => {
  const text = 'send an email about the weather'

  it('answers search_tools alone: what is found joins, and no other call is executed', async () => {
    const caller = callsInTurn(
      [search('weather forecast'), { name: 'send_email', arguments: { to: 'ann' } }],
      [{ name: 'get_weather', arguments: { city: 'Bern' } }],
    )
    const { request, dir } = await withModel(caller)
    const held = [ToolId.parse('send_email')]
    const asked = { dir, text, by: 'model' as const, k: 1 }
    const first = await request('agent.step', { ...asked, held })
    expect(first.searches.map(namesOf)).toEqual([['get_weather']])
    expect(first.done).toBe(false)
    expect(first.model?.calls).toMatchObject([
      { tool: 'send_email', faults: [{ path: 'to', why: 'is a string, not an array' }] },
    ])
    expect(first.model?.firstCallMs).toBeTypeOf('number')

    const more = { held: [...held, ToolId.parse('get_weather')], searched: ['weather forecast'] }
    const second = await request('agent.step', { ...asked, ...more })
    expect(second).toMatchObject({ searches: [], done: true })
    expect(second.model?.calls).toMatchObject([{ tool: 'get_weather', faults: [] }])
    expect(caller.requests[1]?.tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'send_email',
      'get_weather',
    ])
    expect(caller.requests[1]?.text).toContain('"weather forecast"')
  })

  it('lets each search of a step know what those before it found', async () => {
    const caller = callsInTurn([search('email'), search('an email')])
    const { request, dir } = await withModel(caller)
    const { searches } = await request('agent.step', { dir, text, by: 'model', k: 1 })
    const found = searches.flatMap(idsOf)
    expect(found).toHaveLength(2)
    expect(new Set(found).size).toBe(2)
  })

  it('refuses searches that are empty, endless, the same, no text, or too many, and says why', async () => {
    const calls = [
      search(''),
      search('x'.repeat(1_000_000)),
      search('weather'),
      search('weather'),
      { name: 'search_tools', arguments: { query: { text: 'mail' } } },
      ...Array.from({ length: 100 }, (_, at) => search(`other ${at}`)),
    ]
    const { request, dir } = await withModel(callsInTurn(calls))
    const step = await request('agent.step', { dir, text, by: 'model', k: 1 })
    expect(step.searches).toHaveLength(SESSION_BOUNDS.searches)
    const reasons = step.refused.map(({ why }) => why)
    expect(reasons).toEqual(
      expect.arrayContaining([
        'it says nothing to search for',
        'it has 1000000 characters; a search has at most 1000',
        'the same was searched before',
        'a session may search 10 times',
        '85 more calls were not looked at',
      ]),
    )
    expect(JSON.stringify(step.refused).length).toBeLessThan(5000)
  })

  it('offers search_tools no more once the session has searched as often as it may', async () => {
    const caller = callsInTurn([])
    const { request, dir } = await withModel(caller)
    const searched = Array.from({ length: SESSION_BOUNDS.searches }, (_, at) => `search ${at}`)
    const held = [ToolId.parse('send_email')]
    const step = await request('agent.step', { dir, text, by: 'model', held, searched })
    expect(caller.requests[0]?.tools.map(({ name }) => name)).toEqual(['send_email'])
    expect(step).toMatchObject({ done: true, searches: [] })
  })

  it('tells a tool of the catalog that is called search_tools apart', async () => {
    const caller = callsInTurn([{ name: 'search_tools_2', arguments: {} }])
    const { request, dir, file } = await withModel(caller)
    const own = { name: 'search_tools', description: 'Looks in the shed.', parameters: {} }
    await request('import.commit', {
      dir,
      path: await file('own.json', [{ type: 'function', function: own }]),
    })
    const held = [ToolId.parse('search_tools')]
    const step = await request('agent.step', { dir, text, by: 'model', held })
    expect(step.searches).toEqual([])
    expect(step.model?.calls.map(({ tool }) => tool)).toEqual(['search_tools'])
  })

  it('says what to do where no chat model is chosen', async () => {
    const { reply, dir } = await small()
    expect(await reply('agent.step', { dir, text, by: 'model' })).toMatchObject({
      error: { code: 'unavailable', fix: 'Choose one that calls tools under Settings, Models.' },
    })
  })
})
