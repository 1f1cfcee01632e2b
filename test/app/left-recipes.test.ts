import { describe, expect, it } from 'vitest'
import type { WorksWith } from '../../src-main/domain/recipe/choice'
import { hybrid } from '../../src-main/pipeline/recipes/hybrid'
import { recipes } from '../../src-main/features/recipes'
import { libraryIn } from '../fakes/app-on'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openAppOn, openAppWith, type AppUnderTest } from './open-app'
import { runOfSmall } from './small-evaluation'

const LEFT = 'tool-to-agent'
const SAID =
  'The recipe “tool-to-agent” has left Pegboard: on none of the four sets it was measured on did it find more than others.'

/** Pegboard as it was while it had the recipe. */
const before = (folder: string) =>
  openAppWith(conceptEmbedder([]), folder, {
    recipes: { ...recipes, all: [...recipes.all, { ...hybrid, id: LEFT, title: 'Tool-to-Agent' }] },
  })

const noticesOf = ({ app }: AppUnderTest): string[] => {
  const said: string[] = []
  app.onBroadcast((event) => event.kind === 'notice' && said.push(event.text))
  return said
}

/** A workspace that works with the recipe, and has a run and a recipe of its own of it. */
async function workspaceOfBefore() {
  const folder = await emptyFolder()
  const app = await before(folder)
  const dir = await app.smallWorkspace()
  const run = await runOfSmall(app, dir, { recipe: LEFT })
  await app.request('workspace.workWith', { dir, recipe: LEFT, k: 3, judgedOn: 'asked' })
  const options = { clauses: false }
  await app.request('recipes.save', { dir, name: 'Mine', recipe: LEFT, options })
  await app.app.close()
  return { folder, dir, run }
}

/** A workspace that chose these options of hybrid when they were still there. */
async function workspaceWith(options: WorksWith['options']) {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await app.smallWorkspace()
  await app.app.close()
  const store = await libraryIn(folder).open(dir)
  await store.commit({ worksWith: { recipe: 'hybrid', options, k: 4 } })
  await store.close()
  const again = await openAppOn(folder)
  return { ...again, dir, said: noticesOf(again) }
}

describe('a workspace that works with a recipe that left', () => {
  it('works with the standard one at its own k, and says so once', async () => {
    const { folder, dir } = await workspaceOfBefore()
    const app = await openAppOn(folder)
    const said = noticesOf(app)
    const left = `${SAID} This workspace had chosen it, and works with “hybrid” until you choose another.`
    const worksWith = { recipe: 'hybrid', options: {}, k: 3, judgedOn: 'asked' }
    expect(await app.request('workspace.read', { dir })).toMatchObject({ worksWith, left })
    const search = { dir, query: 'send an email' }
    const hybridThree = { ...search, recipe: 'hybrid', k: 3 }
    const found = await app.request('serving.search', search)
    expect(found).toEqual(await app.request('serving.search', hybridThree))
    expect(said).toEqual([left])
  })

  it('says nothing more once another recipe is chosen, and goes back to what stood in for it', async () => {
    const { folder, dir } = await workspaceOfBefore()
    const app = await openAppOn(folder)
    const chosen = await app.request('workspace.workWith', { dir, recipe: 'hybrid' })
    expect(chosen.before).toMatchObject({ recipe: 'hybrid', k: 3 })
    expect(await app.request('workspace.read', { dir })).not.toHaveProperty('left')
    await app.app.close()
    const later = await openAppOn(folder)
    const said = noticesOf(later)
    await later.request('serving.search', { dir, query: 'send an email' })
    expect(said).toEqual([])
  })

  it('lists its runs under the recipe’s name, and decides by none of these', async () => {
    const { folder, dir, run } = await workspaceOfBefore()
    const app = await openAppOn(folder)
    const [kept] = await app.request('evaluation.runs', { dir })
    expect(kept).toMatchObject({ id: run.id, recipe: LEFT, options: run.options })
    const outcomes = await app.request('evaluation.outcomes', { dir, run: run.id, limit: 10 })
    expect(outcomes.rows.length).toBe(run.queries)
    const outdated = await app.request('evaluation.outdated', { dir })
    expect(outdated[run.id]).toContainEqual({ of: 'unknown', why: SAID.slice(0, -1) })
    const other = await runOfSmall(app, dir)
    const advice = await app.request('evaluation.advise', { dir, runs: [run.id, other.id] })
    expect(advice.chosen.run).toBe(other.id)
    expect(Object.keys(advice.leftOut ?? {})).toEqual([run.id])
  })

  it('keeps recipes of its own that are made of it, names them, and lets them be removed', async () => {
    const { folder, dir } = await workspaceOfBefore()
    const app = await openAppOn(folder)
    const said = noticesOf(app)
    await app.request('recipes.list', { dir })
    await app.request('recipes.list', { dir })
    const own =
      'Recipes of yours that cannot be asked, because this Pegboard lacks the recipe that they start from: “Mine” of “tool-to-agent”. They are kept until you remove them.'
    expect(said.filter((text) => text.endsWith(own))).toHaveLength(1)
    const removed = await app.request('recipes.delete', { dir, names: ['Mine'] })
    expect(removed).toMatchObject({ deleted: 1 })
  })

  it('refuses it by name, and names the recipes there are', async () => {
    const { folder, dir } = await workspaceOfBefore()
    const app = await openAppOn(folder)
    const asked = { dir, recipe: LEFT }
    const fix = expect.stringMatching(/^Choose one of: bm25, dense, hybrid, /) as string
    const error = { code: 'not-found', message: SAID, fix }
    const recipesAsked = { dir, goldenSet: 'asked', recipes: [{ recipe: LEFT }], k: [1] }
    expect(await app.reply('query.run', { ...asked, text: 'mail' })).toMatchObject({ error })
    expect(await app.reply('evaluation.run', recipesAsked)).toMatchObject({ error })
    expect(await app.reply('workspace.workWith', asked)).toMatchObject({ error })
  })
})

describe('a workspace that works with an option that left', () => {
  it('says nothing where it had no effect', async () => {
    const { request, dir, said } = await workspaceWith({ serverShare: 0, clauses: false })
    const { worksWith } = await request('workspace.read', { dir })
    expect(worksWith).toEqual({ recipe: 'hybrid', options: { clauses: false }, k: 4 })
    await request('serving.search', { dir, query: 'send an email' })
    expect(said).toEqual([])
  })

  it('works without it and says so once', async () => {
    const { request, dir, said } = await workspaceWith({ serverShare: 0.1, clauses: false })
    const { worksWith } = await request('workspace.read', { dir })
    expect(worksWith).toEqual({ recipe: 'hybrid', options: { clauses: false }, k: 4 })
    await request('serving.search', { dir, query: 'send an email' })
    expect(said).toEqual([
      'This workspace had chosen “hybrid” with serverShare=0.1, which has left Pegboard. It works with “hybrid” without it.',
    ])
  })

  it('works by calibrated scores where it had chosen others, and says so', async () => {
    const options = { fusion: 'weighted', lexicalWeight: 0.3, clauses: false }
    const { request, dir, said } = await workspaceWith(options)
    const { worksWith } = await request('workspace.read', { dir })
    expect(worksWith.options).toEqual({ clauses: false })
    expect(said).toEqual([
      'This workspace had chosen “hybrid” with fusion=weighted, lexicalWeight=0.3, which have left Pegboard. It works with “hybrid” without them.',
    ])
  })
})
