import { expect, it } from 'vitest'
import { openApp } from './open-app'

it.each([
  ['notify the team that the build broke', ['chat/send_message', 'chat/send_direct_message']],
  ['let the team know something failed', ['chat/send_message']],
])('the demo answers “%s” without a model, though hardly a word matches', async (text, best) => {
  const { ask } = await openApp()
  const { dir } = await ask('workspace.createDemo', {})
  const { tools, degraded } = await ask('query.run', {
    dir,
    text,
    recipe: 'hybrid',
    embedder: 'builtin',
  })
  expect(tools.slice(0, best.length).map(({ tool }) => tool)).toEqual(best)
  expect(degraded).toEqual([])
})
