import { expect, test } from 'vitest'
import type { ServedTools } from '../../src-main/contract/serving'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp, openAppOn } from './open-app'

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
})

/** Two servers that share a name, and one tool whose name is a word of every sentence. */
const SERVERS = {
  servers: [
    {
      name: 'notes',
      tools: [tool('search', 'Search notes.'), tool('create_note', 'Write a new note.')],
    },
    {
      name: 'mail',
      tools: [tool('search', 'Search the mailbox.'), tool('send_mail', 'Send a letter.')],
    },
    { name: 'web', tools: [tool('fetch', 'Read the page at an address.')] },
  ],
}

async function served() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await app.request('import.commit', { dir, path: await app.file('b.json', SERVERS) })
  await app.request('workspace.workWith', { dir, recipe: 'bm25', k: 3 })
  const search = (query: string, more: object = {}) =>
    app.request('serving.search', { dir, query, ...more })
  const get = (...names: string[]) => app.request('serving.get', { dir, names })
  return { ...app, dir, search, get }
}

const namesOf = ({ tools }: ServedTools) => tools.map(({ name }) => name)

test('gives what the workspace’s recipe finds, as many as its k, with the definitions', async () => {
  const { search } = await served()
  const found = await search('weather forecast for Zurich')
  expect(found.tools[0]).toEqual({
    name: 'get_weather',
    description: 'Weather forecast for a place.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  })
  expect(found.tools.length).toBeLessThanOrEqual(3)
  expect(namesOf(await search('email event weather', { k: 1 }))).toHaveLength(1)
})

test('puts a tool first that the query names, whatever the recipe finds', async () => {
  const { search } = await served()
  expect(namesOf(await search('convert_currency'))[0]).toBe('convert_currency')
  const found = await search('use “Convert_Currency”, then send an email')
  expect(found.tools[0]).toMatchObject({
    name: 'convert_currency',
    why: expect.stringMatching(/^its exact name/) as string,
  })
  expect(namesOf(found)).toContain('send_email')
  expect(found.tools.length).toBeLessThanOrEqual(3)
  // Alone, a plain word is a name; within a sentence it is a word.
  expect((await search('fetch')).tools[0]?.why).toMatch(/^its exact name/)
  expect((await search('fetch the weather')).tools[0]).toMatchObject({ name: 'get_weather' })
})

test('calls tools that share a name by their servers, and takes either name', async () => {
  const { search, get } = await served()
  expect(namesOf(await search('search')).sort()).toEqual(
    expect.arrayContaining(['mail/search', 'notes/search']),
  )
  expect(namesOf(await get('mail/search'))).toEqual(['mail/search'])
  expect(namesOf(await get('search')).sort()).toEqual(['mail/search', 'notes/search'])
  expect(await get('CREATE_NOTE', 'no_such_tool')).toMatchObject({
    tools: [{ name: 'create_note' }],
    unknown: ['no_such_tool'],
  })
})

test('gives nothing that is held already, and no hidden tool under any name', async () => {
  const { search, get, request, dir } = await served()
  const held = ['send_email', 'mail/search', 'gone_by_now']
  expect(namesOf(await search('send an email, search', { held }))).not.toContain('send_email')
  expect(namesOf(await search('send_email', { held }))).not.toContain('send_email')
  const id = ToolId.parse('send_email')
  await request('catalog.saveLayer', { dir, id, layer: { visibility: 'hidden' } })
  expect(namesOf(await search('send_email'))).not.toContain('send_email')
  expect(await get('send_email')).toEqual({ tools: [], unknown: ['send_email'] })
})

test('counts a change from the next request, also one of another program', async () => {
  const { search, folder, dir } = await served()
  expect(namesOf(await search('translate a sonnet'))).not.toContain('create_event')
  const other = await openAppOn(`${folder}/data`)
  const id = ToolId.parse('create_event')
  await other.request('catalog.saveLayer', {
    dir,
    id,
    layer: { questions: ['translate a sonnet'] },
  })
  expect(namesOf(await search('translate a sonnet'))[0]).toBe('create_event')
  await other.request('workspace.workWith', { dir, k: 1 })
  expect(namesOf(await search('email event weather'))).toHaveLength(1)
})

test('gives a model’s description, never text that is only searched', async () => {
  const { get, request, dir } = await served()
  const layer = { description: 'searched only', modelDescription: 'For models.' }
  await request('catalog.saveLayer', { dir, id: ToolId.parse('get_weather'), layer })
  expect((await get('get_weather')).tools[0]?.description).toBe('For models.')
})

test('says what is served before the first request', async () => {
  const { request, dir } = await served()
  expect(await request('serving.prepare', { dir })).toEqual({ recipe: 'BM25', k: 3, tools: 10 })
  const asked = { dir, recipe: 'bm25', options: { servers: ['mail'] } }
  expect(await request('serving.prepare', asked)).toMatchObject({ tools: 2 })
  const offer = await request('serving.offer', { dir })
  expect(offer.tools.map(({ name }) => name)).toEqual(['search_tools', 'get_tools'])
  expect(offer.args.slice(-3)).toEqual(['mcp', '--workspace', dir])
  expect(offer.instructionTokens).toBeGreaterThan(50)
  expect(offer.promptTokens).toBeGreaterThan(offer.instructionTokens + 50)
})

test('tells who connects which services there are, of those tools alone that are served', async () => {
  const { request, dir } = await served()
  const { of, instructions, tools } = await request('serving.briefing', { dir })
  expect(of).not.toBe('')
  expect(instructions).toContain(
    '\nHere are 10 tools, most of them of 3 services: mail, notes and web.\n',
  )
  expect(instructions).toContain('\n- notes: 2 tools, for note\n')
  expect(tools[0]?.description).toMatch(/ It searches 10 tools of mail, notes and web\.$/)
  const asked = { dir, recipe: 'bm25', options: { servers: ['mail'] } }
  const ofMail = await request('serving.offer', asked)
  expect(ofMail.instructions).toContain('\nHere are 2 tools of mail')
  expect(ofMail.instructions).not.toContain('notes')
})

test('answers what an agent sends to a tool as it is meant, and keeps what it refuses', async () => {
  const { request, reply, dir, file } = await served()
  const by = { session: 'agent', client: 'agent 1' }
  const ask = (tool: string, sent?: unknown) => reply('serving.ask', { dir, tool, sent, by })
  expect(
    await ask('search_tools', { query: 'send an email', k: '1', held: 'get_weather' }),
  ).toMatchObject({
    data: {
      tools: [{ name: 'send_email' }],
      note: expect.stringMatching(/“held” was text.*“k” was text/) as string,
    },
  })
  expect(await ask('get_tools', { names: 'mail/search, send_mail' })).toMatchObject({
    data: { tools: [{ name: 'mail/search' }, { name: 'send_mail' }] },
  })
  const refused = [
    await ask('search_tools', { query: 7 }),
    await ask('search_tools'),
    await ask('get_tools', ['send_email']),
    await ask('call_tool', { name: 'send_email' }),
    await ask('send_email', { to: 'ada' }),
  ]
  expect(refused.map((each) => !each.ok && each.error.message)).toEqual([
    'search_tools was not done: query must be text.',
    'search_tools was not done: query is missing.',
    'get_tools was not done: it takes an object with named fields, and was sent a list.',
    'There is no tool “call_tool” here, only search_tools, get_tools.',
    'There is no tool “send_email” here, only search_tools, get_tools.',
  ])
  const { rows } = await request('served.list', { dir })
  expect(rows.map(({ did, fault, unknown }) => [did, fault, unknown])).toEqual([
    ['call', refused[4]?.ok === false && refused[4].error.message, ['send_email']],
    ['call', refused[3]?.ok === false && refused[3].error.message, ['call_tool']],
    ['get', refused[2]?.ok === false && refused[2].error.message, undefined],
    ['search', refused[1]?.ok === false && refused[1].error.message, undefined],
    ['search', refused[0]?.ok === false && refused[0].error.message, undefined],
    ['get', undefined, undefined],
    ['search', undefined, undefined],
  ])
  expect((await request('served.sums', { dir })).counts).toMatchObject({ all: 7, failed: 2 })
  const text = `Makes large things. ${'x'.repeat(1 << 20)}`
  const large = Array.from({ length: 5 }, (_, at) => tool(`large_thing_${at}`, text))
  await request('import.commit', { dir, path: await file('large.json', { tools: large }) })
  const answer = await request('serving.search', { dir, query: 'large things', k: 5, by })
  expect(JSON.stringify(answer).length).toBeLessThan(31_000)
  expect(answer.note).toMatch(/^Shortened: large_thing_0.*; get_tools gives all of it\.$/)
  const { rows: after } = await request('served.list', { dir, limit: 1 })
  expect(after[0]?.tools).toHaveLength(answer.tools.length)
  const one = await request('serving.get', { dir, names: ['large_thing_1'] })
  expect(JSON.stringify(one).length).toBeLessThan(31_000)
})
