import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool'
import { openApp } from './open-app'

it('indexing forgets the vectors of texts that are no longer in the catalog', async () => {
  const { ask, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const id = ToolId.parse('get_weather')
  const index = () => ask('knowledge.index', { dir })
  await index()
  await ask('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
  expect(await index()).toMatchObject({ embedded: 1, reused: 4 })
  await ask('catalog.saveLayer', { dir, id, layer: {} })
  expect(await ask('knowledge.status', { dir })).toMatchObject({ documents: 5, embedded: 4 })
  expect(await index()).toMatchObject({ embedded: 1, reused: 4 })
})

it('an edit alone forgets no vector, so that undoing it needs none made', async () => {
  const { ask, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const id = ToolId.parse('get_weather')
  await ask('knowledge.index', { dir })
  await ask('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
  await ask('catalog.saveLayer', { dir, id, layer: {} })
  expect(await ask('knowledge.index', { dir })).toMatchObject({ embedded: 0, reused: 5 })
})
