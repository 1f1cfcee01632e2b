import { describe, expect, it, onTestFinished } from 'vitest'
import { chatModel, fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { openApp } from './open-app'

const EMBEDDER = 'ollama:all-minilm'
const BY = { session: 'agent 1', seesCalls: true }

/** The whole product on an Ollama that is there or not, and the small catalog. */
async function open({ isThere = true, recipe = 'hybrid', options = {} } = {}) {
  const ollama = await startFakeOllama([fakeModel({ name: 'all-minilm:latest' }), chatModel()])
  onTestFinished(() => ollama.close())
  const opened = await openApp()
  const { request } = opened
  const chatModelName = 'ollama:small-chat'
  await request('settings.write', {
    ollamaUrl: ollama.url,
    embedder: EMBEDDER,
    chatModel: chatModelName,
  })
  const dir = await opened.smallWorkspace()
  await request('workspace.workWith', { dir, recipe, options, k: 5 })
  if (!isThere) await ollama.close()
  const search = (query: string) => request('serving.search', { dir, query, by: BY })
  return { ...opened, ollama, dir, search }
}

const unsearched = expect.stringMatching(/^Meaning was not searched: Ollama /)
const embeds = (requests: readonly string[]) =>
  requests.filter((each) => each === 'POST /api/embed').length

describe('a served search, fused by scores,', () => {
  it('is answered by words where Ollama is not there, and by both once it is', async () => {
    const { request, dir, search, ollama } = await open({ isThere: false })
    expect(await request('serving.prepare', { dir })).toMatchObject({
      recipe: 'Hybrid',
      tools: 5,
      missing: expect.stringContaining('Ollama is not reachable'),
    })
    const without = await search('send an email')
    expect(without.tools[0]?.name).toBe('send_email')
    expect(without.note).toEqual(unsearched)
    await ollama.startAgain()
    const withBoth = await search('send an email')
    expect(withBoth.note).toBeUndefined()
    expect(embeds(ollama.requests)).toBeGreaterThan(1)
  })

  it('is answered by words where logged queries are learned from, too', async () => {
    const options = { history: true }
    const { request, dir, search, ollama, file } = await open({ isThere: false, options })
    const log = Array.from({ length: 12 }, (_, at) => ({
      query: `drop somebody a line ${at}`,
      tools: ['send_email'],
    }))
    await request('history.import', { dir, path: await file('log.json', log) })
    const without = await search('send an email')
    expect(without.tools[0]?.name).toBe('send_email')
    expect(without.note).toEqual(unsearched)
    await ollama.startAgain()
    await expect.poll(async () => (await search('send an email')).note).toBeUndefined()
  }, 30_000)

  it('goes on where Ollama ends, and uses it again once it is back', async () => {
    const { request, dir, search, ollama } = await open()
    expect(await request('serving.prepare', { dir })).not.toHaveProperty('missing')
    expect((await search('send an email')).note).toBeUndefined()
    await ollama.close()
    const without = await search('convert money')
    expect(without.tools[0]?.name).toBe('convert_currency')
    expect(without.note).toEqual(unsearched)
    await ollama.startAgain()
    expect((await search('convert an amount')).note).toBeUndefined()
  })

  it('does not wait for an Ollama that takes requests and answers none, nor ask it each time', async () => {
    const { request, dir, search, ollama } = await open()
    await request('serving.prepare', { dir })
    ollama.frozen = true
    const started = performance.now()
    const first = await search('convert money')
    expect(first.tools[0]?.name).toBe('convert_currency')
    expect(first.note).toEqual(unsearched)
    expect(performance.now() - started).toBeLessThan(8_000)
    const before = ollama.requests.length
    expect((await search('weather')).note).toEqual(unsearched)
    expect(ollama.requests.length).toBe(before)
  })

  it('is answered by words while the tools are still being embedded', async () => {
    const { search, ollama } = await open()
    let release: () => void = () => undefined
    ollama.hold = new Promise((resolve) => (release = resolve))
    const first = await search('send an email')
    expect(first.tools[0]?.name).toBe('send_email')
    expect(first.note).toMatch(
      /^Meaning was not searched: The tool documents are still being embed/,
    )
    // No other waits for it any more.
    expect((await search('weather')).note).toMatch(/still being embedded/)
    release()
    delete ollama.hold
    await expect.poll(async () => (await search('send a mail')).note).toBeUndefined()
  }, 30_000)
})

describe('a served search of one kind alone', () => {
  it.each(['dense', 'mftr', 'ptr'])(
    'is answered by words alone where the recipe %s has nothing else',
    async (recipe) => {
      const { request, dir, search } = await open({ isThere: false, recipe })
      await request('serving.prepare', { dir })
      const { tools, note } = await search('send an email')
      expect(tools[0]?.name).toBe('send_email')
      expect(note).toMatch(/^Only words were searched: Ollama is not reachable/)
    },
  )

  it('plans by rule where the chat model does not answer, and says so', async () => {
    const options = { planner: 'model', rerank: 'model' }
    const { search } = await open({ isThere: false, recipe: 'toolshed', options })
    const { tools, note } = await search('send an email')
    expect(tools[0]?.name).toBe('send_email')
    expect(note).toMatch(/Ollama is not reachable/)
  })
})

describe('an answer that lacked meaning', () => {
  it('teaches nothing, and is held against no tool', async () => {
    const { request, dir, search, ollama } = await open()
    await request('serving.prepare', { dir })
    await search('send an email')
    await request('serving.get', { dir, names: ['send_email'], by: BY })
    await ollama.close()
    await search('convert money')
    await request('serving.get', { dir, names: ['convert_currency'], by: BY })
    expect(await request('served.log', { dir, grade: 'fetched' })).toMatchObject({ added: 1 })
    const { rows } = await request('history.list', { dir })
    expect(rows.map(({ query }) => query)).toEqual(['send an email'])
  })
})

describe('a person’s query', () => {
  it('is answered by words as well, unless meaning alone was to be searched', async () => {
    const { request, dir } = await open({ isThere: false })
    const ask = (recipe: string) => request('query.run', { dir, recipe, text: 'send an email' })
    const { tools, degraded } = await ask('hybrid')
    expect(tools[0]?.tool).toBe('send_email')
    expect(degraded).toEqual([unsearched])
    await expect(ask('dense')).rejects.toThrow('Ollama is not reachable')
  })

  it('is told of no tool why, by what was not searched', async () => {
    const { request, dir } = await open({ isThere: false })
    const tools = ['send_email' as never]
    const [why] = await request('query.explain', { dir, recipe: 'hybrid', text: 'email', tools })
    expect(why).not.toHaveProperty('meaning')
  })
})

describe('what is measured', () => {
  it('is not measured while Ollama is away', async () => {
    const { request, file, dir } = await open({ isThere: false })
    const set = [{ id: 'q', query: 'send an email', tools: ['send_email'] }]
    await request('golden.import', { dir, path: await file('one.json', set) })
    const recipes = [{ recipe: 'hybrid' }]
    const { runs, failed } = await request('evaluation.run', {
      dir,
      goldenSet: 'one',
      recipes,
      k: [1],
    })
    expect(runs).toEqual([])
    expect(failed[0]?.problem.message).toMatch('Ollama is not reachable')
  })
})
