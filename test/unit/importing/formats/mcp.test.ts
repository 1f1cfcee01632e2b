import { describe, expect, it } from 'vitest'
import { importCatalog } from '../../../fixtures/importing/catalog'
import { importFiles, importJson, importText, jsonFile } from '../../../fixtures/importing/files'

const tool = {
  name: 'list_issues',
  description: 'Lists issues.',
  inputSchema: {
    type: 'object',
    properties: { filter: { $ref: '#/$defs/filter' } },
    $defs: { filter: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
  },
  outputSchema: { type: 'object', properties: { issues: { type: 'array' } } },
  annotations: { title: 'Issues', readOnlyHint: true, openWorldHint: false },
  execution: { taskSupport: 'optional' },
  _meta: { 'example.com/cost': 1 },
}
const envelope = (tools: unknown[], nextCursor?: string) => ({
  jsonrpc: '2.0',
  id: 1,
  result: { tools, nextCursor, ttlMs: 60_000 },
})

describe('MCP tools/list', () => {
  it.each([
    ['a result', { tools: [tool], nextCursor: 'x' }],
    ['a JSON-RPC envelope', envelope([tool])],
    ['a bare list', [tool]],
  ])('is read from %s', (_what, value) => {
    const { format, tools, report } = importJson(value)
    expect(format).toBe('mcp')
    expect(tools).toMatchObject([
      {
        id: 'list_issues',
        title: 'Issues',
        annotations: { readOnly: true, openWorld: false },
        response: tool.outputSchema,
        source: { entry: tool },
      },
    ])
    expect(report).toEqual([])
  })

  it('keeps local references as they are', () => {
    expect(importJson([tool]).tools[0]?.parameters).toEqual(tool.inputSchema)
  })

  it('prefers the title to the one among the annotations', () => {
    expect(importJson([{ ...tool, title: 'All issues' }]).tools[0]?.title).toBe('All issues')
    const { annotations: _annotations, ...plain } = tool
    expect(importJson([plain]).tools[0]).not.toHaveProperty('title')
  })

  it('is read page by page, from a list or from lines', () => {
    const pages = [envelope([tool], 'p2'), envelope([{ ...tool, name: 'close_issue' }])]
    const ids = ['list_issues', 'close_issue']
    expect(importJson(pages).tools.map(({ id }) => id)).toEqual(ids)
    const lines = pages.map((page) => JSON.stringify(page)).join('\n')
    expect(importText('pages.jsonl', lines).tools.map(({ id }) => id)).toEqual(ids)
  })

  it('of several files is several servers, named after the files', () => {
    const { tools, report } = importFiles([
      jsonFile('github.json', { tools: [tool] }),
      jsonFile('jira/tools.json', envelope([tool])),
      jsonFile('package.json', { name: 'unrelated' }),
    ])
    expect(tools.map(({ id }) => id)).toEqual(['github/list_issues', 'jira/list_issues'])
    expect(report).toMatchObject([{ outcome: 'notice', where: 'package.json' }])
  })

  const idsOf = (files: Record<string, unknown>, options = {}) =>
    importCatalog(
      Object.entries(files).map(([path, value]) => jsonFile(path, value)),
      options,
    ).tools.map(({ id }) => id)
  const page = { tools: [tool] }

  it.each([
    ['github.json', 'github'],
    ['github-tools.json', 'github'],
    ['github_tools_list.json', 'github'],
    ['github-page-2.json', 'github'],
    ['lists/github.tools.json', 'github'],
    ['github/tools.json', 'github'],
    ['github/tools/list.json', 'github'],
    ['servers/github/mcp.json', 'github'],
    ['devtools.json', 'devtools'],
    ['dev-tools.json', 'dev'],
    ['dev_tools.json', 'dev'],
    ['powertools-tools.json', 'powertools'],
    ['googleresults/tools.json', 'googleresults'],
    ['tools.json', undefined],
    ['servers/tools/1.json', undefined],
  ])('in the file %s is of the server %s, whatever else is imported', (path, server) => {
    const id = server === undefined ? 'list_issues' : `${server}/list_issues`
    expect(idsOf({ [path]: page })).toEqual([id])
    const other = { tools: [{ ...tool, name: 'other' }] }
    expect(idsOf({ [path]: page, 'zebra.json': other })).toEqual([id, 'zebra/other'])
  })

  it('says of what name it left a word out', () => {
    const of = (path: string, options = {}) =>
      importCatalog([jsonFile(path, page)], options).report.flatMap(({ entry, why }) =>
        why.includes('of the server') ? [[entry, /“[^”]*”, as “[^”]*”/.exec(why)?.[0]]] : [],
      )
    expect(of('dev-tools.json')).toEqual([['dev', '“dev”, as “dev-tools”']])
    expect(of('devtools.json')).toEqual([])
    expect(of('dev/tools.json')).toEqual([])
    expect(of('dev-tools.json', { server: 'mine' })).toEqual([])
  })

  it.each([
    ['an answer to initialize beside it', { serverInfo: { name: 'issues' }, tools: [tool] }],
    [
      'an answer to initialize before it',
      [
        { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'issues', version: '1' } } },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        envelope([tool]),
      ],
    ],
    ['both answers in one object', { initialize: { serverInfo: { name: 'issues' } }, ...page }],
    ['a wrapper with a server', { server: 'issues', ...page }],
    ['a wrapper with an object for its server', { server: { name: 'issues' }, ...page }],
    ['a wrapper with a name', { name: 'issues', ...page }],
    ['a configuration', { mcpServers: { issues: { command: 'npx' } }, ...page }],
    ['a configuration that holds the tools', { mcpServers: { issues: page } }],
    ['a list of servers', { servers: [{ name: 'issues', tools: [tool] }] }],
    ['a map of servers', { issues: page }],
    ['a map of lists', { issues: [tool] }],
    ['the tool', [{ ...tool, server: 'issues' }]],
  ])('takes the server’s own name from %s', (_what, value) => {
    expect(importCatalog([jsonFile('github.json', value)])).toMatchObject({
      format: 'mcp',
      tools: [{ id: 'issues/list_issues', parameters: tool.inputSchema }],
    })
    expect(idsOf({ 'github.json': value }, { server: 'mine' })).toEqual(['issues/list_issues'])
  })

  it('of several servers in one file keeps them apart', () => {
    const wiki = { tools: [{ ...tool, description: 'Lists pages.' }] }
    const ids = ['issues/list_issues', 'wiki/list_issues']
    expect(idsOf({ 'all.json': { mcpServers: { issues: page, wiki } } })).toEqual(ids)
    const messages = [
      { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'issues' } } },
      envelope([tool]),
      { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'wiki' } } },
      { jsonrpc: '2.0', id: 1, result: wiki },
    ]
    expect(idsOf({ 'all.json': messages })).toEqual(ids)
  })

  it('is of the server that a person names, where the file only has a name', () => {
    expect(idsOf({ 'github.json': page }, { server: 'mine' })).toEqual(['mine/list_issues'])
  })

  // Each took minutes: the time grew with the square of the name.
  it.each([
    ['marks', `${'_'.repeat(300_000)}x`],
    ['words for content', `x${'-tools'.repeat(50_000)}`],
  ])('is not looked for in a name of nothing but %s', (_what, server) => {
    const { tools, report } = importCatalog([jsonFile('all.json', { [server]: page })])
    expect(tools).toEqual([])
    expect(report).toMatchObject([{ outcome: 'skipped' }])
  })
})
