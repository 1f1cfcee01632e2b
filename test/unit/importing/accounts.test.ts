import { describe, expect, it } from 'vitest'
import { accountText } from '../../../src-main/domain/catalog/account-text'
import { importCatalog } from '../../fixtures/importing/catalog'
import { errorOf, jsonFile, textFile } from '../../fixtures/importing/files'

const object = { type: 'object', properties: {} }
const mcpTool = { name: 'list_apps', description: 'Lists apps.', inputSchema: object }
const openaiTool = { name: 'get_price', description: 'Gets a price.', parameters: object }
const listed = {
  name: 'find_issue',
  description: 'Finds an issue.',
  arguments: [
    { name: 'query', type: 'string', desc: 'Words' },
    { name: 'limit', type: 'integer', optional: true },
  ],
}
const named = (name: string) => ({ name, description: 'A thing of its own.' })
const document = textFile(
  'pets/openapi.yaml',
  'openapi: 3.0.0\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets:\n    get: {operationId: listPets, summary: Lists pets}\n',
)

describe('a folder of several formats', () => {
  const folder = [
    jsonFile('apps/tools.json', { tools: [mcpTool] }),
    jsonFile('issues/tools.json', [listed]),
    jsonFile('functions.json', [openaiTool]),
    textFile('table.csv', 'name,description,owner\nplay_song,Plays a song,music\n'),
    document,
    jsonFile('package.json', { name: 'x', description: 'A package.', version: '1.0.0' }),
    textFile('README.md', '# Tools'),
  ]
  const imported = importCatalog(folder)

  it('is taken whole, each file by its own format', () => {
    expect(imported.tools.map(({ id }) => id).toSorted()).toEqual([
      'Pets/listPets',
      'apps/list_apps',
      'get_price',
      'issues/find_issue',
      'play_song',
    ])
  })

  it('ends with an account of files, tools and fields', () => {
    expect(accountText(imported.account)).toBe(
      '5 of 7 files · 5 of 5 tools · fields not understood: owner',
    )
    expect(imported.account.mostLeftOut).toBe(false)
  })

  it('says of each file that is left out what it is', () => {
    const said = imported.report.filter(({ where }) => /package|README/.test(where))
    expect(said).toMatchObject([
      {
        outcome: 'notice',
        where: 'package.json',
        why: 'The file is a package’s description for npm',
      },
      { outcome: 'notice', where: 'README.md', why: '1 file holds no data: README.md' },
    ])
  })

  it('is read by one format where a person names it', () => {
    const { tools, account } = importCatalog(folder, { format: 'mcp' })
    expect(tools.map(({ id }) => id)).toEqual(['apps/list_apps'])
    expect(account.files).toEqual({ read: 1, all: 7 })
  })

  it('keeps two tools of one name apart, and takes one that comes twice once', () => {
    const files = [
      jsonFile('a.json', { server: 's', tools: [mcpTool] }),
      jsonFile('b.json', { server: 's', tools: [{ ...listed, name: 'list_apps' }, listed] }),
      jsonFile('c.json', { tools: [{ ...listed, server: 's', arguments: [] }] }),
    ]
    expect(importCatalog(files).tools.map(({ id }) => id)).toContain('s/list_apps#2')
    const twice = [
      jsonFile('a.json', [openaiTool]),
      textFile('b.csv', 'name,description\nget_price,Gets a price.\n'),
    ]
    expect(importCatalog(twice).account.tools).toEqual({ read: 1, all: 1 })
  })
})

describe('an import of which most was left out', () => {
  it('is no success', () => {
    const broken = ['a', 'b', 'c'].map((name) => textFile(`${name}.json`, '[{"name": '))
    const { account, report } = importCatalog([jsonFile('good.json', [mcpTool]), ...broken])
    expect(account).toMatchObject({ files: { read: 1, all: 4 }, mostLeftOut: true })
    expect(report.filter(({ outcome }) => outcome === 'skipped').length).toBeGreaterThan(0)
  })

  it('counts entries that could not be read', () => {
    const { account } = importCatalog([jsonFile('a.json', [mcpTool, 7, 'x', null])])
    expect(account).toMatchObject({ tools: { read: 1, all: 4 }, mostLeftOut: true })
  })
})

describe('a file that holds no tools', () => {
  const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
  it.each([
    ['package.json', { name: 'x', description: 'd', version: '1.0.0' }, 'npm'],
    ['server.json', { $schema: schema, name: 'io.x/y', description: 'd' }, 'MCP registry'],
    ['plugin.json', { name: 'x', description: 'd', version: '1' }, 'manifest of a plugin'],
    ['m.json', { manifest_version: '0.3', name: 'x', server: {} }, 'MCP bundle'],
    ['p.json', { info: { schema: 'https://schema.getpostman.com/x' }, item: [] }, 'Postman'],
  ])('says what it is: %s', (path, value, what) => {
    const error = errorOf(() => importCatalog([jsonFile(path, value)]))
    expect(error).toMatchObject({ message: expect.stringContaining(what) as string })
  })

  it('is never a tool because it has a name and a text', () => {
    const about = jsonFile('about.json', { name: 'x', description: 'A thing.' })
    expect(() => importCatalog([about])).toThrow('holds no catalog')
  })
})

describe('what lies beside a catalog and is none', () => {
  const tools = jsonFile('github.json', [{ ...mcpTool, name: 'get_issue' }])
  it.each([
    ['a translation', jsonFile('locales/en.json', { 'home.title': 'Home', b: 'Back' })],
    ['rows with ids and texts', jsonFile('users.json', [{ _id: 1, title: 'Mr', text: 'A.' }])],
    ['people', textFile('team.jsonl', '{"name":"A","description":"Cook","mail":"a@x"}\n')],
    ['wares', jsonFile('wares.json', [{ ...named('Pen'), properties: { color: 'red' } }])],
    ['tasks', jsonFile('play.json', [{ ...named('Go'), args: { chdir: '/x' } }])],
    [
      'a prompt in a text',
      textFile('README.md', '<tools>[{"name":"a","description":"b"}]</tools>'),
    ],
    ['a resource', jsonFile('x.json', { apiVersion: 'v1', kind: 'Task', ...named('t') })],
  ])('is no tool: %s', (_what, file) => {
    const imported = importCatalog([tools, file])
    expect(imported.tools.map(({ name }) => name)).toEqual(['get_issue'])
    expect(imported.account.files).toEqual({ read: 1, all: 2 })
  })

  it('says why a table or a list in YAML cannot be read', () => {
    const broken = [
      textFile('more.csv', 'name,description\na,"open\n'),
      textFile('more.yaml', 'tools:\n  - name: a\n   description: b\n'),
    ]
    const { report, account } = importCatalog([tools, ...broken])
    const said = report.filter(({ outcome }) => outcome === 'skipped').map(({ where }) => where)
    expect(said.toSorted()).toEqual(['more.csv', 'more.yaml'])
    expect(account.mostLeftOut).toBe(true)
  })
})

describe('an entry that is left out', () => {
  it('counts, be it a broken line, an uneven row or the second list of a file', () => {
    const lines = textFile('a.jsonl', `${JSON.stringify(mcpTool)}\n{"name": \n`)
    expect(importCatalog([lines]).account.tools).toEqual({ read: 1, all: 2 })
    const rows = textFile('a.csv', 'name,description\na,b\nc,d,e\n')
    expect(importCatalog([rows]).account.tools).toEqual({ read: 1, all: 2 })
    const agents = [[listed], [{ ...listed, name: 'b' }]].map((tools) => ({ tools }))
    expect(importCatalog([jsonFile('a.json', { agents })]).account.tools.read).toBe(2)
  })
})
