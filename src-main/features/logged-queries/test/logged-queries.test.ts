import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOGGED } from '../../../domain/query/logged-queries'
import { ToolId } from '../../../domain/tool/tool'
import { openApp, type AppUnderTest } from '../../../../test/app/open-app'
import { twoPrograms } from '../../../../test/app/two-programs'

const ids = (...names: string[]) => names.map((name) => ToolId.parse(name))
const mail = ids('send_email')
const both = ids('send_email', 'create_event')
const weather = ToolId.parse('get_weather')
const LOG = [
  { query: 'drop Dana a line', tools: mail },
  { query: 'write to Bob', tools: mail },
  { query: 'mail the plan and book it', tools: both },
]

async function withLog(log: readonly object[] = LOG) {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await app.request('history.import', { dir, path: await app.file('log.json', log) })
  return { ...app, dir }
}

const queriesIn = async ({ request }: Pick<AppUnderTest, 'request'>, dir: string) =>
  (await request('history.list', { dir, sort: 'query' })).rows

const idOf = async (app: Pick<AppUnderTest, 'request'>, dir: string, query: string) =>
  (await queriesIn(app, dir)).find((row) => row.query === query)?.id ?? ''

/** A folder with one tool and these bundles. */
async function catalogWith({ folder }: AppUnderTest, bundles: readonly object[]): Promise<string> {
  const path = join(folder, 'all')
  const tool = { name: 'send_email', description: 'Send.', parameters: { type: 'object' } }
  await mkdir(join(path, 'servers'), { recursive: true })
  await writeFile(join(path, 'servers', 'mail.json'), JSON.stringify({ server: '', tools: [tool] }))
  await writeFile(join(path, 'bundles.json'), JSON.stringify(bundles))
  return path
}

describe('bundles', () => {
  it('are listed once, with how many queries took them and when', async () => {
    const { request, dir } = await withLog()
    const { rows, total, stock } = await request('history.bundles', { dir })
    expect(total).toBe(2)
    expect(rows.map(({ tools, queries }) => [tools.map(({ tool }) => tool), queries])).toEqual([
      [mail, 2],
      [both, 1],
    ])
    expect(rows[0]?.first).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(rows[0]?.last).toBe(rows[0]?.first)
    expect(stock).toEqual({ queries: 3, bundles: 2, useless: 0, synthetic: 0, undated: 0 })
  })

  it('are found by any of their queries and by their tools', async () => {
    const { request, dir } = await withLog()
    const found = async (search: string) =>
      (await request('history.bundles', { dir, search })).total
    expect(await found('BOB')).toBe(1)
    expect(await found('create_event')).toBe(1)
    expect(await found('nobody')).toBe(0)
    const only = await request('history.list', { dir, bundle: ids('create_event', 'send_email') })
    expect(only.rows.map(({ query }) => query)).toEqual(['mail the plan and book it'])
  })

  it('whose queries were logged at no known time say so, and come last', async () => {
    const app = await openApp()
    const { dir } = await app.request('workspace.create', { name: 'Bundles' })
    const bundles = [
      { id: 'old', query: 'an old one', tools: ['send_email'], loggedAt: '2020-05-04T03:02:01Z' },
      { id: 'made', query: 'a made up one', tools: ['send_email'], from: 'synthetic' },
    ]
    const path = await catalogWith(app, bundles)
    await app.request('import.commit', { dir, path, format: 'pegboard' })
    const { rows, stock } = await app.request('history.list', { dir, sort: 'oldest' })
    expect(rows.map(({ id, loggedAt, from }) => [id, loggedAt?.slice(0, 4), from])).toEqual([
      ['old', '2020', 'file'],
      ['made', expect.stringMatching(/^\d{4}$/), 'synthetic'],
    ])
    expect(stock).toMatchObject({ synthetic: 1 })
  })

  it('get other tools all at once, and become one with equal ones', async () => {
    const { request, dir } = await withLog([...LOG, { query: 'drop Dana a line', tools: both }])
    const edit = { dir, bundle: both, tools: mail }
    const { edited, merged, change } = await request('history.editBundle', edit)
    expect({ edited, merged }).toEqual({ edited: 1, merged: 1 })
    expect(await request('history.bundles', { dir })).toMatchObject({ total: 1 })
    expect(await queriesIn({ request }, dir)).toHaveLength(3)
    await request('changes.undo', { dir, change: change ?? '' })
    expect(await request('history.bundles', { dir })).toMatchObject({ total: 2 })
    expect(await queriesIn({ request }, dir)).toHaveLength(4)
  })

  it('are removed with all of their queries, and are there again when that is undone', async () => {
    const { request, dir } = await withLog()
    const before = await queriesIn({ request }, dir)
    const { removed, change } = await request('history.remove', { dir, bundles: [mail] })
    expect(removed).toBe(2)
    expect(await request('changes.undo', { dir, change: change ?? '' })).toMatchObject({
      undone: 2,
      left: 0,
    })
    expect(await queriesIn({ request }, dir)).toEqual(before)
  })
})

const LEARNED = [
  { query: 'drop Dana a line', tools: mail },
  { query: 'do I need an umbrella tomorrow', tools: ['get_weather'] },
  { query: 'what is 20 bucks in francs', tools: ['convert_currency'] },
]

describe('logged queries', () => {
  it('are listed by tool and by their words, and say which tools are gone', async () => {
    const { request, dir } = await withLog(LEARNED)
    const { rows } = await request('history.list', { dir, tool: weather })
    expect(rows.map(({ query }) => query)).toEqual(['do I need an umbrella tomorrow'])
    expect(await request('history.list', { dir, search: 'DANA' })).toMatchObject({ total: 1 })
    await request('catalog.remove', { dir, ids: [weather] })
    const all = await request('history.list', { dir })
    expect(all).toMatchObject({
      total: 3,
      stock: { queries: 3, useless: 1 },
      figures: { queries: 2 },
    })
    expect(all.rows.flatMap(({ tools }) => tools.filter((one) => !one.isInCatalog))).toEqual([
      { tool: 'get_weather', name: 'get_weather', isInCatalog: false },
    ])
  })

  it('are removed by id, or all of them', async () => {
    const { request, dir } = await withLog(LEARNED)
    const { rows } = await request('history.list', { dir })
    const ids = [rows[0]?.id ?? '', 'unknown']
    const { change: _, ...removed } = await request('history.remove', {
      dir,
      ids,
      withQueries: true,
    })
    expect(removed).toEqual({
      removed: 1,
      missing: ['unknown'],
      queries: [{ query: rows[0]?.query, tools: rows[0]?.tools.map(({ tool: each }) => each) }],
    })
    expect(await request('history.clear', { dir })).toMatchObject({ removed: 2 })
    expect(await request('history.list', { dir })).toMatchObject({ total: 0 })
  })
})

describe('a logged query', () => {
  it('can still be brought back after many others were removed and brought back', async () => {
    const { request, dir } = await withLog()
    const id = await idOf({ request }, dir, 'write to Bob')
    const first = await request('history.remove', { dir, ids: [id] })
    const other = (await queriesIn({ request }, dir))[0]?.id ?? ''
    for (let time = 0; time < 19; time++) {
      const { change = '' } = await request('history.remove', { dir, ids: [other] })
      await request('changes.undo', { dir, change })
    }
    expect(await request('changes.undo', { dir, change: first.change ?? '' })).toMatchObject({
      undone: 1,
    })
  })

  it('that is there under its file’s own id is named by that when it is logged again', async () => {
    const app = await openApp()
    const { dir } = await app.request('workspace.create', { name: 'Mail' })
    const bundles = [{ id: 'row-7', query: 'write to Bob', tools: mail }]
    await app.request('import.commit', { dir, path: await catalogWith(app, bundles) })
    const again = { dir, query: 'Write to Bob', tools: mail }
    expect(await app.request('history.add', again)).toMatchObject({ id: 'row-7', isNew: false })
  })

  it('is edited, keeps its date, and is as before when that is undone', async () => {
    const { request, dir } = await withLog()
    const before = await queriesIn({ request }, dir)
    const id = await idOf({ request }, dir, 'write to Bob')
    const edit = { dir, id, query: 'write to Bob and Eve', tools: both }
    const { merged, change } = await request('history.edit', edit)
    expect(merged).toBe(false)
    const after = (await queriesIn({ request }, dir)).find(({ query }) => query.endsWith('Eve'))
    expect(after?.tools.map(({ tool }) => tool)).toEqual(both)
    expect(after?.loggedAt).toBe(before[0]?.loggedAt)
    await request('changes.undo', { dir, change: change ?? '' })
    expect(await queriesIn({ request }, dir)).toEqual(before)
  })

  it('that comes to say what another says becomes one with it', async () => {
    const { request, dir } = await withLog()
    const id = await idOf({ request }, dir, 'write to Bob')
    const edit = { dir, id, query: 'Drop  dana a line', tools: mail }
    expect(await request('history.edit', edit)).toMatchObject({ merged: true })
    expect(await queriesIn({ request }, dir)).toHaveLength(2)
  })

  it('that is not there any more, or is to take an unknown tool, is not edited', async () => {
    const { request, reply, dir } = await withLog()
    const gone = await reply('history.edit', { dir, id: 'gone', query: 'a', tools: mail })
    const message = 'This logged query is not there any more.'
    expect(gone).toMatchObject({ ok: false, error: { code: 'not-found', message } })
    const id = await idOf({ request }, dir, 'write to Bob')
    const rocket = await reply('history.edit', { dir, id, query: 'a', tools: ids('rocket') })
    expect(rocket).toMatchObject({ ok: false, error: { code: 'not-found' } })
    const bundle = await reply('history.editBundle', { dir, bundle: ids('rocket'), tools: mail })
    expect(bundle).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('keeps what is not said to change of it', async () => {
    const { request, reply, dir } = await withLog()
    const id = await idOf({ request }, dir, 'write to Bob')
    const { id: renamed } = await request('history.edit', { dir, id, query: 'write to Eve' })
    const { id: moved } = await request('history.edit', { dir, id: renamed, tools: both })
    const { rows } = await request('history.list', { dir, search: moved })
    expect(rows.map(({ query, tools }) => [query, tools.map(({ tool }) => tool)])).toEqual([
      ['write to Eve', both],
    ])
    expect(await reply('history.edit', { dir, id: moved })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fix: expect.not.stringContaining('--') as string },
    })
  })

  it('keeps tools that the catalog lost when its words are edited', async () => {
    const { request, dir } = await withLog()
    await request('catalog.remove', { dir, ids: ids('create_event') })
    const id = await idOf({ request }, dir, 'mail the plan and book it')
    const edit = { dir, id, query: 'mail the plan', tools: both }
    expect(await request('history.edit', edit)).toMatchObject({ merged: false })
  })

  it('that is edited into what it is stays as it is, and nothing is written', async () => {
    const { request, dir } = await withLog()
    const id = await idOf({ request }, dir, 'write to Bob')
    const before = await request('workspace.open', { dir })
    const { change } = await request('history.edit', {
      dir,
      id,
      query: 'write to Bob',
      tools: mail,
    })
    expect(change).toBeUndefined()
    expect(await request('workspace.open', { dir })).toEqual(before)
  })
})

describe('undoing', () => {
  it('names what it takes back', async () => {
    const { request, file, dir } = await withLog()
    const bob = await idOf({ request }, dir, 'write to Bob')
    const { id } = await request('history.edit', { dir, id: bob, query: 'write to Eve' })
    await request('history.editBundle', { dir, bundle: mail, tools: both })
    await request('history.remove', { dir, ids: [await idOf({ request }, dir, 'write to Eve')] })
    await request('history.remove', { dir, bundles: [both] })
    await request('history.add', { dir, query: 'x'.repeat(100), tools: mail })
    const one = [{ query: 'howdy', tools: mail }]
    await request('history.import', { dir, path: await file('one.json', one) })
    await request('history.clear', { dir })
    const { rows } = await request('changes.list', { dir })
    expect(id).not.toBe(bob)
    expect(rows.slice(0, 8).map(({ what }) => what)).toEqual([
      'Removed all 2 logged queries',
      'Imported 1 logged query from one.json',
      `Logged the query “${'x'.repeat(80)} …”`,
      'Removed 2 logged queries',
      'Removed the logged query “write to Eve”',
      'Changed the tools of 2 logged queries',
      'Changed the logged query “write to Bob”',
      'Imported 3 logged queries from log.json',
    ])
  })

  it('leaves alone what was changed again since, and says so', async () => {
    const { request, dir } = await withLog()
    const id = await idOf({ request }, dir, 'write to Bob')
    const edit = await request('history.edit', { dir, id, query: 'write to Eve', tools: mail })
    const again = { dir, id: edit.id, query: 'write to Mallory', tools: mail }
    await request('history.edit', again)
    expect(await request('changes.undo', { dir, change: edit.change ?? '' })).toMatchObject({
      undone: 1,
      left: 1,
    })
  })

  it('takes back what was logged, removed and cleared, each once', async () => {
    const { request, reply, dir } = await withLog()
    const added = await request('history.add', { dir, query: 'howdy', tools: mail })
    expect(await request('changes.undo', { dir, change: added.change ?? '' })).toMatchObject({
      undone: 1,
    })
    const cleared = await request('history.clear', { dir })
    await request('changes.undo', { dir, change: cleared.change ?? '' })
    expect(await queriesIn({ request }, dir)).toHaveLength(3)
    expect(await reply('changes.undo', { dir, change: cleared.change ?? '' })).toMatchObject({
      ok: false,
      error: { code: 'not-found', message: expect.stringMatching(/undone already/) as string },
    })
  })
})

describe('two programs', () => {
  it('that change different logged queries at the same time both keep their change', async () => {
    const { first, second, dir } = await twoPrograms((other, folder) =>
      other.request('history.add', { dir: folder, query: 'meanwhile', tools: mail }),
    )
    await first.request('history.add', { dir, query: 'at first', tools: mail })
    const queries = (await queriesIn(second, dir)).map(({ query }) => query)
    expect(queries).toEqual(['at first', 'meanwhile'])
  })

  it('do not bring back by an edit what the other has just removed', async () => {
    let removed = ''
    const { first, second, dir } = await twoPrograms(async (other, folder) => {
      if (removed) await other.request('history.remove', { dir: folder, ids: [removed] })
    })
    await first.request('history.add', { dir, query: 'at first', tools: mail })
    removed = await idOf(second, dir, 'at first')
    await second.request('history.remove', { dir, ids: [removed] })
    const edit = { dir, id: removed, query: 'again', tools: mail }
    expect(await first.reply('history.edit', edit)).toMatchObject({ ok: false })
    expect(await queriesIn(first, dir)).toEqual([])
  })
})

it(`a workspace has room for ${LOGGED.mostQueries} logged queries, from whatever files`, async () => {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Full' })
  const bundles = Array.from({ length: LOGGED.mostQueries + 2 }, (_, at) => ({
    id: `b${at}`,
    query: `query ${at}`,
    tools: ['send_email'],
  }))
  const path = await catalogWith(app, bundles)
  const { report } = await app.request('import.commit', { dir, path, format: 'pegboard' })
  expect(report).toContainEqual(expect.objectContaining({ outcome: 'skipped', entries: 2 }))
  const { total, stock } = await app.request('history.list', { dir, offset: 99_990, limit: 10 })
  expect({ total, bundles: stock.bundles }).toEqual({ total: LOGGED.mostQueries, bundles: 1 })
  expect(await app.reply('history.add', { dir, query: 'one more', tools: mail })).toMatchObject({
    ok: false,
    error: { code: 'bad-input' },
  })
  const { change } = await app.request('history.clear', { dir })
  expect(await app.request('changes.undo', { dir, change: change ?? '' })).toMatchObject({
    undone: LOGGED.mostQueries,
  })
}, 120_000)
