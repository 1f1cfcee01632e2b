import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { CHANGES } from '../../src-main/features/robustness/shared/robustness'
import { breaksText } from '../../src-main/features/robustness/shared/words'
import { id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openApp, openAppWith } from './open-app'

const COOK = {
  name: 'cook_pasta',
  description: 'Tells how pasta is cooked.',
  parameters: { type: 'object', properties: {} },
  examples: [{ intent: 'Boil me some pasta', arguments: {} }],
}

/** A workspace whose recipe was measured at k = 1, where two queries need more or other tools. */
async function measured() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe: 'bm25', k: 1 })
  const evaluate = (more: { recipe?: string; why?: string } = {}) =>
    app.request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      k: [1, 5],
      ...(more.why && { why: more.why }),
      recipes: [{ recipe: more.recipe ?? 'bm25' }],
    })
  return { ...app, dir, evaluate }
}

describe('what asks for a decision', () => {
  it('is listed by tool, those first that are missed most, with the run that says so', async () => {
    const { request, dir, evaluate } = await measured()
    expect(await request('queue.list', { dir })).not.toHaveProperty('basis')
    const [run] = (await evaluate()).runs
    const { rows, basis, counts } = await request('queue.list', { dir })
    expect(basis).toEqual({
      run: run?.id,
      recipe: 'BM25',
      goldenSet: 'asked',
      queries: 4,
      k: 1,
      measuredAt: run?.startedAt,
    })
    const missed = rows.map((row) => row.counts.missed ?? 0)
    expect(missed[0]).toBeGreaterThan(0)
    expect(missed).toEqual(missed.toSorted((a, b) => b - a))
    expect(counts.missed).toBe(missed.filter((count) => count > 0).length)
    const [first] = rows
    expect(first?.asked).toBeGreaterThanOrEqual(first?.counts.missed ?? 0)
  })

  it('counts agree with what is listed of each kind, page by page', async () => {
    const { request, dir, evaluate } = await measured()
    await evaluate()
    const { counts, all } = await request('queue.list', { dir })
    for (const kind of ['missed', 'finding', 'text', 'edge'] as const) {
      const { total, rows } = await request('queue.list', { dir, kinds: [kind] })
      expect([total, rows.length]).toEqual([counts[kind], counts[kind]])
    }
    const first = await request('queue.list', { dir, limit: 1 })
    const second = await request('queue.list', { dir, limit: 1, offset: 1 })
    expect([first.total, first.rows.length]).toEqual([all, 1])
    expect(second.rows[0]?.tool).not.toBe(first.rows[0]?.tool)
    const sought = await request('queue.list', { dir, search: 'weather' })
    expect(sought.rows.every(({ name }) => name.includes('weather'))).toBe(true)
  })

  it('leaves out findings that are dismissed', async () => {
    const { request, dir } = await measured()
    const before = await request('queue.list', { dir, kinds: ['finding'] })
    const row = before.rows[0]
    const { rows } = await request('lint.run', { dir, tool: row?.tool })
    const findings = rows.map(({ rule, tool, where, mark }) => ({ rule, tool, where, mark }))
    await request('lint.setAside', { dir, findings, reason: 'It is meant so.' })
    const after = await request('queue.list', { dir, kinds: ['finding'] })
    expect(after.rows.map(({ tool }) => tool)).not.toContain(row?.tool)
    expect(after.counts.finding).toBe(before.counts.finding - 1)
  })

  it('is told neither by a test set nor by another recipe', async () => {
    const { request, dir, evaluate } = await measured()
    await evaluate({ recipe: 'dense' })
    expect(await request('queue.list', { dir })).not.toHaveProperty('basis')
    await request('golden.use', { dir, set: 'asked', purpose: 'test' })
    await evaluate({ why: 'Before the release.' })
    const { counts } = await request('queue.list', { dir })
    expect(counts.missed).toBe(0)
  })
})

describe('the run that the order rests on', () => {
  const layer = { description: 'how many euros is that' }

  it('says what of it is another now, until it is measured again', async () => {
    const { request, dir, evaluate } = await measured()
    const [run] = (await evaluate()).runs
    expect((await request('queue.list', { dir })).basis).not.toHaveProperty('outdated')
    await request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    const { basis } = await request('queue.list', { dir })
    expect(basis).toMatchObject({
      run: run?.id,
      outdated: {
        parts: [{ of: 'catalog', edits: 1 }],
        againMs: run?.elapsedMs,
        byItself: true,
      },
    })
    const { basis: ofTool } = await request('queue.tool', { dir, tool: 'convert_currency' })
    expect(ofTool).toEqual(basis)
    const { runs } = await request('evaluation.measureAgain', { dir, runs: [run?.id ?? ''] })
    const { basis: after } = await request('queue.list', { dir })
    expect(after?.run).toBe(runs[0]?.id)
    expect(after).not.toHaveProperty('outdated')
  })

  it('is one that is current, rather than a newer one that is not', async () => {
    const { request, dir, evaluate } = await measured()
    const [first] = (await evaluate()).runs
    await request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    const [second] = (await evaluate()).runs
    expect((await request('queue.list', { dir })).basis?.run).toBe(second?.id)
    await request('changes.undo', { dir })
    const { basis } = await request('queue.list', { dir })
    expect(basis?.run).toBe(first?.id)
    expect(basis).not.toHaveProperty('outdated')
  })

  it('is one on the set that is judged on, though another set has one that is current', async () => {
    const { request, dir, evaluate } = await measured()
    const [judged] = (await evaluate()).runs
    await request('workspace.workWith', { dir, judgedOn: 'asked' })
    await request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    const query = { text: 'what is it in francs', tools: [id('convert_currency')] }
    await request('golden.save', { dir, set: 'other', query })
    const recipes = [{ recipe: 'bm25' }]
    await request('evaluation.run', { dir, goldenSet: 'other', k: [1], recipes })
    expect((await request('queue.list', { dir })).basis?.run).toBe(judged?.id)
  })

  it('is the whole recipe, though a part of it was measured since', async () => {
    const { request, dir, evaluate } = await measured()
    const [whole] = (await evaluate()).runs
    const parts = [{ recipe: 'bm25', leftOut: 'without questions' }]
    await request('evaluation.run', { dir, goldenSet: 'asked', k: [1, 5], recipes: parts })
    await request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      k: [1, 5],
      recipes: [{ recipe: 'bm25' }],
      catalogSizes: { tools: [3], seeds: [1] },
    })
    expect((await request('queue.list', { dir })).basis?.run).toBe(whole?.id)
  })

  it('counts no query that was answered without a part of the recipe', async () => {
    const { request, dir, evaluate, folder } = await measured()
    const [run] = (await evaluate()).runs
    if (!run) throw new Error('There is no run.')
    const { counts } = await request('queue.list', { dir })
    expect(counts.missed).toBeGreaterThan(0)
    const store = await workspaceLibrary(join(folder, 'data', 'workspaces')).open(dir)
    const outcomes = (await store.members('runs', run.id)).map((outcome) => ({
      ...outcome,
      degraded: 'Without meaning: Ollama is not reachable.',
    }))
    const number = (run.number ?? 0) + 1
    await store.commit(async () => ({
      runs: { put: [{ ...run, id: 'degraded', number, outcomes }] },
    }))
    const after = await request('queue.list', { dir })
    expect(after.basis?.run).toBe('degraded')
    expect(after.counts.missed).toBe(0)
    expect(after.rows.every(({ asked }) => asked === undefined)).toBe(true)
  })

  it('drops the queries that an edit mended once it is measured again', async () => {
    const { request, dir, evaluate } = await measured()
    const [run] = (await evaluate()).runs
    const { rows } = await request('queue.list', { dir, kinds: ['missed'] })
    const { tool = id('') } = rows[0] ?? {}
    const missedOf = async () => {
      const { items } = await request('queue.tool', { dir, tool })
      return items.flatMap((item) => (item.kind === 'missed' ? item.queries : []))
    }
    const missed = await missedOf()
    const questions = missed.map(({ text }) => text)
    await request('catalog.saveLayer', { dir, id: tool, layer: { questions } })
    expect(await missedOf()).toEqual(missed)
    await request('evaluation.measureAgain', { dir, runs: [run?.id ?? ''] })
    expect((await missedOf()).length).toBeLessThan(missed.length)
  })
})

/** One word finds each of them, for which synonyms stand. */
const WORDS = [
  { id: 'w1', text: 'messages', tools: ['search_email'], origin: 'human' as const },
  { id: 'w2', text: 'amount', tools: ['convert_currency'], origin: 'human' as const },
]

it('refuses a kind of things to decide that nobody gives, and names those there are', async () => {
  const { reply, dir } = await measured()
  const error = await reply('queue.list', { dir, kinds: ['missed', 'luck'] })
  expect(error).toMatchObject({
    ok: false,
    error: {
      code: 'bad-input',
      message: 'There is nothing to decide of the kind “luck”.',
      fix: expect.stringMatching(/^There are missed, .*, breaks\.$/) as string,
    },
  })
})

describe('what breaks once tools change', () => {
  it('is listed where that was measured with what the workspace works with, as long as the catalog is the same', async () => {
    const { request, dir } = await measured()
    const breaking = async () => {
      const { rows } = await request('queue.list', { dir, kinds: ['breaks'] })
      return rows.map(({ tool, ofFeatures }) => ({ tool, lost: ofFeatures?.[0]?.count }))
    }
    expect(await breaking()).toEqual([])
    await request('golden.add', { dir, set: 'asked', queries: WORDS })
    const { breaks } = await request('evaluation.robustness', { dir, share: 1 })
    expect(breaks.length).toBeGreaterThan(0)
    expect(await breaking()).toEqual(
      expect.arrayContaining(breaks.map(({ tool, lost }) => ({ tool, lost }))),
    )
    const [first] = breaks
    const { items } = await request('queue.tool', { dir, tool: first?.tool ?? '' })
    expect(items).toContainEqual({
      kind: 'feature',
      by: 'breaks',
      title: 'As tools change',
      text: first && breaksText(first),
      lines: first?.by.map(({ kind, lost }) => `${CHANGES[kind].title}: ${lost}`),
      basis: expect.stringMatching(/^BM25 on “asked”, measured on \d{4}-\d\d-\d\d\.$/) as string,
      how: expect.stringContaining('pegboard robustness') as string,
    })
    await request('workspace.workWith', { dir, recipe: 'bm25', k: 2 })
    expect(await breaking()).toEqual([])
    await request('workspace.workWith', { dir, recipe: 'bm25', k: 1 })
    expect((await breaking()).length).toBe(breaks.length)
    await request('catalog.saveLayer', { dir, id: 'get_weather', layer: { topics: ['sun'] } })
    expect(await breaking()).toEqual([])
  })

  it('is not listed where that was measured with another embedder', async () => {
    const { request, dir } = await measured()
    await request('workspace.workWith', { dir, recipe: 'dense', k: 1 })
    const breaking = async () => (await request('queue.list', { dir, kinds: ['breaks'] })).total
    // What has little to do with any tool is found by little, and soon lost.
    const words = ['water', 'music', 'house', 'train', 'garden', 'window', 'doctor']
    const queries = await Promise.all(
      words.map(async (text) => {
        const { tools } = await request('query.run', { dir, text, recipe: 'dense', k: 1 })
        return { id: text, text, tools: tools.map(({ tool }) => tool), origin: 'human' as const }
      }),
    )
    await request('golden.add', { dir, set: 'asked', queries })
    const { broken } = await request('evaluation.robustness', { dir, share: 1 })
    expect(broken).toBeGreaterThan(0)
    expect(await breaking()).toBe(broken)
    await request('models.choose', { dir, role: 'embedder', model: 'sentences' })
    expect(await breaking()).toBe(0)
  })

  it('is not listed where the embedder is another version of the same name', async () => {
    const folder = await emptyFolder()
    const concepts = [['messages'], ['amount']]
    const open = (version: string) => openAppWith(conceptEmbedder(concepts, version), folder)
    const first = await open('version 1')
    const dir = await first.smallWorkspace()
    await first.request('workspace.workWith', { dir, recipe: 'dense', k: 1 })
    await first.request('golden.add', { dir, set: 'asked', queries: WORDS })
    const { broken } = await first.request('evaluation.robustness', { dir, share: 1 })
    expect(broken).toBeGreaterThan(0)
    const breaking = async ({ request }: typeof first) =>
      (await request('queue.list', { dir, kinds: ['breaks'] })).total
    expect(await breaking(first)).toBe(broken)
    await first.app.close()
    expect(await breaking(await open('version 2'))).toBe(0)
    expect(await breaking(await open('version 1'))).toBe(broken)
  })
})

describe('what asks for a decision of one tool', () => {
  it('is as much as its row counts: what is missed with its place, and what lint finds', async () => {
    const { request, dir, evaluate } = await measured()
    await evaluate()
    const { rows } = await request('queue.list', { dir })
    for (const { tool, counts, asked } of rows) {
      const { items } = await request('queue.tool', { dir, tool })
      const missed = items.find(({ kind }) => kind === 'missed')
      expect(missed?.kind === 'missed' ? missed.missed : 0).toBe(counts.missed ?? 0)
      if (missed?.kind === 'missed') expect(missed.asked).toBe(asked)
      expect(items.filter(({ kind }) => kind === 'finding')).toHaveLength(counts.finding ?? 0)
    }
    const [first] = rows
    const { items } = await request('queue.tool', { dir, tool: first?.tool ?? '' })
    expect(items[0]).toMatchObject({ kind: 'missed', queries: [{ place: 2, kept: 3 }] })
  })

  it('proposed texts are listed with their words, until they are decided', async () => {
    const { request, file, dir } = await measured()
    const path = await file('cook.json', {
      'servers/kitchen.json': { server: null, tools: [COOK] },
    })
    await request('import.commit', { dir, path })
    await request('enhance.collect', { dir })
    const [row] = (await request('queue.list', { dir, kinds: ['text'] })).rows
    const { items } = await request('queue.tool', { dir, tool: row?.tool ?? '' })
    const texts = items.flatMap((item) => (item.kind === 'text' ? [item.proposal] : []))
    expect(texts).toHaveLength(row?.counts.text ?? 0)
    const ids = texts.map(({ id }) => id)
    await request('review.decide', { dir, chosen: { ids }, verdict: 'skipped' })
    const left = await request('queue.tool', { dir, tool: row?.tool ?? '' })
    expect(left.items.filter(({ kind }) => kind === 'text')).toEqual([])
  })

  it('of a tool that is gone is refused', async () => {
    const { request, dir } = await measured()
    await expect(request('queue.tool', { dir, tool: 'no/such' })).rejects.toThrow(
      'There is no tool “no/such”',
    )
  })
})
