import { expect, it } from 'vitest'
import { openApp } from '../../../../test/app/open-app'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

it('lists namespaces of servers that have many tools', async () => {
  await importSmall()
  const { code, out } = await pegboard('namespaces', ...inSmall)
  expect(code).toBe(0)
  expect(out).toContain('No server has more than 9 tools')
  const { err } = await pegboard('namespaces', 'tag', ...inSmall)
  expect(err).toContain('there are no namespaces to write')
})

it('writes them as tags in one change, which is taken back in one', async () => {
  const { request, file } = await openApp()
  const { dir } = await request('workspace.create', { name: 'Chat' })
  const names = ['channel', 'message', 'role'].flatMap((thing) =>
    ['get', 'list', 'create', 'delete'].map((verb) => `${verb}_${thing}`),
  )
  const tools = names.map((name) => ({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
  }))
  const servers = [{ name: 'chat', tools }]
  await request('import.commit', { dir, path: await file('servers.json', { servers }) })
  const { servers: proposed } = await request('namespaces.propose', { dir })
  expect(proposed[0]?.namespaces.map(({ name }) => name)).toEqual([
    'chat_channel',
    'chat_message',
    'chat_role',
  ])
  expect((await request('namespaces.propose', { dir, servers: ['other'] })).servers).toEqual([])
  const { changed, change = '' } = await request('namespaces.tag', { dir })
  expect(changed).toBe(12)
  const tags = async () => (await request('catalog.facets', { dir })).tags
  expect(await tags()).toMatchObject([
    { value: 'chat_channel', count: 4 },
    { value: 'chat_message', count: 4 },
    { value: 'chat_role', count: 4 },
  ])
  expect((await request('namespaces.tag', { dir })).changed).toBe(0)
  await request('changes.undo', { dir, change })
  expect(await tags()).toEqual([])
})
