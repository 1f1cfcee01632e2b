import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src-main/domain/tool/tool'
import { catalogTool } from '../fakes/catalog-tool'
import { fakeClock } from '../fakes/clock'
import { libraryIn } from '../fakes/app-on'
import { emptyFolder, openAppOn } from './open-app'

const TOOLS = 1_200

/**
 * A folder with a workspace of many tools, and a counter that notes how many definitions it was
 * given.
 */
async function manyTools(stepMs = 1) {
  const folder = await emptyFolder()
  const store = await libraryIn(folder).create('Large')
  const put = Array.from({ length: TOOLS }, (_, at): Tool => {
    const description = `Does number ${at} of many things.`
    return catalogTool(`do_${String(at).padStart(4, '0')}`, { description }).tool
  })
  await store.commit({ tools: { put } })
  const { dir } = store
  await store.close()
  const counted = { definitions: 0 }
  const count = () => {
    counted.definitions++
    return { tokens: 7, isEstimate: false }
  }
  const tokenCounter = { tokenizer: 'test', count }
  const app = await openAppOn(folder, { tokenCounter, clock: fakeClock(stepMs) })
  return { ...app, dir, counted }
}

describe('a large catalog', () => {
  it('shows its first rows before all its tokens are counted', async () => {
    const { request, dir, counted } = await manyTools()
    const list = request('catalog.list', { dir, limit: 100 })
    const facets = request('catalog.facets', { dir })
    const { rows, total } = await list
    expect([rows.length, total]).toEqual([100, TOOLS])
    expect(counted.definitions).toBeLessThan(TOOLS / 2)
    expect((await facets).promptTokens).toBe(7 * TOOLS)
    expect(counted.definitions).toBe(TOOLS)
  })

  it('says how far it has been read and counted, where that takes a while', async () => {
    const { request, dir, progress } = await manyTools(600)
    await request('catalog.facets', { dir })
    expect(progress).toContainEqual({ what: 'Reading tools', done: TOOLS, total: TOOLS })
    const counting = progress.filter(({ what }) => what === 'Counting tokens')
    expect(counting.length).toBeGreaterThan(10)
    expect(counting.every(({ total }) => total === TOOLS)).toBe(true)
  })

  it('is read without a word where that takes no time', async () => {
    const { request, dir, progress } = await manyTools()
    await request('catalog.list', { dir })
    expect(progress).toEqual([])
  })

  it('can be left while it is counted', async () => {
    const { reply, dir, counted } = await manyTools()
    await reply('catalog.list', { dir, limit: 1 })
    const stopper = new AbortController()
    const facets = reply('catalog.facets', { dir }, stopper.signal)
    setImmediate(() => stopper.abort())
    expect(await facets).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(counted.definitions).toBeLessThan(TOOLS)
  })

  it('is edited like any other', async () => {
    const { request, dir } = await manyTools()
    const id = catalogTool('do_0007').tool.id
    await request('catalog.saveLayer', { dir, id, layer: { description: 'Plays chess.' } })
    const { rows } = await request('catalog.list', { dir, filter: { search: 'chess' } })
    expect(rows.map((row) => row.id)).toEqual([id])
    await request('catalog.remove', { dir, ids: [id] })
    expect((await request('catalog.list', { dir, limit: 1 })).total).toBe(TOOLS - 1)
  })
})
