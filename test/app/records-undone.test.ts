import { describe, expect, it } from 'vitest'
import type { ActionInput, ActionName } from '../../src-main/features/actions'
import { RECORD_KINDS, type RecordKinds } from '../../src-main/domain/workspace/record-kinds'
import { libraryIn } from '../fakes/app-on'
import type { Names } from './input-of-actions'
import { namedWorkspace } from './named-workspace'
import { openApp } from './open-app'

interface Removal {
  action: ActionName
  kind: keyof RecordKinds
  /** What it takes beside the workspace. */
  of(names: Names): object
}

const REMOVALS: Removal[] = [
  { action: 'evaluation.deleteRuns', kind: 'runs', of: ({ run }) => ({ runs: [run] }) },
  { action: 'agentRuns.remove', kind: 'agentRuns', of: ({ agentRun }) => ({ runs: [agentRun] }) },
  { action: 'recipes.delete', kind: 'ownRecipes', of: ({ recipe }) => ({ names: [recipe] }) },
  { action: 'weights.delete', kind: 'fieldWeights', of: ({ weights }) => ({ names: [weights] }) },
  { action: 'fields.forget', kind: 'standardFields', of: ({ tool }) => ({ ids: [tool] }) },
]

async function full() {
  const app = await openApp()
  const library = libraryIn(`${app.folder}/data`)
  const names = await namedWorkspace(app.app, library, 'mine')
  const { dir } = names
  const store = await library.open(dir)
  /** Records of a kind with all of their members. */
  const records = async (kind: keyof RecordKinds) => {
    const all: readonly unknown[] = (await store.read(kind))[kind]
    const { key, members } = RECORD_KINDS[kind] as (typeof RECORD_KINDS)['runs']
    return Promise.all(
      all.map(async (record) => [
        record,
        members ? await store.members(kind as 'runs', key(record as never)) : [],
      ]),
    )
  }
  const request = <Name extends ActionName>(action: Name, input: object) =>
    app.request(action, { dir, ...input } as ActionInput<Name>)
  const reply = <Name extends ActionName>(action: Name, input: object) =>
    app.reply(action, { dir, ...input } as ActionInput<Name>)
  return { app, names, dir, store, records, request, reply }
}

describe('records that are removed', () => {
  it.each(REMOVALS)('by $action come back whole, and go again', async ({ action, kind, of }) => {
    const { names, records, request, store } = await full()
    const before = await records(kind)
    expect(before).toHaveLength(1)
    const { change = '' } = (await request(action, of(names))) as { change?: string }
    expect(await records(kind)).toEqual([])
    expect(await request('changes.undo', { change })).toMatchObject({ putBack: 1 })
    expect(await records(kind)).toEqual(before)
    await request('changes.redo', { change })
    expect(await records(kind)).toEqual([])
    await request('changes.undo', { change })
    expect(await records(kind)).toEqual(before)
    await store.close()
  })

  it.each(REMOVALS)('by $action twice are one change', async ({ action, of }) => {
    const { names, request, store } = await full()
    await request(action, of(names))
    const { total } = await request('changes.list', {})
    expect(await request(action, of(names))).not.toHaveProperty('change')
    expect((await request('changes.list', {})).total).toBe(total)
    await store.close()
  })

  it('are not put in place of another one of that name', async () => {
    const { names, records, request, reply, store } = await full()
    const { change = '' } = await request('recipes.delete', { names: [names.recipe] })
    await request('recipes.save', { name: names.recipe, recipe: 'dense', options: { depth: 7 } })
    const taken = await records('ownRecipes')
    expect(await reply('changes.undo', { change })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('there is another of this id') },
    })
    expect(await records('ownRecipes')).toEqual(taken)
    await store.close()
  })
})

describe('the wording', () => {
  it('of a prompt comes back', async () => {
    const { request, store } = await full()
    const [prompt] = await request('prompts.list', {})
    const id = prompt?.id ?? ''
    const wording = async () =>
      (await request('prompts.list', {})).find((each) => each.id === id)?.wording
    await request('prompts.write', { id, wording: 'Say it shortly.' })
    await request('prompts.write', { id, wording: 'Say it in one word.' })
    await request('prompts.reset', {})
    await request('changes.undo', {})
    expect(await wording()).toBe('Say it in one word.')
    await request('changes.undo', {})
    expect(await wording()).toBe('Say it shortly.')
    await request('changes.undo', {})
    expect(await wording()).toBe(prompt?.wording)
    await store.close()
  })

  it('is left where somebody changed it since', async () => {
    const { records, request, reply, store } = await full()
    const [prompt] = await request('prompts.list', {})
    const id = prompt?.id ?? ''
    const { change = '' } = await request('prompts.write', { id, wording: 'Say it shortly.' })
    await request('prompts.write', { id, wording: 'Say it in one word.' })
    expect(await reply('changes.undo', { change })).toMatchObject({ error: { code: 'conflict' } })
    expect(await records('prompts')).toMatchObject([[{ wording: 'Say it in one word.' }, []]])
    await store.close()
  })
})

describe('a hundred changes', () => {
  it('are taken back one after the other, and made again', async () => {
    const { app, request, store } = await full()
    const { dir } = await app.request('workspace.create', { name: 'Edited' })
    await app.request('golden.create', { dir, set: 'first' })
    const sets = async () => (await app.request('golden.list', { dir })).map(({ name }) => name)
    for (let at = 0; at < 99; at++) await app.request('golden.create', { dir, set: `set ${at}` })
    expect(await sets()).toHaveLength(100)
    const done: string[] = []
    for (let at = 0; at < 100; at++) {
      const { changes } = await app.request('changes.undo', { dir })
      done.push(...changes)
    }
    expect(await sets()).toEqual([])
    expect(new Set(done).size).toBe(100)
    for (const change of done.toReversed()) await app.request('changes.redo', { dir, change })
    expect(await sets()).toHaveLength(100)
    expect((await request('changes.list', {})).total).toBeGreaterThan(0)
    await store.close()
  }, 120_000)
})
