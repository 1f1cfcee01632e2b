import { describe, expect, it } from 'vitest'
import { ToolId, type Dependency } from '../../src-main/domain/tool'
import { openApp } from './open-app'

const tool = (name: string) => ToolId.parse(name)
const edge = (on: string): Dependency => ({ on: tool(on), kind: 'tool-direct' })

/** The small catalog with edges of the author's: a circle of two, and one edge to a tool that is removed. */
async function withFaults() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const write = (name: string, ...dependencies: Dependency[]) =>
    app.request('catalog.saveLayer', { dir, id: tool(name), layer: { dependencies } })
  await write('send_email', edge('search_email'), edge('get_weather'))
  await write('search_email', edge('send_email'))
  await app.request('catalog.remove', { dir, ids: [tool('get_weather')] })
  return { ...app, dir, write }
}

describe('lint', () => {
  it('tells what is wrong with the edges as they are now, and how often each rule says so', async () => {
    const { request, dir, write } = await withFaults()
    const before = await request('lint.run', { dir })
    expect(before.total).toBe(2)
    expect(before.rows.map(({ rule, tool: of }) => [rule, of])).toEqual([
      ['edge-dangling', 'send_email'],
      ['edge-cycle', 'search_email'],
    ])
    expect(
      before.rules.filter(({ found }) => found > 0).map(({ id, found }) => [id, found]),
    ).toEqual([
      ['edge-dangling', 1],
      ['edge-cycle', 1],
    ])
    await write('send_email', edge('search_email'))
    expect((await request('lint.run', { dir })).total).toBe(1)
  })

  it('is asked of one tool, of some rules, and page by page', async () => {
    const { request, dir } = await withFaults()
    const ofTool = await request('lint.run', { dir, tool: tool('send_email') })
    expect(ofTool.rows.map(({ rule }) => rule)).toEqual(['edge-dangling'])
    const ofRule = await request('lint.run', { dir, rules: ['edge-cycle', 'edge-self'] })
    expect(ofRule.rows.map(({ rule }) => rule)).toEqual(['edge-cycle'])
    const second = await request('lint.run', { dir, offset: 1, limit: 1 })
    expect(second).toMatchObject({ total: 2, rows: [{ rule: 'edge-cycle' }] })
  })

  it('refuses a rule that there is not, and a tool that is not there', async () => {
    const { reply, dir } = await withFaults()
    expect(await reply('lint.run', { dir, rules: ['edge-colour'] })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fix: expect.stringContaining('edge-cycle') as string },
    })
    expect(await reply('lint.run', { dir, tool: tool('rocket') })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})
