import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceLibrary } from '../../../adapters/lancedb/workspace-library'
import { conceptEmbedder } from '../../../../test/fakes/embedder'
import { emptyFolder, openAppWith, type AppUnderTest } from '../../../../test/app/open-app'
import { scriptedModel } from '../../../../test/fakes/scripted-model'

const QUERIES = ['weather forecast for Zurich', 'write an email', 'convert francs']

const toolsFor = async ({ request }: AppUnderTest, dir: string, recipe: string) =>
  Promise.all(
    QUERIES.map(async (text) => {
      const { tools } = await request('query.run', { dir, text, recipe, k: 5 })
      return tools.map(({ tool, score }) => ({ tool, score: score?.toFixed(6) }))
    }),
  )

const embedder = () =>
  conceptEmbedder([
    ['weather', 'forecast'],
    ['mail', 'email'],
    ['currency', 'francs'],
    ['order', 'lunch'],
  ])

/** A workspace that is published to be searched where it lies. */
async function publisher(recipe = 'hybrid') {
  const app = await openAppWith(embedder(), await emptyFolder())
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe, k: 5 })
  const address = join(app.folder, 'published')
  const publish = (more: { search?: 'held' | 'in-place'; keep?: number } = {}) =>
    app.request('publishing.publish', { dir, address, search: 'in-place', ...more })
  return { ...app, dir, address, publish }
}

/** Another program, which never had the workspace. */
async function reader(lookEveryMs = 0) {
  const folder = await emptyFolder()
  const library = workspaceLibrary(join(folder, 'workspaces'), { lookEveryMs })
  const own = embedder()
  return { ...(await openAppWith(own, folder, { library })), embedder: own }
}

async function addTool({ request, file }: AppUnderTest, dir: string, name: string) {
  const definition = { name, description: `Does ${name}.`, parameters: {} }
  const path = await file(`${name}.json`, [{ type: 'function', function: definition }])
  await request('import.commit', { dir, path })
}

test('a catalog that is searched where it lies answers as the workspace does', async () => {
  const writer = await publisher()
  const { dir, address, publish } = writer
  const { snapshot, vectors } = await publish()
  expect(vectors).toBe(snapshot.tools)
  const recalls = snapshot.inPlace ?? []
  expect(recalls.map(({ recipe }) => recipe)).toEqual(
    expect.arrayContaining(['hybrid', 'bm25', 'dense']),
  )
  expect(recalls[0]?.queries).toBeGreaterThan(0)
  for (const { recall } of recalls) expect(recall).toBe(1)
  const other = await reader()
  for (const recipe of ['bm25', 'dense'])
    expect(await toolsFor(other, address, recipe)).toEqual(await toolsFor(writer, dir, recipe))
  const names = (lists: Awaited<ReturnType<typeof toolsFor>>) =>
    lists.map((tools) => tools.map(({ tool }) => tool))
  expect(names(await toolsFor(other, address, 'hybrid'))).toEqual(
    names(await toolsFor(writer, dir, 'hybrid')),
  )
  const { snapshots } = await other.request('publishing.list', { address })
  expect(snapshots).toEqual([snapshot])
  expect(snapshot.embedder).toBeDefined()
})

test('the trace of a search in place tells words and scores', async () => {
  const { address, publish } = await publisher('bm25')
  await publish()
  const other = await reader()
  const asked = { dir: address, text: 'weather forecast', recipe: 'bm25', withTrace: true }
  const told = await other.request('query.run', asked)
  expect(JSON.stringify(told.trace)).toContain('forecast')
  expect(told.degraded ?? []).toEqual([])
})

test('what counts for words alone makes no tool be embedded again', async () => {
  const { address, publish } = await publisher()
  await publish()
  const { request, embedder } = await reader()
  const options = { wordWeights: { name: 3 } }
  const asked = { dir: address, text: 'weather forecast', recipe: 'hybrid', options }
  expect((await request('query.run', asked)).tools).not.toHaveLength(0)
  expect(embedder.embedded).toEqual([])
})

test('only tools that pass a filter are found in place', async () => {
  const writer = await publisher('bm25')
  const { dir, address, publish, request } = writer
  const { rows } = await request('catalog.list', { dir })
  const [hidden] = rows.filter(({ name }) => name.includes('weather'))
  if (!hidden) throw new Error('There is a tool for the weather.')
  await request('catalog.saveLayer', { dir, id: hidden.id, layer: { visibility: 'internal' } })
  await publish()
  const other = await reader()
  const options = { visibilities: ['public'] }
  const asked = { dir: address, text: 'weather forecast', recipe: 'bm25' }
  const found = async (more: object) =>
    (await other.request('query.run', { ...asked, ...more })).tools.map(({ tool }) => tool)
  expect(await found({})).toContain(hidden.id)
  expect(await found({ options })).not.toContain(hidden.id)
})

test('whoever searches an old snapshot in place goes on with it after it was removed', async () => {
  const writer = await publisher()
  const { dir, address, publish } = writer
  await publish()
  const late = await reader(60_000)
  const before = await toolsFor(late, address, 'bm25')
  await addTool(writer, dir, 'order_lunch')
  expect((await publish({ keep: 1 })).removed).toEqual([1])
  expect(await toolsFor(late, address, 'bm25')).toEqual(before)
  expect((await toolsFor(late, address, 'dense')).flat()).not.toHaveLength(0)
})

test('a newer snapshot is taken up, whether it is held or searched in place', async () => {
  const writer = await publisher()
  const { dir, address, publish, request } = writer
  await publish()
  const other = await reader()
  const lunch = async (recipe: string) => {
    const asked = { dir: address, text: 'order lunch', recipe }
    return (await other.request('query.run', asked)).tools.map(({ name }) => name)
  }
  for (const recipe of ['bm25', 'dense']) expect(await lunch(recipe)).not.toContain('order_lunch')
  await addTool(writer, dir, 'order_lunch')
  for (const search of ['held', 'in-place', 'held'] as const) {
    await publish({ search })
    for (const recipe of ['bm25', 'dense', 'hybrid'])
      expect(await lunch(recipe)).toContain('order_lunch')
  }
  await request('publishing.rollback', { address, number: 1 })
  for (const recipe of ['bm25', 'dense']) expect(await lunch(recipe)).not.toContain('order_lunch')
})

test('a recipe of which nothing can be searched in place is refused, and held without being asked', async () => {
  const { publish, reply, dir, address } = await publisher('mftr')
  const refused = await reply('publishing.publish', { dir, address, search: 'in-place' })
  expect(refused).toMatchObject({
    error: { code: 'bad-input', message: expect.stringMatching(/mftr/) },
  })
  expect((await publish({ search: 'held' })).snapshot.inPlace).toBeUndefined()
})

test('a table that is gone is told as such, and nothing is guessed', async () => {
  const { address, publish } = await publisher('bm25')
  const { snapshot } = await publish()
  expect(snapshot.number).toBe(1)
  const [searched = ''] = (await readdir(address)).filter((name) => name.startsWith('searched-'))
  await rm(join(address, searched), { recursive: true })
  const other = await reader()
  const asked = { dir: address, text: 'weather forecast', recipe: 'bm25' }
  expect(await other.reply('query.run', asked)).toMatchObject({
    ok: false,
    error: { code: 'unreadable', message: expect.stringMatching(/^Snapshot 1 of .* is not whole/) },
  })
})

test('no model is asked while it is published: what its recipe finds is not measured then', async () => {
  const model = scriptedModel({ '': () => ({ irrelevant: [] }) })
  const languageModels = { open: async () => model }
  const app = await openAppWith(embedder(), await emptyFolder(), { languageModels })
  await app.request('settings.write', { chatModel: 'ollama:scripted' })
  const dir = await app.smallWorkspace()
  const options = { grade: true, search: 'hybrid' }
  await app.request('workspace.workWith', { dir, recipe: 'toolshed', options, k: 5 })
  const address = join(app.folder, 'published')
  const asked = { dir, address, search: 'in-place' } as const
  const { snapshot } = await app.request('publishing.publish', asked)
  expect(model.questions).toEqual([])
  const recipes = snapshot.inPlace?.map(({ recipe }) => recipe)
  expect(recipes).toContain('hybrid')
  expect(recipes).not.toContain('toolshed')
  const other = await reader()
  expect(await toolsFor(other, address, 'dense')).toEqual(await toolsFor(app, dir, 'dense'))
})

test('a query for which a search failed tells nothing of how much is found', async () => {
  const own = embedder()
  const failing = {
    ...own,
    embedQueries: () => Promise.reject(new Error('The embedder is away.')),
  }
  const app = await openAppWith(failing, await emptyFolder())
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe: 'hybrid', k: 5 })
  const address = join(app.folder, 'published')
  const asked = { dir, address, search: 'in-place' } as const
  const { snapshot } = await app.request('publishing.publish', asked)
  expect(snapshot.inPlace?.map(({ recipe }) => recipe)).toEqual(['bm25'])
})
