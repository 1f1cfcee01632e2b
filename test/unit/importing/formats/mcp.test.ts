import { describe, expect, it } from 'vitest'
import { importCatalog } from '../../../../src-main/importing/import-catalog'
import { importJson, importText, jsonFile } from '../../../fixtures/importing/files'

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
    const { tools, report } = importCatalog([
      jsonFile('github.json', { tools: [tool] }),
      jsonFile('jira/tools.json', envelope([tool])),
      jsonFile('package.json', { name: 'unrelated' }),
    ])
    expect(tools.map(({ id }) => id)).toEqual(['github/list_issues', 'jira/list_issues'])
    expect(report).toMatchObject([{ outcome: 'notice', where: 'package.json' }])
  })
})
