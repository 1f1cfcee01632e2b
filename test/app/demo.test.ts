import { expect, it } from 'vitest'
import { openApp } from './open-app'

it.each([
  ['notify the team that the build broke', ['chat/send_message', 'chat/send_direct_message']],
  ['let the team know something failed', ['chat/send_message']],
])('the demo answers “%s” without a model, though hardly a word matches', async (text, best) => {
  const { request } = await openApp()
  const { dir } = await request('workspace.createDemo', {})
  const { tools, degraded } = await request('query.run', {
    dir,
    text,
    recipe: 'hybrid',
    embedder: 'builtin',
  })
  expect(tools.slice(0, 3).map(({ tool }) => tool)).toEqual(expect.arrayContaining(best))
  expect(degraded).toEqual([])
})
