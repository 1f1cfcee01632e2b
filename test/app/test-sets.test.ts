import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'
import { programsOnOneFolder } from './two-programs'

const evaluation = (dir: string, more: { why?: string } = {}) => ({
  dir,
  goldenSet: 'asked',
  k: [5],
  recipes: [{ recipe: 'bm25' }],
  ...more,
})

async function withTestSet() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await app.request('golden.use', { dir, set: 'asked', purpose: 'test' })
  return { ...app, dir }
}

describe('a test set', () => {
  it('is locked until somebody says why, and counts every look', async () => {
    const { request, reply, dir } = await withTestSet()
    expect(await reply('evaluation.run', evaluation(dir))).toMatchObject({
      error: { code: 'conflict', message: '“asked” is a test set, which is locked.' },
    })
    expect(await request('evaluation.runs', { dir })).toEqual([])
    for (const why of ['Before the release.', 'The baseline was missing.'])
      await request('evaluation.run', evaluation(dir, { why }))
    const looks = await request('golden.looks', { dir, set: 'asked' })
    expect(looks).toMatchObject({ purpose: 'test', looked: 2 })
    expect(looks.looks.map(({ why }) => why)).toEqual([
      'The baseline was missing.',
      'Before the release.',
    ])
    expect(await request('golden.list', { dir })).toMatchObject([{ purpose: 'test', looked: 2 }])
  })

  it('takes no empty reason, and counts nothing that was refused', async () => {
    const { request, reply, dir } = await withTestSet()
    expect(await reply('evaluation.run', evaluation(dir, { why: '  ' }))).toMatchObject({
      error: { code: 'bad-input' },
    })
    const unknown = { ...evaluation(dir, { why: 'Now.' }), recipes: [{ recipe: 'no such' }] }
    expect(await reply('evaluation.run', unknown)).toMatchObject({ error: { code: 'not-found' } })
    expect(await request('golden.looks', { dir, set: 'asked' })).toMatchObject({ looked: 0 })
  })

  it('is seen by nothing that tunes: effects, trials, learning', async () => {
    const { request, reply, dir } = await withTestSet()
    const effect = { dir, id: ToolId.parse('send_email'), layer: { note: 'Sends letters.' } }
    expect(await request('effect.measure', effect)).not.toHaveProperty('effect')
    const trial = { dir, goldenSet: 'asked', recipe: 'bm25' }
    const refused = { error: { code: 'conflict', fix: expect.stringContaining('development') } }
    expect(await reply('evaluation.trySettings', trial)).toMatchObject(refused)
    expect(await reply('weights.learn', { dir, goldenSet: 'asked' })).toMatchObject(refused)
    await request('golden.use', { dir, set: 'asked', purpose: 'development' })
    expect(await request('effect.measure', effect)).toHaveProperty('effect')
  })

  it('stays one under another name, and when it is made anew', async () => {
    const { request, reply, dir } = await withTestSet()
    await request('evaluation.run', evaluation(dir, { why: 'Once.' }))
    await request('golden.rename', { dir, set: 'asked', name: 'exam' })
    expect(await request('golden.list', { dir })).toMatchObject([
      { name: 'exam', purpose: 'test', looked: 1 },
    ])
    await request('golden.delete', { dir, set: 'exam' })
    expect(await reply('golden.looks', { dir, set: 'exam' })).toMatchObject({
      error: { code: 'not-found' },
    })
    await request('golden.create', { dir, set: 'exam' })
    expect(await request('golden.list', { dir })).toMatchObject([{ purpose: 'test', looked: 1 }])
  })

  it('is counted on by two programs at once', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    await first.request('golden.use', { dir, set: 'asked', purpose: 'test' })
    meanwhile(() => second.request('evaluation.run', evaluation(dir, { why: 'Two.' })))
    await first.request('evaluation.run', evaluation(dir, { why: 'One.' }))
    expect(await first.request('golden.looks', { dir, set: 'asked' })).toMatchObject({ looked: 2 })
  })
})

describe('setting a part of a golden set apart', () => {
  it('moves a drawn share into a test set, the same for the same seed, and is taken back', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const all = await request('golden.queries', { dir, set: 'asked' })
    const apart = await request('golden.setApart', { dir, set: 'asked', share: 0.5 })
    expect(apart.queries + apart.left).toBe(all.total)
    const sets = await request('golden.list', { dir })
    expect(sets).toContainEqual(
      expect.objectContaining({ name: 'asked test', purpose: 'test', queries: apart.queries }),
    )
    const drawn = await request('golden.queries', { dir, set: 'asked test' })
    await request('changes.undo', { dir, change: apart.change ?? '' })
    expect(await request('golden.queries', { dir, set: 'asked' })).toEqual(all)
    await request('golden.setApart', { dir, set: 'asked', share: 0.5, name: 'again' })
    expect((await request('golden.queries', { dir, set: 'again' })).queries).toEqual(drawn.queries)
  })

  it.each([
    ['a share that leaves nothing', { share: 0.01 }, 'bad-input'],
    ['a name that is taken', { name: 'asked' }, 'conflict'],
    ['a share of all', { share: 1 }, 'bad-input'],
  ])('is refused: %s', async (_, asked, code) => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await reply('golden.setApart', { dir, set: 'asked', ...asked })).toMatchObject({
      error: { code },
    })
    expect(await request('golden.list', { dir })).toHaveLength(1)
  })
})
