import { expect, test } from 'vitest'
import { openApp } from './open-app'

test('a catalog is told what a client would cut of it, served and without Pegboard', async () => {
  const { request, file } = await openApp()
  const { dir } = await request('workspace.create', { name: 'Many tools' })
  const tool = (name: string, description: string) => ({
    name,
    description,
    inputSchema: { type: 'object' },
  })
  const tools = Array.from({ length: 81 }, (_, at) => tool(`read_row_${at}`, 'Reads a row.'))
  const servers = [
    { name: 'table', tools: [...tools, tool('write_row', 'x'.repeat(2_100))] },
    { name: 'a-server-with-a-long-name', tools: [tool('n'.repeat(40), 'Finds.')] },
  ]
  await request('import.commit', { dir, path: await file('servers.json', { servers }) })
  const cuts = (client: 'cursor' | 'claude-code' | 'vscode' | 'other') =>
    request('serving.cuts', { dir, client })
  const cursor = await cuts('cursor')
  expect(cursor.served).toEqual([])
  expect(cursor.limits.length).toBeGreaterThan(0)
  expect(cursor.direct).toEqual({ tools: 83, most: 80, longNames: 1, longDescriptions: 0 })
  // mcp__a-server-with-a-long-name__ has 32 characters.
  const direct = { tools: 83, longNames: 1, longDescriptions: 1 }
  expect((await cuts('claude-code')).direct).toEqual(direct)
  expect((await cuts('vscode')).direct).toEqual({ tools: 83, longNames: 0, longDescriptions: 0 })
  expect(await cuts('other')).toEqual({
    client: 'other',
    served: [],
    limits: [],
    direct: { tools: 83, longNames: 0, longDescriptions: 0 },
  })
})
