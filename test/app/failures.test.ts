import { describe, expect, it } from 'vitest'
import type { ActionAnswer } from '../../src-main/features/actions'
import { openApp, openAppOn, emptyFolder, type AppUnderTest } from './open-app'
import { evaluateSmall } from './small-evaluation'
import { scriptedModel } from '../fakes/scripted-model'

interface Asked {
  k?: number
  recipe?: string
  options?: Record<string, string | number | boolean | string[]>
}

type Report = ActionAnswer<'evaluation.failures'>

/** The small golden set measured, and where that fails. */
async function failuresOf(
  app: AppUnderTest,
  dir: string,
  { k = 1, recipe = 'bm25', options = {} }: Asked = {},
): Promise<Report> {
  const recipes = [{ recipe, options }]
  const { runs } = await evaluateSmall(app, { dir, recipes, k: [1, 3] })
  return app.request('evaluation.failures', { dir, run: runs[0]?.id ?? '', k })
}

const classesOf = ({ classes }: Report) =>
  classes.map(({ reason, tools, queries }) => `${reason}: ${tools} in ${queries}`)

/** Golden tools of all classes together. */
const inAll = ({ classes }: Report): number => classes.reduce((sum, { tools }) => sum + tools, 0)

describe('why a run fails', () => {
  it('is told by class, and the classes add up to the golden tools that are missing', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const report = await failuresOf(app, dir)
    expect(report).toMatchObject({ queries: 4, failed: 2, missing: 2, left: 0 })
    expect(classesOf(report)).toEqual(['cut: 1 in 1', 'no-shared-word: 1 in 1'])
    const others: Asked[] = [
      { options: { depth: 1 } },
      { options: { threshold: 1000 }, k: 3 },
      { recipe: 'hybrid', options: { depth: 1 } },
      { recipe: 'toolsee', options: { threshold: 0.9 }, k: 3 },
    ]
    for (const asked of others) {
      const other = await failuresOf(app, dir, asked)
      expect(inAll(other), JSON.stringify(asked)).toBe(other.missing)
    }
  })

  it('says which step left a tool out', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const atEnd = await failuresOf(app, dir, { options: { threshold: 1000 }, k: 3 })
    expect(atEnd.classes[0]).toMatchObject({ reason: 'dropped', by: { stage: 'select' }, tools: 4 })
    const before = await failuresOf(app, dir, { recipe: 'toolsee', options: { threshold: 1000 } })
    expect(before.classes[0]).toMatchObject({ reason: 'dropped', by: { stage: 'threshold' } })
  })

  it('names no step where k alone cut a tool off', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1] })
    const report = await app.request('evaluation.failures', { dir, run: runs[0]?.id ?? '' })
    const cut = report.classes.find(({ reason }) => reason === 'cut')
    expect(cut).toEqual({ reason: 'cut', tools: 1, queries: 1, noSharedWord: 0 })
    const [places = []] = await app.request('evaluation.locate', {
      dir,
      run: runs[0]?.id ?? '',
      queries: ['q3'],
    })
    expect(places[1]).toEqual({ tool: 'send_email', name: 'send_email', reason: 'cut', rank: 2 })
  })

  it('tells a tool below the depth of the search from one that shares no word', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const report = await failuresOf(app, dir, { options: { depth: 1 }, k: 3 })
    expect(classesOf(report)).toEqual(['below-depth: 1 in 1', 'no-shared-word: 1 in 1'])
  })

  it('is that the filters keep a tool out, or that the catalog lacks it, before anything else', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const layer = { visibility: 'hidden' as const }
    await app.request('catalog.saveLayer', { dir, id: 'get_weather', layer })
    const recipes = [{ recipe: 'bm25', options: { visibilities: ['public'] } }]
    const { runs } = await evaluateSmall(app, { dir, recipes, k: [1] })
    await app.request('catalog.remove', { dir, ids: ['convert_currency'] })
    const report = await app.request('evaluation.failures', { dir, run: runs[0]?.id ?? '' })
    expect(classesOf(report).sort()).toEqual([
      'cut: 1 in 1',
      'filtered: 1 in 1',
      'not-in-catalog: 1 in 1',
    ])
  })

  it('is counted by tool, server and tag, also before it is looked up', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const layer = { tags: ['mail'] }
    await app.request('catalog.saveLayer', { dir, id: 'send_email', layer })
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1] })
    const input = { dir, run: runs[0]?.id ?? '' }
    const report = await app.request('evaluation.failures', { ...input, lookUp: 0 })
    expect(report).toMatchObject({ left: 2, classes: [], missing: 2, inAll: { tools: 2 } })
    expect(report.tools).toMatchObject([
      { tool: 'convert_currency', golden: 1, missing: 1 },
      { tool: 'send_email', golden: 2, missing: 1 },
    ])
    expect(report.tags).toEqual([{ name: 'mail', golden: 2, missing: 1 }])
    expect(report.servers).toEqual([{ name: '', golden: 5, missing: 2 }])
    const one = await app.request('evaluation.failures', { ...input, lookUp: 1 })
    expect(one.left).toBe(1)
    expect(inAll(one)).toBe(1)
  })

  it('is counted by the tags of the golden queries', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const golden = [
      { id: 'a', query: 'how many euros is that', tools: ['convert_currency'], tags: ['money'] },
      { id: 'b', query: 'convert money', tools: ['convert_currency'], tags: ['money', 'short'] },
    ]
    await app.request('golden.import', { dir, path: await app.file('tagged.json', golden) })
    const input = { dir, goldenSet: 'tagged', recipes: [{ recipe: 'bm25' }], k: [1] }
    const { runs } = await app.request('evaluation.run', input)
    const run = runs[0]?.id ?? ''
    const report = await app.request('evaluation.failures', { dir, run })
    expect(report.queryTags).toEqual([{ name: 'money', golden: 2, missing: 1 }])
    const shown = { dir, run, lost: { queryTag: 'money' } }
    const { rows } = await app.request('evaluation.outcomes', shown)
    expect(rows.map(({ id }) => id)).toEqual(['a'])
  })
})

describe('failed queries', () => {
  it('are listed by class, tool and tag, the worst first', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1, 3] })
    const run = runs[0]?.id ?? ''
    const listed = async (lost: object) => {
      const { rows } = await app.request('evaluation.outcomes', { dir, run, k: 1, lost })
      return rows.map(({ id }) => id)
    }
    expect(await listed({})).toEqual(['q4', 'q3'])
    expect(await listed({ reason: 'cut' })).toEqual(['q3'])
    expect(await listed({ reason: 'no-shared-word' })).toEqual(['q4'])
    expect(await listed({ reason: 'below-depth' })).toEqual([])
    expect(await listed({ tool: 'send_email' })).toEqual(['q3'])
    expect(await listed({ tool: 'send_email', reason: 'no-shared-word' })).toEqual([])
    expect(await listed({ server: '' })).toEqual(['q4', 'q3'])
    expect(await listed({ tag: 'mail' })).toEqual([])
  })
})

describe('the worst queries of a run', () => {
  it('are asked for with the run as people name it, and with where their golden tools stand', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { run, failed, ...report } = await failuresOf(app, dir)
    const found = await app.request('evaluation.failedQueries', { dir, run: '1', k: 1 })
    expect(found.report).toMatchObject({ run, failed, missing: report.missing })
    expect([found.total, found.runs[0]?.run.id]).toEqual([failed, run])
    const queries = found.queries.map(({ id }) => id)
    const places = await app.request('evaluation.locate', { dir, run, queries, k: 1 })
    expect(found.queries.map((query) => query.places)).toEqual(places)
    const one = { dir, run: '1', k: 1, lost: { reason: 'cut' as const }, limit: 0 }
    expect(await app.request('evaluation.failedQueries', one)).toMatchObject({
      total: 1,
      queries: [],
    })
  })

  it('are those that changed beside a baseline, which has to be named', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { run: baseline } = await failuresOf(app, dir)
    await failuresOf(app, dir, { recipe: 'dense' })
    const asked = { dir, run: '1', k: 1, show: 'fixed' as const }
    const [page, found] = await Promise.all([
      app.request('evaluation.outcomes', {
        dir,
        run: (await app.request('evaluation.named', { dir, runs: ['1'] }))[0]?.id ?? '',
        k: 1,
        baseline,
        show: 'fixed',
      }),
      app.request('evaluation.failedQueries', { ...asked, baseline: '2' }),
    ])
    expect(page.total).toBeGreaterThan(0)
    expect([found.total, found.queries.map(({ id }) => id)]).toEqual([
      page.total,
      page.rows.map(({ id }) => id),
    ])
    expect(await app.reply('evaluation.failedQueries', asked)).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('takes a run') as string },
    })
  })
})

describe('what is looked up', () => {
  it('is looked up once for a catalog, whoever asks', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1] })
    const input = { dir, run: runs[0]?.id ?? '' }
    await app.request('evaluation.failures', { ...input, lookUp: 1 })
    await evaluateSmall(app, { dir, recipes: [{ recipe: 'dense' }], k: [1] })
    expect(await app.request('evaluation.failures', { ...input, lookUp: 0 })).toMatchObject({
      left: 1,
    })
    const layer = { questions: ['How many euros is that?'] }
    await app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    expect(await app.request('evaluation.failures', { ...input, lookUp: 0 })).toMatchObject({
      left: 2,
    })
  })

  it('says that it is of today’s catalog where that is another, and what it gives by now', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1] })
    const input = { dir, run: runs[0]?.id ?? '' }
    const before = await app.request('evaluation.failures', input)
    expect(before).toMatchObject({ sameCatalog: true, askedAgain: 2, differing: 0 })
    const layer = { questions: ['How many euros is that?'] }
    await app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    const after = await app.request('evaluation.failures', input)
    expect(after).toMatchObject({ sameCatalog: false, askedAgain: 2, differing: 1 })
    expect(classesOf(after)).toEqual(['cut: 1 in 1', 'found-today: 1 in 1'])
  })

  it('needs no asking again where a larger k of the run gave the tool', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1, 3] })
    const run = runs[0]?.id ?? ''
    // Only the query that shares no word is asked again: k = 3 of the run gave the other's tool.
    const report = await app.request('evaluation.failures', { dir, run, k: 1 })
    expect(report).toMatchObject({ askedAgain: 1, failed: 2 })
  })

  it('asks no model again, and says that more is not known', async () => {
    const model = scriptedModel({ '': () => ({ irrelevant: [] }) })
    const app = await openAppOn(await emptyFolder(), {
      languageModels: { open: () => Promise.resolve(model) },
    })
    await app.request('settings.write', { chatModel: 'ollama:talker' })
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'toolshed', options: { grade: true, search: 'hybrid' } }]
    const { runs } = await evaluateSmall(app, { dir, recipes, k: [1] })
    const asked = model.questions.length
    expect(asked).toBeGreaterThan(0)
    const report = await app.request('evaluation.failures', { dir, run: runs[0]?.id ?? '' })
    expect(report).toMatchObject({ asksModel: true, askedAgain: 0, left: 0 })
    expect(report.missing).toBeGreaterThan(0)
    expect(report.classes.map(({ reason }) => reason)).toEqual(['not-given'])
    expect(inAll(report)).toBe(report.missing)
    expect(model.questions.length).toBe(asked)
  })

  it('is kept when it is stopped in mid-work, which is said, and is gone on with', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const golden = Array.from({ length: 2000 }, (_, at) => ({
      id: `q${at}`,
      query: `how many euros is that, ${at}`,
      tools: ['convert_currency'],
    }))
    await app.request('golden.import', { dir, path: await app.file('many.json', golden) })
    const chosen = { dir, goldenSet: 'many', recipes: [{ recipe: 'bm25' }], k: [1] }
    const { runs } = await app.request('evaluation.run', chosen)
    const input = { dir, run: runs[0]?.id ?? '' }
    const stopper = new AbortController()
    const stopped = await app.app.dispatch('evaluation.failures', input, {
      signal: stopper.signal,
      emit: ({ what, done }) => {
        if (what.startsWith('Looking up') && done > 0) stopper.abort()
      },
    })
    const message = /^Stopped\. Of 2000 failed queries \d+ are looked up\.$/
    expect(stopped).toMatchObject({
      error: { code: 'cancelled', message: expect.stringMatching(message) as string },
    })
    const known = await app.request('evaluation.failures', { ...input, lookUp: 0 })
    expect(known.left).toBeGreaterThan(0)
    expect(known.left).toBeLessThan(2000)
    expect(inAll(known)).toBe(2000 - known.left)
    const whole = await app.request('evaluation.failures', input)
    expect(whole).toMatchObject({ left: 0, missing: 2000 })
    expect(inAll(whole)).toBe(2000)
  })
})
