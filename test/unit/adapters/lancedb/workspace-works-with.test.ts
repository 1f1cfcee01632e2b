import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { changeStoredHead } from '../../../fixtures/workspace/stored-head'
import { sampleWorkspace } from './temporary-workspaces'

const works = { recipe: 'bm25', options: { b: 0.4, sections: ['name'] }, k: 7 }

it('a workspace keeps what it works with until it is taken back', async () => {
  const { store } = await sampleWorkspace()
  expect(await store.info()).not.toHaveProperty('worksWith')
  await store.commit({ worksWith: works })
  await store.commit({ name: 'Other' })
  expect(await store.info()).toMatchObject({ name: 'Other', worksWith: works, revision: 3 })
  await store.commit({ worksWith: null })
  expect(await store.info()).not.toHaveProperty('worksWith')
})

it('a duplicate and an archive carry it', async () => {
  const { library, store } = await sampleWorkspace()
  await store.commit({ worksWith: works })
  const copy = await library.duplicate(store.dir, 'Copy')
  expect((await copy.info()).worksWith).toEqual(works)
  await copy.close()
  const back = await library.importArchive(await library.exportArchive(store.dir))
  expect((await back.info()).worksWith).toEqual(works)
  await back.close()
})

it.each([
  ['no object', 'bm25'],
  ['no recipe', { ...works, recipe: '' }],
  ['no options', { recipe: 'bm25', k: 7 }],
  ['a k of nothing', { ...works, k: 0 }],
  ['a k beyond all bounds', { ...works, k: 1001 }],
])('what is damaged is none: %s', async (_, worksWith) => {
  const { library, store } = await sampleWorkspace()
  await store.commit({ worksWith: works })
  expect((await store.info()).worksWith).toEqual(works)
  await changeStoredHead(store.dir, { worksWith })
  const again = await library.open(store.dir)
  expect(await again.info()).not.toHaveProperty('worksWith')
  await again.close()
})

it('an archive whose value is damaged comes in without it', async () => {
  const { library, store } = await sampleWorkspace()
  await store.commit({ worksWith: works })
  const files = unzipSync(await library.exportArchive(store.dir))
  const head = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as object
  const damaged = strToU8(JSON.stringify({ ...head, worksWith: { recipe: 1 } }))
  const back = await library.importArchive(zipSync({ ...files, 'manifest.json': damaged }))
  expect(await back.info()).not.toHaveProperty('worksWith')
  expect((await back.info()).tools).toBe((await store.info()).tools)
  await back.close()
})

it('of several programs that write at the same time the last one counts, and all see it', async () => {
  const { library, store } = await sampleWorkspace()
  const other = await library.open(store.dir)
  await Promise.all([
    store.commit({ worksWith: works }),
    other.commit({ models: { chat: 'ollama:a' } }),
    other.commit({ name: 'Other' }),
  ])
  const expected = { name: 'Other', models: { chat: 'ollama:a' }, worksWith: works }
  expect(await store.info()).toMatchObject(expected)
  expect(await other.info()).toMatchObject(expected)
  await other.close()
})
