import { describe, expect, it } from 'vitest'
import type { AuthorLayer } from '../../src-main/domain/tool/tool'
import { openApp, type AppUnderTest } from './open-app'

interface Edit {
  dir: string
  id: string
  layer: AuthorLayer
  recipe?: 'bm25' | 'hybrid'
}

const effectOf = ({ request }: AppUnderTest, { recipe = 'bm25', ...edit }: Edit) =>
  request('effect.measure', { ...edit, recipe, k: 1 })

async function withSmall() {
  const app = await openApp()
  return { app, dir: await app.smallWorkspace() }
}

describe('the effect of an author’s layer that is not saved', () => {
  it('tells which golden queries of the tool it fixes', async () => {
    const { app, dir } = await withSmall()
    const layer = { questions: ['How many euros is that in dollars?'] }
    const { effect } = await effectOf(app, { dir, id: 'convert_currency', layer })
    expect(effect).toMatchObject({ goldenSet: 'asked', own: { fixed: 1, broken: 0 } })
    expect(effect?.rows[0]).toMatchObject({
      query: 'q4',
      tool: 'convert_currency',
      after: 1,
      change: 'fixed',
      isPassed: false,
    })
    expect(effect?.rows[0]).not.toHaveProperty('before')
  })

  it('tells which queries of others it breaks, and that the edited tool took the place', async () => {
    const { app, dir } = await withSmall()
    const layer = { description: 'weather forecast for Zurich, an email to Dana' }
    const { effect } = await effectOf(app, { dir, id: 'search_email', layer })
    const broken = effect?.rows.filter(({ change }) => change === 'broken')
    expect(
      broken?.map(({ name, before, after, isPassed }) => [name, before, after, isPassed]),
    ).toEqual(expect.arrayContaining([['get_weather', 1, 2, true]]))
    expect(effect?.neighbours.broken).toBe(broken?.length)
  })

  it('is what measuring finds once the layer is saved', async () => {
    const { app, dir } = await withSmall()
    const layer = { questions: ['How many euros is that?'], topics: ['money'] }
    for (const recipe of ['bm25', 'hybrid'] as const) {
      const { effect } = await effectOf(app, { dir, id: 'convert_currency', layer, recipe })
      await app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
      const saved = await effectOf(app, { dir, id: 'convert_currency', layer, recipe })
      expect(saved.effect?.rows.map(({ query, before }) => [query, before])).toEqual(
        expect.arrayContaining((effect?.rows ?? []).map(({ query, after }) => [query, after])),
      )
      expect(saved.effect?.own).toMatchObject({ fixed: 0, same: 1 })
      await app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer: {} })
    }
  })

  it('writes nothing', async () => {
    const { app, dir } = await withSmall()
    const before = await app.request('workspace.open', { dir })
    await effectOf(app, {
      dir,
      id: 'convert_currency',
      layer: { questions: ['euros'] },
      recipe: 'hybrid',
    })
    expect(await app.request('workspace.open', { dir })).toEqual(before)
    const { entry } = await app.request('catalog.tool', { dir, id: 'convert_currency' })
    expect(entry.layer).toEqual({})
  })

  it('says what both texts cost before and after', async () => {
    const { app, dir } = await withSmall()
    const layer = { questions: ['How many euros is that?'], modelDescription: 'Converts.' }
    const { tokens } = await effectOf(app, { dir, id: 'convert_currency', layer })
    expect(tokens.retrieval.after).toBeGreaterThan(tokens.retrieval.before)
    expect(tokens.agent.after).toBeLessThan(tokens.agent.before)
  })

  it('has nothing to tell where no golden query names the tool or one like it', async () => {
    const app = await openApp()
    const { dir } = await app.request('workspace.create', { name: 'Empty' })
    const tool = { type: 'function', function: { name: 'lonely', description: 'Does it alone.' } }
    await app.request('import.commit', { dir, path: await app.file('lonely.json', [tool]) })
    expect(await effectOf(app, { dir, id: 'lonely', layer: {} })).not.toHaveProperty('effect')
    await expect(effectOf(app, { dir, id: 'nowhere', layer: {} })).rejects.toThrow(
      'There is no tool',
    )
  })
})
