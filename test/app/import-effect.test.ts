import { expect, it } from 'vitest'
import { openApp, type AppUnderTest } from './open-app'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from './small-catalog'

/** The small catalog with other descriptions; a tool without one is left out. */
const described = (changed: Record<string, string | undefined>) =>
  SMALL_CATALOG.flatMap((entry) => {
    const { name } = entry.function
    if (!(name in changed)) return [entry]
    const description = changed[name]
    return description === undefined
      ? []
      : [{ ...entry, function: { ...entry.function, description } }]
  })

/** With these, a question for the weather finds another tool. */
const SWAPPED = {
  get_weather: 'Zebra.',
  send_email: 'Weather forecast for Zurich, the weather forecast.',
}

/** A workspace with the small catalog and its golden set, which is asked of BM25 at k = 1. */
async function small() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe: 'bm25', k: 1, judgedOn: 'asked' })
  return { ...app, dir }
}

const preview = async ({ request, file }: AppUnderTest, dir: string, entries: object) =>
  request('import.preview', { dir, path: await file('again.json', entries) })

it('golden queries are asked before and after, and nothing is written', async () => {
  const app = await small()
  const { request, dir } = app
  const before = await request('workspace.read', { dir })
  const { changes } = await preview(app, dir, described(SWAPPED))
  const { effect } = await request('import.effect', { dir, changes })
  expect(effect).toMatchObject({ goldenSet: 'asked', k: 1, asked: 4, of: 4 })
  expect(effect?.own.broken).toBeGreaterThan(0)
  expect(effect?.rows[0]).toMatchObject({ tool: 'get_weather', change: 'broken' })
  expect(await request('workspace.read', { dir })).toEqual(before)
})

it('a tool that is to be removed is given to nobody', async () => {
  const app = await small()
  const { request, dir } = app
  const { changes } = await preview(app, dir, described({ get_weather: undefined }))
  const stays = await request('import.effect', { dir, changes })
  expect(stays.effect).toBeUndefined()
  const { effect } = await request('import.effect', { dir, changes, removeMissing: true })
  expect(effect?.own.broken).toBeGreaterThan(0)
  expect(effect?.rows[0]).not.toHaveProperty('after')
})

it('tells the same as a run before and a run after it is imported', async () => {
  const app = await small()
  const { request, dir, file } = app
  const entries = described(SWAPPED)
  const { changes } = await preview(app, dir, entries)
  const { effect } = await request('import.effect', { dir, changes })
  const given = () => rightOnes(app, dir)
  const before = await given()
  await request('import.commit', { dir, path: await file('again.json', entries) })
  const after = await given()
  const { fixed = 0, broken = 0 } = effect?.own ?? {}
  const others = effect?.neighbours ?? { fixed: 0, broken: 0 }
  expect(after - before).toBe(fixed + others.fixed - broken - others.broken)
})

/** Right tools of all golden queries that are given at k = 1. */
async function rightOnes({ request }: AppUnderTest, dir: string): Promise<number> {
  let right = 0
  for (const { query, tools } of SMALL_GOLDEN_SET) {
    const answer = await request('query.run', { dir, recipe: 'bm25', text: query, k: 1 })
    right += answer.tools.filter(({ name }) => tools.includes(name)).length
  }
  return right
}

/** Follows the file of the small catalog. */
async function followed({ request, file, dir }: Awaited<ReturnType<typeof small>>) {
  const source = { name: 'office' }
  const path = await file('tools.json', SMALL_CATALOG)
  const origin = { kind: 'files' as const, path }
  const { mark } = await request('sources.look', { dir, source: { ...source, origin } })
  await request('sources.agree', { dir, source: { ...source, origin }, mark })
  await request('import.commit', { dir, source: { ...source, origin } })
  return source
}

it('what a source changes stands in the queue with what it breaks, until somebody has looked', async () => {
  const app = await small()
  const { request, dir, file } = app
  const source = await followed(app)
  expect((await request('queue.list', { dir, kinds: ['changed'] })).total).toBe(0)

  await file('tools.json', described(SWAPPED))
  const { changes, base } = await request('import.preview', { dir, source })
  await request('import.effect', { dir, changes })
  // What was seen is what is imported, whatever the file says by now.
  await file('tools.json', described({ get_weather: 'Giraffe.' }))
  await request('import.commit', { dir, source, changes, base })
  const { entry } = await request('catalog.tool', { dir, id: 'get_weather' })
  expect(entry.tool.description).toBe('Zebra.')

  const { rows } = await request('queue.list', { dir, kinds: ['changed'] })
  expect(rows).toMatchObject([
    { tool: 'get_weather', counts: { changed: 1 }, broken: 1 },
    { tool: 'send_email', counts: { changed: 1 } },
  ])
  const { items } = await request('queue.tool', { dir, tool: 'get_weather' })
  expect(items[0]).toMatchObject({
    kind: 'changed',
    source: 'office',
    change: { fields: [{ field: 'description', after: 'Zebra.' }] },
  })
  const { change } = await request('sources.seen', { dir, tools: ['get_weather', 'send_email'] })
  expect((await request('queue.list', { dir, kinds: ['changed'] })).total).toBe(0)
  await request('changes.undo', { dir, change: change ?? '' })
  expect((await request('queue.list', { dir, kinds: ['changed'] })).total).toBe(2)
})

it('what is measured without a part of the recipe is shown, and stands nowhere as broken', async () => {
  const app = await small()
  const { request, dir, file } = app
  const source = await followed(app)
  await file('tools.json', described(SWAPPED))
  const { changes, base } = await request('import.preview', { dir, source })
  const whole = await request('import.effect', { dir, changes })
  expect(whole.effect).toMatchObject({ degraded: [] })
  expect(whole.effect?.own.broken).toBeGreaterThan(0)
  const asked = { recipe: 'toolshed', options: { rerank: 'model' }, k: 1, mayAsk: true }
  const { effect } = await request('import.effect', { dir, changes, ...asked })
  expect(effect?.degraded).toEqual([expect.stringContaining('No language model is connected')])
  expect(effect?.own.broken).toBeGreaterThan(0)

  await request('import.commit', { dir, source, changes, base })
  const { rows } = await request('queue.list', { dir, kinds: ['changed'] })
  expect(rows.map(({ tool, broken }) => [tool, broken])).toEqual([
    ['get_weather', undefined],
    ['send_email', undefined],
  ])
})
