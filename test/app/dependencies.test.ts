import { describe, expect, it } from 'vitest'
import { ToolId, type Dependency } from '../../src-main/domain/tool'
import { toolGroups } from '../../src-main/domain/tool-groups'
import { openApp } from './open-app'

const needs = (on: string, more: Partial<Dependency> = {}): Dependency => ({
  on: ToolId.parse(on),
  kind: 'tool-direct',
  ...more,
})
const RECIPE = 'graph-rag-tool-fusion'

/** The small catalog, in which sending mail needs a search, a hidden forecast, an event and a tool that is gone. */
async function graphWorkspace() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const save = (id: string, layer: object) =>
    app.request('catalog.saveLayer', { dir, id: ToolId.parse(id), layer })
  await save('get_weather', { visibility: 'hidden' })
  await save('send_email', {
    dependencies: [
      needs('search_email', { kind: 'parameter-indirect', parameter: 'to', reason: 'to find it' }),
      needs('get_weather'),
      needs('send_email'),
      needs('log_in'),
    ],
  })
  await save('search_email', { dependencies: [needs('create_event'), needs('send_email')] })
  return { ...app, dir }
}

describe('tools that need tools', () => {
  it('are given with what they need, each with the edge that brought it', async () => {
    const { request, dir } = await graphWorkspace()
    const options = { seeds: 1, preset: 'paper' }
    const asked = { dir, text: 'send an email', recipe: RECIPE, options, k: 5, withTrace: true }
    const { tools, seeds = [], trace } = await request('query.run', asked)
    expect(tools.map(({ name }) => name)).toEqual(['send_email', 'search_email', 'create_event'])
    expect(tools[1]?.witnesses).toContainEqual({
      ...{ kind: 'edge', from: 'send_email', edge: 'parameter-indirect', parameter: 'to' },
      ...{ reason: 'to find it', distance: 1, main: 'send_email' },
    })
    const [group] = toolGroups(seeds, tools)
    expect(group?.needs.map(({ name, fate }) => `${name}: ${fate}`)).toEqual([
      'search_email: given',
      'create_event: given',
      'get_weather: kept-back',
      'log_in: gone',
    ])
    const left = trace?.flatMap(({ dropped }) => dropped.map(({ why }) => why))
    expect(left).toContain('needed, but kept back by the filters (send_email → get_weather)')
    expect(left).toContain('needed, but not in the catalog (send_email → log_in)')
  })

  it('are answered as hybrid does where no tool needs another, and that is said', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const asked = { dir, text: 'send an email and put an event into the calendar', k: 3 }
    const answer = await request('query.run', { ...asked, recipe: RECIPE })
    const hybrid = await request('query.run', { ...asked, recipe: 'hybrid' })
    expect(answer.tools).toEqual(hybrid.tools)
    expect(answer.seeds).toBeUndefined()
    expect(answer.degraded).toEqual([
      'expected relevance: no tool of this catalog depends on another, so that tools are searched only',
    ])
  })

  it('may cost only so many tokens', async () => {
    const { request, dir } = await graphWorkspace()
    const asked = { dir, text: 'send an email', recipe: RECIPE, k: 5 }
    const options = { preset: 'paper', seeds: 1 }
    const all = await request('query.run', { ...asked, options })
    const cost = all.tools[1]?.promptTokens ?? 0
    const some = await request('query.run', {
      ...asked,
      options: { ...options, dependencyTokens: cost },
    })
    expect(some.tools.map(({ name }) => name)).toEqual(['send_email', 'search_email'])
  })
})
