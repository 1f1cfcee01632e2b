import { describe, expect, it } from 'vitest'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { conceptEmbedder } from '../../../../test/fakes/embedder'
import { emptyFolder, openApp, openAppOn } from '../../../../test/app/open-app'

const tool = (name: string) => ToolId.parse(name)
const named = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})
const TOOLS = [
  named('send_letter', 'Sends a letter on paper to one person.'),
  named('post_letter', 'Sends a letter on paper to one person by post.'),
  named('weigh_letter', 'Weighs a letter.'),
  named('paint_wall', 'Paints the wall of a room in one colour.'),
]
const GOLDEN = {
  name: 'letters',
  queries: [
    { id: '1', query: 'send a letter on paper to one person', tools: ['post_letter'] },
    { id: '2', query: 'send a letter on paper', tools: ['send_letter'] },
    { id: '3', query: 'sends paper to a person', tools: ['paint_wall'] },
  ],
}

/** A workspace of four tools, of which two are hardly to be told apart. */
async function withLetters() {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Letters' })
  await app.request('import.commit', { dir, path: await app.file('tools.json', TOOLS) })
  await app.request('golden.import', { dir, path: await app.file('letters.json', GOLDEN) })
  const evaluate = (recipe = 'bm25') =>
    app.request('evaluation.run', { dir, goldenSet: 'letters', recipes: [{ recipe }], k: [1, 2] })
  return { ...app, dir, evaluate }
}

describe('confusable tools', () => {
  it('are told by what they say where there is no run', async () => {
    const { request, dir } = await withLetters()
    const { basis, rows, sums } = await request('confusable.pairs', { dir })
    expect(basis).toEqual({ by: 'similarity', embedder: 'builtin', remarks: [] })
    expect(rows[0]).toMatchObject({ one: 'post_letter', other: 'send_letter', examples: [] })
    expect(rows[0]?.words).toBeGreaterThan(0.6)
    expect(rows[0]?.meaning).toBeGreaterThan(0.8)
    expect(sums.orphans).toBeUndefined()
    const never = await request('confusable.tools', { dir, show: 'orphans' })
    expect(never).toMatchObject({ total: 0, basis: { by: 'similarity' } })
    const hubs = await request('confusable.tools', { dir, show: 'hubs' })
    expect(hubs.rows[0]?.given).toBeGreaterThan(0)
  })

  it('are told by the newest run where there is one: who took whose queries, and which', async () => {
    const { request, dir, evaluate } = await withLetters()
    await evaluate()
    const { basis, rows } = await request('confusable.pairs', { dir, k: 1 })
    expect(basis).toMatchObject({
      by: 'run',
      recipe: 'bm25',
      goldenSet: 'letters',
      k: 1,
      queries: 3,
    })
    expect(rows.map(({ one, other, taken }) => [one, other, taken])).toEqual(
      expect.arrayContaining([['post_letter', 'send_letter', { byOne: 0, byOther: 1 }]]),
    )
    const pair = rows.find(({ one }) => one === 'post_letter')
    expect(pair?.examples).toEqual([{ text: GOLDEN.queries[0]?.query, by: 'send_letter' }])
    const likeness = await request('confusable.pairs', { dir, by: 'similarity' })
    expect(likeness.basis.by).toBe('similarity')
  })

  it('are told by the newest run of what the workspace works with, whatever ran since', async () => {
    const { request, dir, evaluate } = await withLetters()
    await request('workspace.workWith', { dir, recipe: 'bm25' })
    await evaluate('bm25')
    await evaluate('dense')
    const { basis } = await request('confusable.pairs', { dir })
    expect(basis).toMatchObject({ recipe: 'bm25', remarks: [] })
    const named = await request('confusable.pairs', { dir, recipe: 'dense' })
    expect(named.basis).toMatchObject({ recipe: 'dense', remarks: [] })
  })

  it('are told by the newest run of any, with a remark, where none is of what it works with', async () => {
    const { request, dir, evaluate } = await withLetters()
    await request('workspace.workWith', { dir, recipe: 'hybrid' })
    await evaluate('dense')
    await evaluate('bm25')
    for (const by of ['auto', 'run'] as const) {
      const { basis } = await request('confusable.pairs', { dir, by })
      expect(basis).toMatchObject({
        recipe: 'bm25',
        remarks: ['No run of “Hybrid”, which this workspace works with, is kept.'],
      })
    }
    await request('workspace.workWith', { dir, recipe: 'dense' })
    const { basis } = await request('confusable.map', { dir })
    expect(basis).toMatchObject({ recipe: 'dense', remarks: [] })
  })

  it('need a run of the recipe that is named, with its options', async () => {
    const { reply, request, dir, evaluate } = await withLetters()
    await evaluate('bm25')
    const fix = 'Evaluate it on a golden set first, or go by similarity.'
    const lacking = (message: string) => ({ error: { code: 'not-found', message, fix } })
    const shed = await reply('confusable.pairs', { dir, recipe: 'toolshed' })
    expect(shed).toMatchObject(lacking('No run of “Toolshed” is kept.'))
    const other = await reply('confusable.pairs', { dir, recipe: 'bm25', options: { k1: 2 } })
    expect(other).toMatchObject(lacking('No run of “BM25” with these options is kept.'))
    const same = await request('confusable.pairs', { dir, recipe: 'bm25', options: { k1: 1.5 } })
    expect(same.basis).toMatchObject({ by: 'run', recipe: 'bm25' })
  })

  it('tell hubs, which are given unasked, and tools that no query reaches', async () => {
    const { request, dir, evaluate } = await withLetters()
    await evaluate()
    const hubs = await request('confusable.tools', { dir, k: 1, show: 'hubs' })
    expect(hubs.rows[0]).toEqual({
      tool: 'send_letter',
      given: 3,
      unwanted: 2,
      golden: 1,
      isHidden: false,
    })
    const orphans = await request('confusable.tools', { dir, k: 1, show: 'orphans' })
    expect(orphans.rows.map(({ tool: of, golden }) => [of, golden])).toEqual([
      ['paint_wall', 1] as const,
      ['post_letter', 1] as const,
      ['weigh_letter', 0] as const,
    ])
    const found = await request('confusable.tools', { dir, k: 1, show: 'orphans', search: 'wall' })
    expect(found.total).toBe(1)
  })

  it('leave out tools that are not in the catalog any more, and say how many those are', async () => {
    const { request, dir, evaluate } = await withLetters()
    await evaluate()
    await request('catalog.remove', { dir, ids: [tool('send_letter')] })
    const { basis, rows } = await request('confusable.pairs', { dir, k: 1 })
    expect(basis).toMatchObject({ gone: 1 })
    expect(rows.flatMap(({ one, other }) => [one, other])).not.toContain('send_letter')
  })

  it('stand on a map, with a line for each pair', async () => {
    const { request, dir } = await withLetters()
    const { tools, edges, leftOut } = await request('confusable.map', { dir })
    const { rows } = await request('confusable.pairs', { dir })
    expect(edges.map(([from, to]) => [tools[from]?.id, tools[to]?.id])).toEqual(
      rows.map(({ one, other }) => [one, other]),
    )
    expect(new Set(tools.map(({ x, y }) => `${x} ${y}`)).size).toBe(tools.length)
    expect(leftOut).toBe(0)
  })

  it('are compared by words alone, and say why, where no embedder answers', async () => {
    const away = { open: () => Promise.reject(new Problem('unavailable', 'It is away.')) }
    const { request, file } = await openAppOn(await emptyFolder(), { embedders: away })
    const { dir } = await request('workspace.create', { name: 'Letters' })
    await request('import.commit', { dir, path: await file('tools.json', TOOLS) })
    const { basis, rows } = await request('confusable.pairs', { dir })
    expect(basis).toEqual({
      by: 'similarity',
      remarks: ['Words alone are compared, for the embedder gave no vectors: It is away.'],
    })
    expect(rows[0]).toMatchObject({ one: 'post_letter', other: 'send_letter' })
    expect(rows[0]?.meaning).toBeUndefined()
  })

  it('are compared by meaning as soon as the embedder is there', async () => {
    let isAway = true
    const embedder = conceptEmbedder([['letter'], ['wall']])
    const embedders = {
      open: () =>
        isAway
          ? Promise.reject(new Problem('unavailable', 'It is away.'))
          : Promise.resolve(embedder),
    }
    const { request, file } = await openAppOn(await emptyFolder(), { embedders })
    const { dir } = await request('workspace.create', { name: 'Letters' })
    await request('import.commit', { dir, path: await file('tools.json', TOOLS) })
    expect((await request('confusable.pairs', { dir })).rows[0]?.meaning).toBeUndefined()
    isAway = false
    expect((await request('confusable.pairs', { dir })).rows[0]?.meaning).toBeGreaterThan(0)
  })

  it('need a run where they are to be told by one', async () => {
    const { reply, dir } = await withLetters()
    expect(await reply('confusable.pairs', { dir, by: 'run' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect(await reply('confusable.pairs', { dir, run: 'none' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })

  it('are none in a catalog of no tools', async () => {
    const { request } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Empty' })
    expect(await request('confusable.pairs', { dir })).toMatchObject({ total: 0, rows: [] })
    expect(await request('confusable.map', { dir })).toMatchObject({ tools: [], edges: [] })
  })
})
