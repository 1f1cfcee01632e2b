import { describe, expect, it } from 'vitest'
import { catalogTool } from '../../../../test/fakes/catalog-tool'
import type { CatalogTool } from '../../../domain/tool/tool'
import { proposeNamespaces } from '../propose'

const toolsOf = (server: string, ...names: string[]) =>
  names.map((name) => catalogTool(server === '' ? name : `${server}/${name}`))
const proposed = (...tools: CatalogTool[]) => proposeNamespaces(tools, () => Promise.resolve())
/** Names of tools by the names of namespaces, of the only server. */
const namesIn = async (...tools: CatalogTool[]) => {
  const [only] = await proposed(...tools)
  return Object.fromEntries(
    (only?.namespaces ?? []).map(({ name, tools: of }) => [
      name,
      of.map((id) => id.split('/').at(-1)),
    ]),
  )
}

const ISSUES = ['list_issues', 'get_issue', 'create_issue', 'close_issue']
const PULLS = ['list_pull_requests', 'merge_pull_request', 'create_pull_request']
const ALONE = ['get_me', 'watch_repository', 'run_workflow']

describe('namespaces', () => {
  it('are proposed for servers of more tools than one holds', async () => {
    const few = toolsOf('few', ...ISSUES, ...PULLS, 'a', 'b')
    expect(await proposed(...few)).toEqual([])
    const [server, ...others] = await proposed(
      ...few,
      ...toolsOf('github', ...ISSUES, ...PULLS, ...ALONE),
    )
    expect(others).toEqual([])
    expect(server).toMatchObject({ server: 'github', tools: 10 })
  })

  it('go by the thing in names, with a description in a sentence', async () => {
    const [server] = await proposed(...toolsOf('github', ...ISSUES, ...PULLS, ...ALONE))
    expect(server?.namespaces).toEqual([
      {
        name: 'github_issues',
        description: 'Tools for “issues” of github: list, get, create, close (4 tools).',
        tools: ISSUES.map((name) => `github/${name}`),
        by: 'name',
      },
      {
        name: 'github_pull_requests',
        description: 'Tools for “pull requests” of github: list, merge, create (3 tools).',
        tools: PULLS.map((name) => `github/${name}`),
        by: 'name',
      },
      {
        name: 'github_other',
        description:
          'Tools that belong to none of the others of github: get, watch, run (3 tools).',
        tools: ALONE.map((name) => `github/${name}`),
        by: 'rest',
      },
    ])
  })

  it('pass over what most names have, and over verbs wherever they stand', async () => {
    const names = ['read', 'write', 'list'].flatMap((verb) => [
      `acme_v2_issue_${verb}`,
      `acme_v2_room_${verb}`,
    ])
    const more = ['acmeV2CreateIssue', 'acmeV2CreateRoom', 'acmeV2GetUser', 'acmeV2ListUsers']
    expect(await namesIn(...toolsOf('', ...names, ...more))).toEqual({
      issue: [...names.filter((name) => name.includes('issue')), 'acmeV2CreateIssue'],
      room: [...names.filter((name) => name.includes('room')), 'acmeV2CreateRoom'],
      user: ['acmeV2GetUser', 'acmeV2ListUsers'],
    })
  })

  it('part what is more than one holds by the next word', async () => {
    const of = (thing: string) => ['get', 'list', 'add', 'drop'].map((verb) => `${verb}_${thing}`)
    const names = ['channel', 'channel_message', 'channel_webhook'].flatMap(of)
    const found = await namesIn(...toolsOf('chat', ...names, ...of('guild'), ...of('guild_role')))
    expect(Object.keys(found).sort()).toEqual([
      'chat_channel',
      'chat_channel_message',
      'chat_channel_webhook',
      'chat_guild',
    ])
    expect(found.chat_channel).toEqual(of('channel'))
  })

  it('are tags where most have one', async () => {
    const tagged = (tag: string, ...names: string[]) =>
      names.map((name) => catalogTool(name, { tags: ['api', tag] }))
    const found = await namesIn(
      ...tagged('Pets', 'a1', 'b2', 'c3', 'd4', 'e5'),
      ...tagged('Store orders', 'f6', 'g7', 'h8', 'i9'),
      catalogTool('bare'),
    )
    expect(found).toEqual({
      pets: ['a1', 'b2', 'c3', 'd4', 'e5'],
      store_orders: ['f6', 'g7', 'h8', 'i9'],
      other: ['bare'],
    })
  })

  it('hold each tool once', async () => {
    const names = ['get', 'list', 'add'].flatMap((verb) =>
      ['tv', 'tv_tv', 'film_tv', 'tvs'].map((thing) => `${verb}_${thing}`),
    )
    const [server] = await proposed(...toolsOf('tmdb', ...names))
    const all = server?.namespaces.flatMap(({ tools }) => tools) ?? []
    expect(all.toSorted()).toEqual(names.map((name) => `tmdb/${name}`).toSorted())
    const spaces = server?.namespaces.map(({ name }) => name) ?? []
    expect(new Set(spaces).size).toBe(spaces.length)
  })
})
