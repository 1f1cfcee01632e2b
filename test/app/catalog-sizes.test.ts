import { describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-main/features/actions'
import type { Run } from '../../src-main/domain/run/run'
import { drawnCatalogs } from '../../src-main/evaluation/samples/drawn-catalog'
import { emptyFolder, openApp, openAppWith, type AppUnderTest } from './open-app'
import { evaluateSmall, watchedEmbedder } from './small-evaluation'

type Input = ActionInput<'evaluation.run'>
type Opened = AppUnderTest & { dir: string }

async function demo(): Promise<Opened> {
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  return { ...app, dir }
}

async function small(): Promise<Opened> {
  const app = await openApp()
  return { ...app, dir: await app.smallWorkspace() }
}

/** Changes a catalog and back many times, which takes long on a busy machine. */
const PATIENCE_MS = 120_000

const RECIPES = ['bm25', 'dense', 'hybrid'].map((recipe) => ({ recipe }))

const measure = ({ request, dir }: Opened, input: Partial<Input>) =>
  request('evaluation.run', {
    dir,
    goldenSet: 'demo',
    recipes: RECIPES,
    k: [1, 5],
    sample: { size: 12, seed: 3 },
    ...input,
  })

const outcomesOf = async ({ request, dir }: Opened, run: Run) =>
  (await request('evaluation.outcomes', { dir, run: run.id, limit: 1000 })).rows

const idsOf = async ({ request }: AppUnderTest, dir: string) =>
  (await request('catalog.ids', { dir })).ids.sort()

/** Those that are not hidden, of which catalogs are drawn. */
const eligibleIdsOf = async ({ request }: AppUnderTest, dir: string) =>
  (
    await request('catalog.ids', { dir, filter: { visibilities: ['public', 'internal'] } })
  ).ids.sort()

/** Tools of the demo that are hidden. */
const HIDDEN = 5

const sizesOf = (runs: readonly Run[]) =>
  runs.map(({ recipe, catalogSize }) => [recipe, catalogSize?.tools])

describe('recipes measured on smaller catalogs', () => {
  it(
    'give each query what they would if the workspace held just these tools',
    async () => {
      const app = await demo()
      const { runs } = await measure(app, {
        catalogSizes: { tools: [15, 40], seeds: [4] },
        sample: { size: 2, seed: 3 },
      })
      expect(sizesOf(runs).map(([, size]) => size)).toEqual([15, 15, 15, 40, 40, 40])
      const { dir } = await app.request('workspace.createDemo', {})
      const all = await idsOf(app, dir)
      const eligible = await eligibleIdsOf(app, dir)
      let compared = 0
      for (const run of runs) {
        const draw = drawnCatalogs(eligible, { tools: run.catalogSize?.tools ?? 0, seed: 4 })
        for (const { id, golden, text, tools } of await outcomesOf(app, run)) {
          const kept = draw({ id, tools: golden }).tools
          const ids = all.filter((tool) => !kept.has(tool))
          const { change: edit = '' } = await app.request('catalog.remove', { dir, ids })
          const { recipe } = run
          const answer = await app.request('query.run', { dir, text, recipe, k: 5 })
          await app.request('changes.undo', { dir, change: edit })
          expect(tools).toEqual(answer.tools.map(({ tool }) => tool))
          compared += tools.length
        }
      }
      expect(compared).toBeGreaterThan(50)
    },
    PATIENCE_MS,
  )

  it('take the whole catalog for “all” and for adaptive k, once, as if nothing was said', async () => {
    const app = await demo()
    const catalogSizes = { tools: ['all' as const, 107, 20] }
    const { runs } = await measure(app, { catalogSizes, recipes: [{ recipe: 'bm25' }] })
    expect(sizesOf(runs)).toEqual([
      ['bm25', undefined],
      ['bm25', 20],
    ])
    const again = await measure(app, { recipes: [{ recipe: 'bm25' }], resume: true })
    expect(again.reused).toEqual([runs[0]?.id])
  })

  it('tell what an agent takes that is given everything', async () => {
    const app = await demo()
    const { runs } = await measure(app, {
      catalogSizes: { tools: [20, 'all'] },
      recipes: [{ recipe: 'bm25' }],
    })
    const { promptTokens, everything } = await app.request('catalog.facets', { dir: app.dir })
    // Hidden tools, which no query is given, count in the catalog alone.
    expect(everything.promptTokens).toBeLessThan(promptTokens)
    expect(everything.promptTokens).toBeGreaterThan(promptTokens * 0.9)
    expect(runs[1]?.everythingTokens).toBe(everything.promptTokens)
    expect(runs[1]?.catalog.promptTokens).toBe(promptTokens)
    expect(runs[0]?.everythingTokens).toBeGreaterThan(promptTokens / 10)
    expect(runs[0]?.everythingTokens).toBeLessThan(promptTokens / 3)
  })

  it('are told of the whole as an answer tells of it, where none is drawn', async () => {
    const app = await demo()
    const { runs } = await measure(app, { recipes: [{ recipe: 'bm25' }] })
    const asked = { dir: app.dir, text: 'Send a mail', recipe: 'bm25', withEverything: true }
    const { everything } = await app.request('query.run', asked)
    expect(runs[0]?.everythingTokens).toBe(everything?.promptTokens)
  })

  it('draw no hidden tool and count none in everything, and are another measurement for it', async () => {
    const app = await demo()
    const sized = { catalogSizes: { tools: [20, 'all' as const] }, recipes: [{ recipe: 'bm25' }] }
    const { runs: before } = await measure(app, sized)
    const asked = await outcomesOf(app, before[0] as Run)
    const golden = new Set(asked.flatMap((outcome) => outcome.golden))
    const all = await idsOf(app, app.dir)
    const id = all.find((tool) => !golden.has(tool)) as (typeof all)[number]
    await app.request('catalog.saveLayer', {
      dir: app.dir,
      id,
      layer: { visibility: 'hidden' },
    })
    const { runs, reused } = await measure(app, { ...sized, resume: true })
    expect(reused).toEqual([])
    expect(runs[0]?.catalogSize).toEqual({ tools: 20, seed: 1, hidden: HIDDEN + 1 })
    expect(runs[1]?.everythingTokens).toBeLessThan(runs[1]?.catalog.promptTokens ?? 0)
    expect(runs[1]?.catalog.hidden).toBe(HIDDEN + 1)
    const [first] = await outcomesOf(app, runs[0] as Run)
    const trace = { dir: app.dir, run: runs[0]?.id ?? '', query: first?.id ?? '' }
    const { tools } = await app.request('evaluation.trace', trace)
    expect(tools).toEqual(first?.tools)
    const again = await measure(app, { ...sized, resume: true })
    expect(again.reused).toEqual(runs.map(({ id: run }) => run))
    // Sizes that hold every tool that can be given are the whole catalog.
    const whole = await measure(app, {
      ...sized,
      catalogSizes: { tools: [106, 107] },
      resume: true,
    })
    expect(whole.reused).toEqual([runs[1]?.id])
  })

  it('measure each size by each seed, and compare them query by query', async () => {
    const app = await demo()
    const catalogSizes = { tools: [20], seeds: [1, 2, 2] }
    const { runs } = await measure(app, { catalogSizes, recipes: [{ recipe: 'bm25' }] })
    expect(runs.map(({ catalogSize }) => catalogSize)).toEqual([
      { tools: 20, seed: 1, hidden: HIDDEN },
      { tools: 20, seed: 2, hidden: HIDDEN },
    ])
    const [one, other] = await Promise.all(runs.map((run) => outcomesOf(app, run)))
    expect(other?.map(({ tools }) => tools)).not.toEqual(one?.map(({ tools }) => tools))
    const [baseline = '', run = ''] = runs.map(({ id }) => id)
    const compared = await app.request('evaluation.compare', {
      dir: app.dir,
      baseline,
      runs: [run],
    })
    expect(compared).toMatchObject([{ queries: 12 }])
  })

  it('take what is measured already, and measure only what is not', async () => {
    const app = await demo()
    const { runs } = await measure(app, { catalogSizes: { tools: [20, 40] } })
    const more = { catalogSizes: { tools: [20, 30, 40] }, resume: true }
    const { reused, runs: all } = await measure(app, more)
    expect(reused.sort()).toEqual(runs.map(({ id }) => id).sort())
    expect(all).toHaveLength(9)
    // Another seed draws others.
    const other = { catalogSizes: { tools: [20], seeds: [2] }, resume: true }
    expect((await measure(app, other)).reused).toEqual([])
  })

  it('say which queries need more tools than there are, and which k nothing can reach', async () => {
    const app = await small()
    const { runs } = await evaluateSmall(app, {
      dir: app.dir,
      recipes: [{ recipe: 'bm25' }],
      k: [1, 3],
      catalogSizes: { tools: [1] },
    })
    expect(runs[0]?.catalogSize).toEqual({ tools: 1, seed: 1, exceeded: 1 })
    expect(runs[0]?.remarks).toEqual([
      '1 query needs more than 1 tool: asked of just those.',
      'k = 3: more than the 1 tool that there are to choose from.',
    ])
    const rows = await outcomesOf(app, runs[0] as Run)
    expect(rows.find(({ id }) => id === 'q3')?.tools.toSorted()).toEqual([
      'create_event',
      'send_email',
    ])
    expect(rows.find(({ id }) => id === 'q1')?.tools).toEqual(['send_email'])
  })

  it('count a golden tool that is gone as missing, and draw another in its place', async () => {
    const app = await small()
    await app.request('catalog.remove', { dir: app.dir, ids: ['get_weather'] as never })
    const { runs } = await evaluateSmall(app, {
      dir: app.dir,
      recipes: [{ recipe: 'bm25' }],
      k: [1],
      catalogSizes: { tools: [2] },
    })
    const rows = await outcomesOf(app, runs[0] as Run)
    expect(rows.find(({ id }) => id === 'q2')).toMatchObject({ recall: 0 })
    expect(runs[0]?.catalogSize).toEqual({ tools: 2, seed: 1 })
  })

  it('are run again on the catalog that was drawn, to tell why a tool is missing', async () => {
    const app = await demo()
    const { runs } = await measure(app, { catalogSizes: { tools: [30] }, k: [2] })
    for (const run of runs) {
      for (const { id } of await outcomesOf(app, run)) {
        const again = { dir: app.dir, run: run.id, query: id }
        expect(await app.request('evaluation.trace', again)).toMatchObject({ same: true })
      }
    }
  })

  it('embed each query once for all sizes', async () => {
    const embedded: string[] = []
    const app = await openAppWith(
      watchedEmbedder((text) => embedded.push(text)),
      await emptyFolder(),
    )
    const dir = await app.smallWorkspace()
    const many = Array.from({ length: 120 }, (_, at) => ({
      id: `many ${at}`,
      query: `send email ${at}`,
      tools: ['send_email'],
    }))
    await app.request('golden.import', { dir, path: await app.file('many.json', many) })
    await app.request('evaluation.run', {
      dir,
      goldenSet: 'many',
      recipes: [{ recipe: 'dense' }],
      k: [1],
      catalogSizes: { tools: [2, 3, 'all'] },
    })
    expect(embedded.sort()).toEqual(many.map(({ query }) => query).sort())
  })

  it('say how an adaptive recipe does where no tool fits', async () => {
    const app = await demo()
    const own = { recipe: 'hybrid', options: { size: 'adaptive' } }
    const { runs } = await measure(app, { recipes: [own], catalogSizes: { tools: [20, 'all'] } })
    expect(runs.map(({ nothingFits }) => nothingFits?.leftOut.queries)).toEqual([12, 12])
  })
})

describe('sizes that cannot be measured', () => {
  it.each([
    [{ tools: [5, 6] }, 'The catalog has 5 tools, so none of 6 can be drawn from it.'],
    [{ tools: [1, 2, 3, 4], seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 'That makes 320 measure'],
    [{ tools: [0] }, 'catalogSizes'],
    [{ tools: [] }, 'catalogSizes'],
    [{ tools: Array.from({ length: 13 }, (_, at) => at + 1) }, 'catalogSizes'],
  ])('are refused: %j', async (catalogSizes, message) => {
    const app = await small()
    const recipes = Array.from({ length: 8 }, () => ({ recipe: 'bm25' }))
    const input = { dir: app.dir, goldenSet: 'asked', recipes, catalogSizes }
    expect(await app.reply('evaluation.run', input)).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining(message) as string },
    })
    expect(await app.request('evaluation.runs', { dir: app.dir })).toEqual([])
  })
})
