import { describe, expect, it } from 'vitest'
import { emptyFolder, openApp } from '../../../../test/app/open-app'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const tool = (name: string, properties: object = {}, required: string[] = []) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', enum: ['eu', 'us'], description: 'Where the request goes to.' },
      limit: { type: 'integer', description: 'How many at most.' },
      ...properties,
    },
    required,
  },
})
const TOOLS = [
  tool('list_buckets'),
  tool('list_queues'),
  tool('make_bucket', { name: { type: 'string' } }, ['name', 'region']),
  tool('drop_bucket', { name: { type: 'string' } }, ['name']),
  tool('list_topics', { region: { type: 'string', enum: ['eu', 'asia'] } }),
]

async function cloud() {
  const app = await openApp()
  const folder = await emptyFolder()
  const dir = join(folder, 'cloud')
  await app.request('workspace.create', { dir, name: 'cloud' })
  const path = join(folder, 'cloud.json')
  await writeFile(path, JSON.stringify({ tools: TOOLS }))
  await app.request('import.commit', { dir, path })
  const definition = async (name: string) => {
    const { tools } = await app.request('serving.get', { dir, names: [name] })
    return tools[0]?.inputSchema
  }
  return { ...app, dir, definition }
}
const refused = (doing: Promise<unknown>): Promise<string> => doing.then(() => 'done', String)

describe('a parameter of which agents say nothing', () => {
  it('is not shown to them, found as before, and shown again', async () => {
    const { request, dir, definition } = await cloud()
    const before = await definition('list_queues')
    const { change } = await request('parameters.hide', { dir, of: '*', parameter: 'limit' })
    expect(await definition('list_queues')).toEqual({
      type: 'object',
      properties: { region: (before?.['properties'] as Record<string, object>)['region'] },
      required: [],
    })
    const found = await request('serving.search', { dir, query: 'list queues', k: 1 })
    expect(JSON.stringify(found)).not.toContain('limit')
    await request('changes.undo', { dir, change: change ?? '' })
    expect(await definition('list_queues')).toEqual(before)
    await request('parameters.hide', { dir, of: '*', parameter: 'limit' })
    await request('parameters.show', { dir, of: '*', parameter: 'limit' })
    expect(await definition('list_queues')).toEqual(before)
  })

  it('is pinned to a value that each of its tools takes, read as its schema asks', async () => {
    const { request, dir, definition } = await cloud()
    const { rule } = await request('parameters.pin', {
      dir,
      of: '*',
      parameter: 'limit',
      value: '5',
    })
    expect(rule.value).toBe(5)
    await request('parameters.pin', { dir, of: 'cloud/*_bucket', parameter: 'region', value: 'us' })
    expect(await definition('make_bucket')).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    })
    expect(Object.keys((await definition('list_topics'))?.['properties'] ?? {})).toEqual(['region'])
  })

  it('is refused where no call would fit any more, or no tool has it', async () => {
    const { request, dir } = await cloud()
    const put = (does: 'hide' | 'pin', which: { of: string; parameter: string }, value = 'us') =>
      refused(
        does === 'hide'
          ? request('parameters.hide', { dir, ...which })
          : request('parameters.pin', { dir, ...which, value }),
      )
    expect(await put('hide', { of: '*', parameter: 'region' })).toMatch(
      /“region” is required by 1 of these tools, such as cloud\/make_bucket/,
    )
    expect(await put('pin', { of: '*', parameter: 'region' })).toMatch(
      /The value does not fit “region” of cloud\/list_topics/,
    )
    expect(await put('hide', { of: '*', parameter: 'regoin' })).toMatch(/has a parameter “regoin”/)
    expect(await put('pin', { of: 'nobody/*', parameter: 'region' })).toMatch(/“nobody\/\*” means/)
  })

  it('of several rules goes by the one that says most of the id', async () => {
    const { request, dir, definition } = await cloud()
    await request('parameters.pin', { dir, of: '*', parameter: 'limit', value: 5 })
    await request('parameters.hide', { dir, of: 'cloud/list_*', parameter: 'limit' })
    const { rules } = await request('parameters.list', { dir })
    expect(rules.map(({ of, tools }) => [of, tools])).toEqual([
      ['*', 2],
      ['cloud/list_*', 3],
    ])
    expect(Object.keys((await definition('list_queues'))?.['properties'] ?? {})).toEqual(['region'])
  })

  it('is proposed where half of the tools of a server have it, with what it takes', async () => {
    const { request, dir } = await cloud()
    const { common } = await request('parameters.list', { dir })
    expect(
      common.map(({ parameter, tools, among, requiredBy }) => [
        parameter,
        tools,
        among,
        requiredBy,
      ]),
    ).toEqual([
      ['region', 5, 5, 1],
      ['limit', 5, 5, 0],
    ])
    expect(common[0]?.tokens).toBeGreaterThan(10)
  })
})
