import { expect, it } from 'vitest'
import { requestLog } from '../../src-main/adapters/files/request-log'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'

it('edges are proposed by what development sets, logs and agents used, and by nothing else', async () => {
  const { request } = await openApp()
  // What the demo has logged is synthetic.
  const { dir } = await request('workspace.createDemo', {})
  const tools = (await request('catalog.list', { dir, limit: 2 })).rows.map(({ id }) => id)
  const readFrom = async () =>
    (await request('proposals.find', { dir })).remarks.find((each) => each.includes('together'))
  const { queries } = await request('golden.queries', { dir, set: 'demo', limit: 200 })
  const asked = queries.slice(0, 7).map((query) => ({ ...query, origin: 'human' as const }))
  await request('golden.add', { dir, set: 'few', queries: asked })
  await request('golden.use', { dir, set: 'demo', purpose: 'test' })
  expect(await readFrom()).toBe('What is used together was read from 7 requests.')
  await request('golden.use', { dir, set: 'few', purpose: 'test' })
  expect(await readFrom()).toBeUndefined()
  await request('history.add', { dir, query: 'what somebody asked', tools })
  expect(await readFrom()).toBe('What is used together was read from 1 requests.')
  for (const [at, tool] of tools.entries()) {
    const on = new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString()
    const kept = { id: `r${at}`, at: on, session: 's', did: 'call' as const, ms: 1 }
    await requestLog().add(dir, { ...kept, tools: [ToolId.parse(tool)] })
  }
  expect(await readFrom()).toBe('What is used together was read from 2 requests.')
}, 60_000)
