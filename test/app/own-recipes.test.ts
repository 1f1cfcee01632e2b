import { describe, expect, it } from 'vitest'
import { MOST_OWN_RECIPES } from '../../src-main/app/recipes/actions'
import { ownRecipeWith } from '../../src-main/domain/recipe/option'
import { openApp, type AppUnderTest } from './open-app'
import { twoPrograms } from './two-programs'

const MINE = { name: 'mail finder', recipe: 'hybrid', options: { clauses: false, depth: 50 } }

const ownIn = async ({ request }: AppUnderTest, dir: string) =>
  (await request('recipes.list', { dir })).flatMap(({ id, own }) =>
    own.map(({ name }) => [id, name]),
  )

describe('recipes of one’s own', () => {
  it('are kept in their workspace with all options, under the recipe that they are made of', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const other = await app.smallWorkspace()
    const saved = await app.request('recipes.save', { dir, ...MINE })
    expect(saved.options).toMatchObject({ ...MINE.options, k1: 1.5, history: false })
    expect(await ownIn(app, dir)).toEqual([['hybrid', 'mail finder']])
    expect(await ownIn(app, other)).toEqual([])
    const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
    expect(await ownIn(app, copy.dir)).toEqual([['hybrid', 'mail finder']])
  })

  it('answer as the recipe does with their options, and are known by these', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { recipe, options } = await app.request('recipes.save', { dir, ...MINE })
    const answer = await app.request('query.run', { dir, text: 'send an email', recipe, options })
    const plain = await app.request('query.run', { dir, text: 'send an email', recipe })
    const info = (await app.request('recipes.list', { dir })).find(({ id }) => id === recipe)
    expect(info && ownRecipeWith(answer.options, info)?.name).toBe('mail finder')
    expect(info && ownRecipeWith(MINE.options, info)?.name).toBe('mail finder')
    expect(info && ownRecipeWith(plain.options, info)).toBeUndefined()
    const today = info && { ...info, defaults: info.own[0]?.options ?? {} }
    expect(today && ownRecipeWith({}, today), 'all at their defaults').toBeUndefined()
  })

  it('are replaced only where that is wanted, and deleted by name', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    await app.request('recipes.save', { dir, ...MINE })
    const other = { dir, ...MINE, recipe: 'bm25', options: { b: 0.4 } }
    expect(await app.reply('recipes.save', other)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    expect(await ownIn(app, dir)).toEqual([['hybrid', 'mail finder']])
    await app.request('recipes.save', { ...other, replace: true })
    expect(await ownIn(app, dir)).toEqual([['bm25', 'mail finder']])
    const names = ['mail finder', 'no such recipe']
    expect(await app.request('recipes.delete', { dir, names })).toMatchObject({ deleted: 1 })
    expect(await ownIn(app, dir)).toEqual([])
    expect(await app.request('recipes.delete', { dir, names })).toEqual({ deleted: 0 })
  })

  it.each([
    [{ ...MINE, name: 'Hybrid' }, 'is a recipe of Pegboard'],
    [{ ...MINE, name: 'bm25' }, 'is a recipe of Pegboard'],
    [{ ...MINE, name: '  ' }, 'name'],
    [{ ...MINE, name: 'x'.repeat(81) }, 'name'],
    [{ ...MINE, recipe: 'magic' }, 'There is no recipe “magic”'],
    [{ ...MINE, options: { depth: 0 } }, 'depth'],
    [{ ...MINE, options: { k: 5 } }, 'does not take these options'],
    [{ ...MINE, options: { constructor: 1 } }, 'there is no constructor'],
    [
      { ...MINE, options: JSON.parse('{"__proto__": 1}') as Record<string, 1> },
      'there is no __proto__',
    ],
    [{ ...MINE, options: {} }, 'without any change'],
    [{ ...MINE, options: { depth: 100 } }, 'without any change'],
  ])('refuse %j', async (given, message) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const reply = await app.reply('recipes.save', { dir, ...given })
    expect(reply).toMatchObject({ ok: false })
    expect(JSON.stringify(reply)).toContain(message)
    expect(await ownIn(app, dir)).toEqual([])
  })

  it('are no more than a list holds that is still chosen from', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    for (let at = 0; at < MOST_OWN_RECIPES; at += 1) {
      await app.request('recipes.save', { dir, ...MINE, name: `mine ${at}` })
    }
    const reply = await app.reply('recipes.save', { dir, ...MINE })
    expect(reply).toMatchObject({ ok: false, error: { code: 'conflict' } })
    await app.request('recipes.save', { dir, ...MINE, name: 'mine 7', replace: true })
    expect(await ownIn(app, dir)).toHaveLength(MOST_OWN_RECIPES)
  }, 120_000)

  it('saved by two programs at once are both kept, and of one name the later is refused', async () => {
    const both = await twoPrograms((second, dir) =>
      second.request('recipes.save', { dir, ...MINE, name: 'theirs' }),
    )
    await both.first.request('recipes.save', { dir: both.dir, ...MINE })
    expect(await ownIn(both.first, both.dir)).toEqual([
      ['hybrid', 'mail finder'],
      ['hybrid', 'theirs'],
    ])
    const same = await twoPrograms((second, dir) =>
      second.request('recipes.save', { dir, ...MINE, options: { depth: 7 } }),
    )
    expect(await same.first.reply('recipes.save', { dir: same.dir, ...MINE })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
  })
})
