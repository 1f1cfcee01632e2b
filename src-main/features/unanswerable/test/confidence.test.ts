import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../../adapters/lancedb/workspace-library'
import { actions } from '../../actions'
import { MOST_RECIPES } from '../../../domain/experiment/plan'
import { ToolId } from '../../../domain/tool/tool'
import { openApp, type AppUnderTest } from '../../../../test/app/open-app'
import { evaluateSmall, runOfSmall } from '../../../../test/app/small-evaluation'

const NEGATIVES = [
  { id: 'n1', text: 'translate my poem into Latin', tools: [] },
  { id: 'n2', text: 'send the weather into orbit', tools: [] },
]

/** The small workspace, whose golden set or another one holds queries that no tool fits as well. */
async function smallWith(set: 'asked' | 'other') {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const { queries } = await app.request('golden.queries', { dir, set: 'asked' })
  const all = set === 'asked' ? [...queries, ...NEGATIVES] : NEGATIVES
  const asked = all.map(({ id, text, tools }) => ({ id, query: text, tools }))
  const path = await app.file(`${set}.json`, { name: set, queries: asked })
  await app.request('golden.import', { dir, path, replace: true })
  return { ...app, dir }
}

const told = async (
  { request, dir }: Pick<AppUnderTest, 'request'> & { dir: string },
  run: string,
) => (await request('evaluation.confidence', { dir, runs: [run], k: 1 }))[0]

it('tells how sure as many runs are as one evaluation measures', () => {
  const { input } = actions['evaluation.confidence']
  const runs = Array.from({ length: MOST_RECIPES }, (_, at) => `run ${at}`)
  expect(MOST_RECIPES).toBe(60)
  expect(input.safeParse({ dir: 'small', runs }).success).toBe(true)
})

describe('queries of a golden set that name no tool', () => {
  it('are asked beside the others, and are part of no mean', async () => {
    const plain = await openApp()
    const before = await runOfSmall(plain, await plain.smallWorkspace())
    const app = await smallWith('asked')
    const run = await runOfSmall(app, app.dir)
    expect([run.queries, run.measures]).toEqual([4, before.measures])
    expect(run.negatives).toEqual({ scores: [null, expect.any(Number)], given: 1 })
    expect(before).not.toHaveProperty('negatives')
  })

  it('tell misses from false activations, and what a threshold of the score does', async () => {
    const app = await smallWith('asked')
    const { id } = await runOfSmall(app, app.dir)
    const confidence = await told(app, id)
    expect(confidence).toMatchObject({
      fitting: { queries: 4, wrong: 1 },
      negative: { queries: 2, wrong: 1, riskCoverage: { queries: 6 } },
    })
    const { points = [], auroc } = confidence?.negative?.riskCoverage ?? {}
    // One of either kind was given nothing: at no threshold is it answered.
    expect(points.at(-1)).toMatchObject({ misses: 1, falseActivations: 1, coverage: 4 / 6 })
    expect(auroc?.mean).toBeGreaterThan(0.5)
    expect(points.map(({ threshold }) => threshold)).toEqual(
      points.map(({ threshold }) => threshold).toSorted((a, b) => b - a),
    )
  })

  it('are those of other sets where the one measured has none, and it is said so', async () => {
    const app = await smallWith('other')
    const { id, negatives } = await runOfSmall(app, app.dir)
    expect(negatives).toMatchObject({ given: 1, ofOtherSets: true })
    expect((await told(app, id))?.negative).toMatchObject({ queries: 2, ofOtherSets: true })
  })

  it('are sampled as the others are, of whichever set they are', async () => {
    for (const set of ['asked', 'other'] as const) {
      const app = await smallWith(set)
      const { queries, negatives } = await runOfSmall(app, app.dir, { sample: { size: 2 } })
      expect([queries, negatives?.scores.length]).toEqual([2, 1])
    }
  })

  it('are measured anew once the set has others, whatever other sets hold', async () => {
    const app = await smallWith('other')
    const { dir } = app
    const again = () => evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], resume: true })
    const { runs } = await again()
    expect((await again()).reused).toEqual([runs[0]?.id])
    await app.request('golden.delete', { dir, set: 'other' })
    expect((await again()).reused).toEqual([runs[0]?.id])
    const { queries } = await app.request('golden.queries', { dir, set: 'asked' })
    const asked = [...queries, ...NEGATIVES].map(({ id, text, tools }) => ({
      id,
      query: text,
      tools,
    }))
    const path = await app.file('asked.json', { name: 'asked', queries: asked })
    await app.request('golden.import', { dir, path, replace: true })
    expect((await again()).reused).toEqual([])
  })

  it('alone are no golden set to measure on', async () => {
    const { reply, dir } = await smallWith('other')
    const recipes = [{ recipe: 'bm25' }]
    expect(await reply('evaluation.run', { dir, goldenSet: 'other', recipes })).toMatchObject({
      error: { message: 'No query of the golden set “other” names a tool.' },
    })
  })
})

describe('queries asked again without their right tools', () => {
  it('are told beside themselves, of the run as it is stored', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { id } = await runOfSmall(app, dir)
    const input = { dir, runs: [id], leaveOut: true }
    const [first] = await app.request('evaluation.confidence', input)
    expect(first).toMatchObject({ fitting: { queries: 4 }, leftOut: { queries: 4 } })
    expect(first).not.toHaveProperty('negative')
    expect(first?.leftOut?.riskCoverage?.queries).toBe(8)
    expect(await app.request('evaluation.confidence', input)).toEqual([first])
    const [run] = await app.request('evaluation.runs', { dir })
    expect(run).not.toHaveProperty('leftOut')
  })

  it('find nothing in the catalog that they need', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { id } = await runOfSmall(app, dir)
    const [told] = await app.request('evaluation.confidence', { dir, runs: [id], leaveOut: true })
    // Two have no word in common with any other tool.
    expect(told?.leftOut).toMatchObject({ wrong: 2 })
    expect(told?.leftOut?.riskCoverage?.auroc.mean).toBeGreaterThan(0.5)
  })

  it('are asked anew once the catalog is another', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { id } = await runOfSmall(app, dir)
    const wrong = async () =>
      (await app.request('evaluation.confidence', { dir, runs: [id], leaveOut: true }))[0]?.leftOut
        ?.wrong
    expect(await wrong()).toBe(2)
    const layer = { questions: ['how many euros', 'weather forecast'] }
    await app.request('catalog.saveLayer', { dir, id: ToolId.parse('create_event'), layer })
    expect(await wrong()).toBe(4)
  })

  it('are those of a run of Pegboard 0.1 too, in which k was an option', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { provenance, ...now } = await runOfSmall(app, dir)
    const store = await workspaceLibrary(app.folder).open(dir)
    const outcomes = await store.members('runs', now.id)
    const early = { ...now, id: 'early', options: { ...now.options, k: 2 }, outcomes }
    await store.commit({ runs: { put: [early] } })
    await store.close()
    const input = { dir, runs: ['early'], leaveOut: true }
    expect(await app.request('evaluation.confidence', input)).toMatchObject([
      { run: 'early', leftOut: { queries: 4, wrong: 2 } },
    ])
  })

  it('are none of a run that is not there', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    expect(await app.reply('evaluation.confidence', { dir, runs: ['none'] })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})
