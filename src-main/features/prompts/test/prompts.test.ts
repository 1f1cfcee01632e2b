import { describe, expect, it } from 'vitest'
import { LONGEST_WORDING } from '../../../domain/workspace/longest-wording'
import { SERVED_TEXTS } from '../../../app/serving/served-texts'
import { PROMPTS } from '../../../pipeline/prompts/registry'
import { openApp, type AppUnderTest } from '../../../../test/app/open-app'
import { twoPrograms } from '../../../../test/app/two-programs'

const ID = 'vary-step'
const STANDARD = PROMPTS.find((prompt) => prompt.id === ID)?.wording ?? ''
const OWN = 'Say it again, Sam.'

const inDir = async ({ request }: AppUnderTest, dir: string, id = ID) =>
  (await request('prompts.list', { dir })).find((prompt) => prompt.id === id)

describe('the prompts of a workspace', () => {
  it('are the standard ones, each by a name of its own', async () => {
    const app = await openApp()
    const list = await app.request('prompts.list', { dir: await app.smallWorkspace() })
    const worded = [...PROMPTS, ...Object.values(SERVED_TEXTS)]
    expect(list.map(({ id }) => id)).toEqual(worded.map(({ id }) => id))
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
    for (const { wording, standard, isOwn, purpose } of list) {
      expect([wording, isOwn]).toEqual([standard, false])
      expect(purpose).not.toBe('')
    }
  })

  it('are worded otherwise in one workspace, under a name of their own, until they are reset', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const other = await app.smallWorkspace()
    const { change, ...written } = await app.request('prompts.write', {
      dir,
      id: ID,
      wording: `  ${OWN}\n`,
    })
    expect(change).toBeDefined()
    expect(written).toMatchObject({
      wording: OWN,
      standard: STANDARD,
      isOwn: true,
      isOutdated: false,
    })
    expect(written.name).toMatch(/^vary-step@2\+[0-9a-f]{12}$/)
    expect(await inDir(app, dir)).toEqual(written)
    expect(await inDir(app, other)).toMatchObject({ isOwn: false, name: 'vary-step@2' })
    const list = await app.request('prompts.reset', { dir, id: ID })
    expect(list.filter(({ isOwn }) => isOwn)).toEqual([])
  })

  it('that are worded as the standard are no wording of one’s own, and writing the same again writes nothing', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const revision = async () => (await app.request('workspace.read', { dir })).revision
    await app.request('prompts.write', { dir, id: ID, wording: OWN })
    const before = await revision()
    await app.request('prompts.write', { dir, id: ID, wording: OWN })
    expect(await revision()).toBe(before)
    expect(await app.request('prompts.write', { dir, id: ID, wording: STANDARD })).toMatchObject({
      isOwn: false,
    })
    await app.request('prompts.reset', { dir })
    expect(await revision()).toBe(before + 1)
  })

  it('are all reset at once', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    for (const { id } of PROMPTS) await app.request('prompts.write', { dir, id, wording: OWN })
    const list = await app.request('prompts.reset', { dir })
    expect(list.every(({ isOwn }) => !isOwn)).toBe(true)
  })

  it('go along with a copy of the workspace', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    await app.request('prompts.write', { dir, id: ID, wording: OWN })
    const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
    expect(await inDir(app, copy.dir)).toMatchObject({ wording: OWN })
  })

  it.each([
    [{ id: 'magic', wording: OWN }, 'There is no prompt “magic”.'],
    [{ id: ID, wording: ' \n' }, 'wording'],
    [{ id: ID, wording: 'x'.repeat(LONGEST_WORDING + 1) }, 'wording'],
  ])('refuse %j', async (input, message) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const reply = await app.reply('prompts.write', { dir, ...input })
    expect(reply).toMatchObject({ ok: false })
    expect(JSON.stringify(reply)).toContain(message)
    expect(await app.reply('prompts.reset', { dir, id: 'magic' })).toMatchObject({ ok: false })
  })
})

describe('two programs that word prompts at once', () => {
  it('both keep what they wrote of different prompts', async () => {
    const { first, dir } = await twoPrograms((second, at) =>
      second.request('prompts.write', { dir: at, id: 'rank-tools', wording: OWN }),
    )
    await first.request('prompts.write', { dir, id: ID, wording: OWN })
    expect(await inDir(first, dir)).toMatchObject({ wording: OWN })
    expect(await inDir(first, dir, 'rank-tools')).toMatchObject({ wording: OWN })
  })

  it('do not write over what the other wrote of the same, as they read it', async () => {
    const { first, dir } = await twoPrograms((second, at) =>
      second.request('prompts.write', { dir: at, id: ID, wording: 'Theirs.' }),
    )
    const edit = { dir, id: ID, wording: OWN, base: STANDARD }
    expect(await first.reply('prompts.write', edit)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    expect(await inDir(first, dir)).toMatchObject({ wording: 'Theirs.' })
  })
})
