import { expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool'
import { openApp } from './open-app'

it('indexing forgets the vectors of texts that are no longer in the catalog', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const id = ToolId.parse('get_weather')
  const index = () => request('knowledge.index', { dir })
  await index()
  await request('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
  expect(await index()).toMatchObject({ embedded: 1, reused: 4 })
  await request('catalog.saveLayer', { dir, id, layer: {} })
  expect(await request('knowledge.status', { dir })).toMatchObject({ documents: 5, embedded: 4 })
  expect(await index()).toMatchObject({ embedded: 1, reused: 4 })
})

it('an edit alone forgets no vector, so that undoing it needs none made', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const id = ToolId.parse('get_weather')
  await request('knowledge.index', { dir })
  await request('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
  await request('catalog.saveLayer', { dir, id, layer: {} })
  expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 0, reused: 5 })
})
