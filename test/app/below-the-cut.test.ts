import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'

const named = (tools: readonly { name: string; rank: number }[]) =>
  tools.map(({ name, rank }) => [rank, name])

describe('the tools below a set', () => {
  it('are those that a larger k would give next', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'send an email', recipe: 'dense' }
    const all = await request('query.run', { ...question, k: 5 })
    const two = await request('query.run', { ...question, k: 2, below: 2 })
    expect(named(two.below)).toEqual(named(all.tools).slice(2, 4))
    expect(two.below.map(({ cut, why }) => [cut, why])).toEqual([
      [true, 'below the cut at k = 2'],
      [true, 'below the cut at k = 2'],
    ])
    expect(all.below).toEqual([])
  })

  it('are none unless they are asked for, and none below a set that holds all', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'send an email', recipe: 'dense' }
    expect((await request('query.run', { ...question, k: 1 })).below).toEqual([])
    expect((await request('query.run', { ...question, k: 50, below: 5 })).below).toEqual([])
  })

  it('are also those that a score threshold left out, at their own places', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'send an email', recipe: 'dense' }
    const all = await request('query.run', { ...question, k: 5 })
    const threshold = all.tools[1]?.score ?? 0
    const few = await request('query.run', { ...question, k: 4, below: 5, options: { threshold } })
    expect(named([...few.tools, ...few.below])).toEqual(named(all.tools))
    expect(few.below.map(({ cut }) => cut)).toEqual([false, false, true])
    expect(few.below[0]?.why).toBe(`below the score threshold ${threshold}`)
  })

  it('never hold a tool that the filters keep back', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const id = ToolId.parse('search_email')
    await request('catalog.saveLayer', { dir, id, layer: { visibility: 'hidden' } })
    const question = { dir, text: 'send an email', recipe: 'dense', k: 1, below: 10 }
    const { below } = await request('query.run', question)
    expect(below).toHaveLength(3)
    expect(below.map(({ name }) => name)).not.toContain('search_email')
  })
})

describe('a query that a golden set holds', () => {
  it('is known by its text, spaces and case aside, with its right tools', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const text = ' Put the meeting  into the calendar and email it '
    expect(await request('query.known', { dir, text })).toEqual({
      sets: ['asked'],
      tools: [
        { tool: 'create_event', name: 'create_event', isInCatalog: true },
        { tool: 'send_email', name: 'send_email', isInCatalog: true },
      ],
    })
    expect(await request('query.known', { dir, text: 'put the meeting' })).toEqual({
      sets: [],
      tools: [],
    })
  })

  it('says so where the catalog no longer holds a right tool', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    await request('catalog.remove', { dir, ids: [ToolId.parse('get_weather')] })
    const { tools } = await request('query.known', { dir, text: 'weather forecast for Zurich' })
    expect(tools).toEqual([{ tool: 'get_weather', name: 'get_weather', isInCatalog: false }])
  })

  it('is looked up in the golden set as it is now', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'how many euros is that' }
    expect((await request('query.known', question)).sets).toEqual(['asked'])
    await request('golden.delete', { dir, set: 'asked' })
    expect((await request('query.known', question)).sets).toEqual([])
  })
})
