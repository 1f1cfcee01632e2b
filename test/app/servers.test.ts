import { expect, test } from 'vitest'
import { openApp, type AppUnderTest } from './open-app'

/** Two servers whose tools say little of themselves, and one tool without any. */
const CATALOG = {
  mcpServers: {
    wire: { tools: [{ name: 'run', description: 'Starts it.', inputSchema: {} }] },
    desk: { tools: [{ name: 'open', description: 'Begins.', inputSchema: {} }] },
  },
}

async function workspace(app: AppUnderTest) {
  const { dir } = await app.request('workspace.create', { name: 'Served' })
  await app.request('import.commit', { dir, path: await app.file('tools.json', CATALOG) })
  const found = async (recipe: string) => {
    const asked = { dir, text: 'transfer money to a bank account', recipe, k: 1 }
    const { tools } = await app.request('query.run', { ...asked, embedder: 'builtin' })
    return tools.map(({ tool }) => tool)
  }
  return { dir, found }
}

test('a server is found by what its owner says of it, and by its tools’ names again without that', async () => {
  const app = await openApp()
  const { dir, found } = await workspace(app)
  expect(await app.request('servers.list', { dir })).toEqual([
    { server: 'desk', tools: 1, description: '' },
    { server: 'wire', tools: 1, description: '' },
  ])
  const description = 'Bank accounts: payments, transfers of money, balances.'
  const said = { dir, server: 'wire', description }
  expect(await app.request('servers.describe', said)).toEqual({
    server: 'wire',
    description,
    before: '',
    change: expect.any(String) as string,
  })
  expect((await app.request('servers.list', { dir }))[1]).toEqual({
    server: 'wire',
    tools: 1,
    description,
  })
  expect(await found('openai-tool-search')).toEqual(['wire/run'])
  await app.request('servers.describe', { ...said, server: 'desk', description: `${description} ` })
  await app.request('servers.describe', { ...said, description: ' ' })
  expect(await found('openai-tool-search')).toEqual(['desk/open'])
  expect((await app.request('servers.list', { dir }))[1]?.description).toBe('')
})

test('a description that another window wrote meanwhile is kept, and each can be taken back', async () => {
  const app = await openApp()
  const { dir } = await workspace(app)
  const described = async () => (await app.request('servers.list', { dir }))[1]?.description
  const describe = (description: string, base: string) =>
    app.reply('servers.describe', { dir, server: 'wire', description, base })
  expect(await describe('Bank accounts.', '')).toMatchObject({ ok: true })
  expect(await describe('Wire and cables.', '')).toMatchObject({ error: { code: 'conflict' } })
  expect(await described()).toBe('Bank accounts.')
  expect(await describe('', 'Bank accounts.')).toMatchObject({ ok: true })
  const { what } = await app.request('changes.undo', { dir })
  expect([what, await described()]).toEqual(['Describe server wire', 'Bank accounts.'])
  await app.request('changes.undo', { dir })
  expect(await described()).toBe('')
})

test('a description goes along with a duplicate, an archive and a published snapshot', async () => {
  const app = await openApp()
  const { dir } = await workspace(app)
  const description = 'Bank accounts.'
  await app.request('servers.describe', { dir, server: 'wire', description })
  const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
  const address = `${app.folder}/published`
  await app.request('publishing.publish', { dir, address })
  for (const at of [copy.dir, address]) {
    expect((await app.request('servers.list', { dir: at }))[1]?.description).toBe(description)
  }
})

test('what there is no server of cannot be described, and a model is asked only where one is chosen', async () => {
  const app = await openApp()
  const { dir } = await workspace(app)
  const unknown = { dir, server: 'garage', description: 'Cars.' }
  expect(await app.reply('servers.describe', unknown)).toMatchObject({
    error: { code: 'not-found', message: 'No tool is of a server “garage”.' },
  })
  const long = { dir, server: 'wire', description: 'x'.repeat(2_001) }
  expect(await app.reply('servers.describe', long)).toMatchObject({ error: { code: 'bad-input' } })
  expect(await app.reply('servers.propose', { dir, server: 'wire' })).toMatchObject({
    error: {
      code: 'unavailable',
      message: 'No chat model is chosen, so none can describe a server.',
    },
  })
})

test('a run measures which servers its tools are of, and is another measurement once one is described', async () => {
  const app = await openApp()
  const { dir } = await workspace(app)
  const golden = [
    { id: 'q1', query: 'starts it', tools: ['run'] },
    { id: 'q2', query: 'begins', tools: ['open'] },
  ]
  await app.request('golden.import', { dir, path: await app.file('asked.json', golden) })
  const measure = async () =>
    app.request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      k: [1],
      resume: true,
      recipes: [{ recipe: 'openai-tool-search' }],
    })
  const first = await measure()
  expect(first.runs[0]?.measures.ServerRecall?.mean).toBe(1)
  expect((await measure()).reused).toHaveLength(1)
  await app.request('servers.describe', { dir, server: 'wire', description: 'Bank accounts.' })
  expect((await measure()).reused).toHaveLength(0)
})
