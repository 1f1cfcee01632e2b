import { describe, expect, it } from 'vitest'
import { LOGGED } from '../../src-main/domain/query/logged-queries'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp, openAppOn } from './open-app'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from './small-catalog'
import { runOfSmall } from './small-evaluation'

const tool = (name: string) => ToolId.parse(name)
const LOG = [
  { query: 'drop Dana a line', tools: ['send_email'] },
  { query: 'do I need an umbrella tomorrow', tools: ['get_weather'] },
  { query: 'what is 20 bucks in francs', tools: ['convert_currency'] },
]
/** Logged queries that find each other's tools, and hardly by what tools say of themselves. */
const HELPFUL = ['please', 'again', 'now', 'today', 'once more'].flatMap((word) => [
  { query: `the usual ${word}`, tools: ['convert_currency'] },
  { query: `brolly or not ${word}`, tools: ['get_weather'] },
])
const HYBRID = { recipe: 'hybrid', options: { history: true }, embedder: 'builtin' }

/** A workspace with logged queries. */
async function withHistory(log: object[] = LOG) {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const path = await app.file('log.json', log)
  const imported = await app.request('history.import', { dir, path })
  return { ...app, dir, path, imported }
}

describe('importing logged queries', () => {
  it('adds them, once each, and says how many there are of a tool', async () => {
    const { request, dir, path, imported } = await withHistory([
      ...LOG,
      { query: 'Drop  dana a LINE', tools: ['send_email'] },
      { query: 'drop Dana a line', tools: ['search_email'] },
    ])
    expect(imported).toMatchObject({ format: 'json', added: 4, merged: 1 })
    expect(imported.figures).toEqual({
      queries: 4,
      tools: 4,
      perTool: { least: 1, median: 1, most: 1 },
    })
    const before = await request('workspace.open', { dir })
    expect(await request('history.import', { dir, path })).toMatchObject({ added: 0, merged: 5 })
    expect(await request('workspace.open', { dir })).toEqual(before)
  })

  it('reads tables and message logs as golden sets are read', async () => {
    const { request, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const csv = await file(
      'log.csv',
      'query,tools\nmail Ann the plan and book it,send_email;create_event\n',
    )
    expect(await request('history.import', { dir, path: csv })).toMatchObject({
      format: 'csv',
      added: 1,
      sample: [{ tools: ['send_email', 'create_event'] }],
    })
    const call = { function: { name: 'get_weather', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'will it rain' },
      { role: 'assistant', tool_calls: [call] },
    ]
    const log = await file('log.jsonl', JSON.stringify({ messages }))
    expect(await request('history.import', { dir, path: log })).toMatchObject({
      format: 'messages',
      added: 1,
      sample: [{ text: 'will it rain', tools: ['get_weather'] }],
    })
  })

  it('skips what names no tool of the catalog, and cuts what is too long, and says so', async () => {
    const { imported, request, dir } = await withHistory([
      { query: 'fly me to the moon', tools: ['rocket'] },
      { query: 'x'.repeat(LOGGED.longestQuery + 5), tools: ['send_email', 'rocket'] },
      { query: 'nothing', tools: [] },
    ])
    expect(imported.added).toBe(1)
    expect(imported.report.map(({ outcome, why }) => [outcome, why.split(':')[0]])).toEqual([
      ['skipped', 'The logged query names no tool of the catalog'],
      [
        'altered',
        'A tool of the logged query is not in the catalog and was removed from it. No tool is called "rocket"',
      ],
      ['altered', 'It has more than 2000 characters'],
    ])
    const { rows } = await request('history.list', { dir })
    expect(rows[0]?.query).toHaveLength(LOGGED.longestQuery)
  })

  it('fails where nothing is left to learn from, and writes nothing', async () => {
    const { reply, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const path = await file('log.json', [{ query: 'fly', tools: ['rocket'] }])
    expect(await reply('history.import', { dir, path })).toMatchObject({
      ok: false,
      error: { code: 'unreadable', fix: expect.stringMatching(/names no tool/) as string },
    })
  })

  it('previews without writing, and refuses to commit on what another has changed since', async () => {
    const { request, reply, file, smallWorkspace, folder } = await openApp()
    const other = await openAppOn(folder)
    const dir = await smallWorkspace()
    const path = await file('log.json', LOG)
    const { base, added } = await request('history.import', { dir, path, preview: true })
    expect(added).toBe(3)
    expect(await request('history.list', { dir })).toMatchObject({ total: 0 })
    await other.request('history.add', { dir, query: 'hi', tools: [tool('send_email')] })
    expect(await reply('history.import', { dir, path, base })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
  })
})

describe('logged queries', () => {
  it('are logged one by one, each once, of tools that are there', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const tools = [tool('send_email')]
    expect(await request('history.add', { dir, query: ' write to Bob ', tools })).toMatchObject({
      isNew: true,
      figures: { queries: 1 },
    })
    expect(await request('history.add', { dir, query: 'Write to Bob', tools })).toMatchObject({
      isNew: false,
    })
    expect(
      await reply('history.add', { dir, query: 'fly', tools: [tool('rocket')] }),
    ).toMatchObject({ ok: false, error: { code: 'not-found' } })
    const long = 'x'.repeat(LOGGED.longestQuery + 1)
    expect(await reply('history.add', { dir, query: long, tools })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
  })

  it('of two who log at the same time are all kept, the same one once', async () => {
    const { request, smallWorkspace, folder } = await openApp()
    const other = await openAppOn(folder)
    const dir = await smallWorkspace()
    const tools = [tool('send_email')]
    const log = (app: typeof other, query: string) =>
      app.request('history.add', { dir, query, tools })
    const turns = [1, 2, 3, 4]
    await Promise.all([
      ...turns.map((turn) => log({ request } as typeof other, `here ${turn}`)),
      ...turns.map((turn) => log(other, `there ${turn}`)),
      log({ request } as typeof other, 'both'),
      log(other, 'both'),
    ])
    const { rows } = await request('history.list', { dir })
    expect(rows.map(({ query }) => query).sort()).toEqual(
      [
        'both',
        ...turns.map((turn) => `here ${turn}`),
        ...turns.map((turn) => `there ${turn}`),
      ].sort(),
    )
  })

  it('stay embedded when the catalog is indexed', async () => {
    const { request, dir, progress } = await withHistory()
    const ask = () => request('query.run', { ...HYBRID, dir, text: 'umbrella' })
    await ask()
    await request('knowledge.index', { dir, embedder: 'builtin' })
    progress.length = 0
    await ask()
    expect(progress.map(({ what }) => what)).not.toContainEqual(expect.stringMatching(/[Ee]mbed/))
  })
})

describe('golden queries of a run', () => {
  it('are logged where they were answered right, once, and are marked as golden', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const queries = async () => (await request('history.list', { dir })).rows
    const run = await runOfSmall({ request }, dir)
    const { rows } = await request('evaluation.outcomes', { dir, run: run.id, k: 1 })
    const right = rows.filter(({ recall }) => recall === 1)
    const wanted = { dir, run: run.id, k: 1 }
    const counted = await request('history.addRun', { ...wanted, preview: true })
    const stock = expect.objectContaining({ queries: right.length }) as object
    expect(counted).toEqual({ goldenSet: 'asked', added: right.length, merged: 0, stock })
    expect(await queries()).toEqual([])
    const { change } = await request('history.addRun', wanted)
    const logged = await queries()
    expect(logged.map(({ query }) => query).sort()).toEqual(right.map(({ text }) => text).sort())
    expect(new Set(logged.map(({ from, golden }) => `${from} ${golden}`))).toEqual(
      new Set(['run asked']),
    )
    expect(await request('history.addRun', wanted)).toMatchObject({
      added: 0,
      merged: right.length,
    })
    await request('changes.undo', { dir, change: change ?? '' })
    expect(await queries()).toEqual([])
  })

  it('are logged by choice whatever became of them, and held out while they are measured', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const run = await runOfSmall({ request }, dir)
    const chosen = { dir, run: run.id, queries: ['q3', 'q4'] }
    expect(await request('history.addRun', chosen)).toMatchObject({ added: 2 })
    const { history } = await runOfSmall({ request }, dir, { recipe: 'ptr', embedder: 'builtin' })
    expect(history).toMatchObject({ queries: 2, heldOut: 2 })
    const none = await reply('history.addRun', { dir, run: run.id, queries: ['q9'] })
    expect(none).toMatchObject({ ok: false, error: { code: 'not-found' } })
    const unknown = await reply('history.addRun', { dir, run: 'none' })
    expect(unknown).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('a recipe that learns from logged queries', () => {
  it('finds what only a logged query says, and names that query', async () => {
    const { request, dir } = await withHistory([
      ...HELPFUL,
      { query: 'the usual for Mondays please', tools: ['convert_currency'] },
    ])
    const asked = { dir, text: 'on Mondays the usual', k: 5, withTrace: true }
    const plain = await request('query.run', { ...asked, recipe: 'hybrid', embedder: 'builtin' })
    const learned = await request('query.run', { ...HYBRID, ...asked })
    const found = ({ tools }: typeof plain) =>
      tools.find(({ tool: each }) => each === 'convert_currency')
    expect(found(learned)?.rank).toBeLessThan(found(plain)?.rank ?? 6)
    expect(found(learned)?.witnesses).toContainEqual(
      expect.objectContaining({ kind: 'bundle', query: 'the usual for Mondays please' }),
    )
    expect(learned.degraded).toEqual([])
  })

  it('gives what it gives without, where nothing is logged, and says so', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const text = 'put the meeting into the calendar and email it'
    const plain = await request('query.run', { dir, text, recipe: 'hybrid', embedder: 'builtin' })
    const learned = await request('query.run', { ...HYBRID, dir, text })
    expect(learned.tools.map(({ tool: id, score }) => [id, score])).toEqual(
      plain.tools.map(({ tool: id, score }) => [id, score]),
    )
    expect(learned.degraded).toEqual([])
    expect(learned.remarks).toContain(
      'There are no logged queries: words and meaning were used alone.',
    )
  })

  it('learns from a query that was logged a moment ago', async () => {
    const { request, dir } = await withHistory(HELPFUL)
    const text = 'parasol o’clock'
    const first = await request('query.run', { ...HYBRID, dir, text })
    expect(first.tools[0]?.tool).not.toBe('get_weather')
    await request('history.add', { dir, query: 'parasol o’clock?', tools: [tool('get_weather')] })
    const second = await request('query.run', { ...HYBRID, dir, text })
    expect(second.tools[0]?.tool).toBe('get_weather')
  })
})

describe('measuring with logged queries', () => {
  const measured = { goldenSet: 'asked', k: [1], embedder: 'builtin', recipes: [HYBRID] }

  it('holds out what is measured, and counts it', async () => {
    // What is logged is what is asked, with wrong tools: who learned from it would fall for it.
    const wrong = SMALL_GOLDEN_SET.map(({ query }) => ({ query, tools: ['search_email'] }))
    const { request, dir } = await withHistory(wrong)
    const plain = await request('evaluation.run', {
      ...measured,
      dir,
      recipes: [{ recipe: 'hybrid' }],
    })
    const { runs } = await request('evaluation.run', { ...measured, dir })
    const [run] = runs
    expect(run?.history).toEqual({
      queries: 4,
      sameTools: 0,
      tools: 1,
      perTool: { least: 4, median: 4, most: 4 },
      heldOut: 4,
    })
    expect(run?.provenance?.history).toMatchObject({ queries: 4 })
    expect(plain.runs[0]?.history).toBeUndefined()
    // One alone is left out for each: those of others still speak for the wrong tool, but not word
    // for word.
    const { rows } = await request('evaluation.outcomes', { dir, run: run?.id ?? '', k: 1 })
    expect(rows).toHaveLength(4)
    const trace = await request('evaluation.trace', {
      dir,
      run: run?.id ?? '',
      query: 'q2',
      k: 1,
    })
    expect(trace.same).toBe(true)
  })

  it('measures a query that is logged as if it were not', async () => {
    const log = [{ query: SMALL_GOLDEN_SET[3]?.query ?? '', tools: ['search_email'] }, ...HELPFUL]
    const { request, dir } = await withHistory(log)
    const { runs } = await request('evaluation.run', {
      ...measured,
      dir,
      recipes: [{ recipe: 'hybrid', embedder: 'builtin' }, HYBRID],
    })
    const [plain, learned] = await Promise.all(
      runs.map(async ({ id: run }) => {
        const { rows } = await request('evaluation.outcomes', { dir, run, k: 1 })
        return rows.find(({ id }) => id === 'q4')?.recall
      }),
    )
    expect(learned).toBe(plain)
    const text = log[0]?.query ?? ''
    const { tools } = await request('query.run', { ...HYBRID, dir, text, withTrace: true })
    const taught = tools.find(({ tool: id }) => id === 'search_email')
    expect(taught?.witnesses).toContainEqual(
      expect.objectContaining({ kind: 'bundle', query: text }),
    )
  })

  it('is another measurement once more is logged, but for recipes that learn nothing', async () => {
    const { request, dir } = await withHistory()
    const recipes = [{ recipe: 'hybrid' }, HYBRID]
    const first = await request('evaluation.run', { ...measured, dir, recipes })
    await request('history.add', { dir, query: 'howdy', tools: [tool('send_email')] })
    const again = await request('evaluation.run', { ...measured, dir, recipes, resume: true })
    expect(again.reused).toEqual([first.runs[0]?.id])
    expect(again.runs[1]?.history?.queries).toBe(4)
  })

  it('says which tools stay where a catalog is imported again', async () => {
    const { request, dir, file } = await withHistory()
    await request('import.commit', { dir, path: await file('tools.json', SMALL_CATALOG) })
    expect(await request('history.list', { dir })).toMatchObject({
      total: 3,
      stock: { useless: 0 },
    })
  })
})
