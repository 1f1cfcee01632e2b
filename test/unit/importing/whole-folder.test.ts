import { describe, expect, it } from 'vitest'
import { accountText } from '../../../src-main/domain/catalog/account-text'
import { importCatalog } from '../../fixtures/importing/catalog'
import { jsonFile, linesFile, textFile } from '../../fixtures/importing/data-sets'

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const mcp = { name: 'list_rooms', description: 'Lists rooms.', inputSchema: schema }
const openai = {
  type: 'function',
  function: { name: 'book_room', description: 'Books a room.', parameters: schema },
}
const docker = {
  name: 'send_mail',
  description: 'Sends a mail.',
  arguments: [{ name: 'to', type: 'string', desc: 'To whom' }],
}
const document = [
  'openapi: 3.1.0',
  'info: {title: Shop, version: "1"}',
  'paths:',
  '  /orders: {$ref: "paths/orders.yaml"}',
  '',
].join('\n')
const orders = [
  'get:',
  '  operationId: listOrders',
  '  summary: Lists the orders',
  '  parameters: [{$ref: "../parameters.yaml#/page"}]',
  '  responses: {"200": {description: ok}}',
  '',
].join('\n')

/** As people have it: lists in three formats, a document in parts, a log, and what lies beside. */
const folder = [
  jsonFile('rooms/tools.json', { tools: [mcp] }),
  jsonFile('functions.json', [openai]),
  jsonFile('mail.json', [docker]),
  textFile('shop/openapi.yaml', document),
  textFile('shop/paths/orders.yaml', orders),
  textFile('shop/parameters.yaml', 'page: {name: page, in: query, schema: {type: integer}}\n'),
  linesFile('log.jsonl', [
    {
      messages: [
        { role: 'user', content: 'Get me a room for Monday' },
        {
          role: 'assistant',
          tool_calls: [
            { id: '1', type: 'function', function: { name: 'book_room', arguments: '{"id":"1"}' } },
          ],
        },
        { role: 'tool', tool_call_id: '1', content: 'Booked.' },
      ],
    },
  ]),
  textFile('asked.csv', 'query,tools\nwhich rooms are there,rooms/list_rooms\n'),
  jsonFile('mcp.json', { mcpServers: { rooms: { command: 'rooms-server' } } }),
  textFile('README.md', '# Our tools'),
  textFile('logo.png', ''),
]

describe('a folder as people have it', () => {
  const imported = importCatalog(folder)

  it('gives all tools that are in it', () => {
    expect(imported.tools.map(({ id }) => id).toSorted()).toEqual([
      'Shop/listOrders',
      'book_room',
      'mail/send_mail',
      'rooms/list_rooms',
    ])
    const [order] = imported.tools.filter(({ name }) => name === 'listOrders')
    expect(order?.parameters).toMatchObject({ properties: { page: { type: 'integer' } } })
  })

  it('gives what logs and golden queries say of them', () => {
    expect(imported.goldenSets.map(({ name, queries }) => [name, queries[0]?.tools])).toEqual([
      ['log', ['book_room']],
      ['asked', ['rooms/list_rooms']],
    ])
  })

  it('takes the tools of a log for those of a list beside it', () => {
    const list = jsonFile('github.json', [{ ...mcp, name: 'get_issue' }])
    const definition = { name: 'get_issue', description: mcp.description, parameters: schema }
    const call = { id: '1', type: 'function', function: { name: 'get_issue', arguments: '{}' } }
    const log = linesFile('calls.jsonl', [
      {
        tools: [{ type: 'function', function: definition }],
        messages: [
          { role: 'user', content: 'What is it about?' },
          { role: 'assistant', tool_calls: [call] },
        ],
      },
    ])
    const { tools, goldenSets } = importCatalog([log, list])
    expect(tools.map(({ id }) => id)).toEqual(['github/get_issue'])
    expect(goldenSets[0]?.queries[0]?.tools).toEqual(['github/get_issue'])
  })

  it('accounts for every file', () => {
    expect(accountText(imported.account)).toBe('8 of 11 files · 4 of 4 tools')
    const said = imported.report.map(({ where, why }) => [where, why])
    expect(said).toContainEqual(['mcp.json', expect.stringContaining('configuration of MCP')])
    expect(said).toContainEqual(['README.md', '2 files hold no data: README.md, logo.png'])
  })
})
