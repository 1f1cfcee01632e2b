import { afterEach, describe, expect, it, vi } from 'vitest'
import { catalogIn, importCatalog } from '../../fixtures/importing/catalog'
import { sourceFile } from '../../../src-main/importing/reading/source-file'
import { UnreadableFile } from '../../../src-main/importing/reading/place'
import { errorOf, importJson, importText, jsonFile, textFile } from '../../fixtures/importing/files'
import { hasDataset, readDataset } from '../../fixtures/importing/data-sets'

describe('the candidates of files', () => {
  it('are what the files may be, likeliest first', () => {
    const named = { name: 'a', description: 'd' }
    const mixed = [
      { ...named, parameters: { type: 'object' } },
      { ...named, inputSchema: { type: 'object' } },
    ]
    const candidates = catalogIn([jsonFile('a.json', mixed)]).candidates()
    expect(candidates).toMatchObject([
      { id: 'mcp', confidence: 0.475 },
      { id: 'list' },
      { id: 'openai', confidence: 0.25 },
    ])
  })

  it('are none where no format recognises them, which may still be read as one', () => {
    const catalog = catalogIn([jsonFile('a.json', [{ name: 'a' }])])
    expect(catalog.candidates()).toEqual([])
    expect(catalog.read({ format: 'mcp' }).tools).toHaveLength(1)
  })
})

describe('files of no known format', () => {
  it.each([
    ['an unknown object', { foo: 1, bar: 2 }, 'its keys: foo, bar'],
    ['an unknown list', [{ foo: 1 }], 'its entries have: foo'],
    ['an empty list', [], 'its list is empty'],
    ['a list of server commands', { mcpServers: {} }, 'lists MCP servers'],
  ])('says what it saw of %s', (_what, value, seen) => {
    const error = errorOf(() => importJson(value))
    expect(error).toBeInstanceOf(UnreadableFile)
    expect(error).toMatchObject({ message: expect.stringContaining(seen) as string })
  })

  it('lists what is supported', () => {
    expect(errorOf(() => importJson({ foo: 1 }))).toMatchObject({
      fix: expect.stringMatching(/OpenAI.*Anthropic.*Gemini.*MCP.*CSV/) as string,
    })
  })

  it.each([
    ['broken JSON', 'tools.json', '[{"name": }]', 'line 1, column 11'],
    ['broken JSON without an ending that says so', 'tools', '[{"name": }]', 'line 1, column 11'],
    ['an empty file', 'tools.json', '', 'is empty'],
    ['a text that is no data', 'notes.txt', 'hello', 'no catalog of a known format'],
  ])('says what is wrong with %s', (...[, path, text, why]) => {
    expect(() => importText(path, text)).toThrow(why)
  })

  it('names the folder, unless a file is all there is or lists servers', () => {
    const nothing = jsonFile('a.json', { foo: 1 })
    const servers = jsonFile('b.json', { mcpServers: {} })
    expect(() => importCatalog([nothing])).toThrow('a.json: holds no catalog')
    expect(() => importCatalog([nothing, nothing])).toThrow('folder: holds no catalog')
    expect(() => importCatalog([nothing, servers])).toThrow(
      'b.json: is a configuration of MCP servers',
    )
  })

  it('points at the broken file of a folder', () => {
    const files = [textFile('README.md', '# x'), textFile('a.json', '{"tools": [')]
    expect(() => importCatalog(files)).toThrow('a.json: is not valid JSON at line 1, column 12')
  })

  it('says that a file is no text', () => {
    expect(() => importCatalog([sourceFile('a.json', new Uint8Array([0x5b, 0xff, 0x01]))])).toThrow(
      'is not UTF-8 text',
    )
  })
})

describe('importCatalog', () => {
  it('reads the format asked for, and refuses one there is not', () => {
    const entry = { name: 'a', description: 'd' }
    expect(importJson([entry], { format: 'mcp' })).toMatchObject({
      format: 'mcp',
      tools: [{ id: 'a' }],
    })
    expect(errorOf(() => importJson([entry], { format: 'xml' }))).toMatchObject({
      fix: expect.stringContaining('openai') as string,
    })
  })

  it('refuses a folder without files', () => {
    expect(() => importCatalog([])).toThrow('holds no files')
  })

  it('reads UTF-16 with a byte order mark', () => {
    const text = '\ufeff[{"name":"a","inputSchema":{}}]'
    const units = Uint16Array.from(text, (character) => character.charCodeAt(0))
    const file = sourceFile('a.json', new Uint8Array(units.buffer))
    expect(importCatalog([file]).tools).toHaveLength(1)
  })
})

describe('a file of an import', () => {
  afterEach(() => void vi.restoreAllMocks())

  const tool = { name: 'a', description: 'A.', inputSchema: { type: 'object' } }
  const query = { id: 'q1', query: 'Do a', labels: [{ id: 't1', relevance: 1 }] }
  const entry = { id: 't1', documentation: JSON.stringify({ name: 'a', description: 'A.' }) }
  const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')

  it.each([
    ['a list', [textFile('a.json', JSON.stringify([tool]))]],
    ['a list over several lines', [textFile('a.json', JSON.stringify([tool, tool], null, 1))]],
    ['JSON Lines', [textFile('a.jsonl', lines(tool, { ...tool, name: 'b' }))]],
    [
      'JSON Lines under another name',
      [textFile('a.json', lines(tool, { ...tool, name: 'b' }, { ...tool, name: 'c' }))],
    ],
    [
      'labels that are JSON in a string',
      [
        jsonFile('tools.json', [entry]),
        jsonFile('queries.json', [{ ...query, labels: JSON.stringify(query.labels) }]),
      ],
    ],
  ])('has its JSON parsed once, detection included: %s', (_what, files) => {
    const parse = vi.spyOn(JSON, 'parse')
    const catalog = catalogIn(files)
    expect(catalog.candidates().length).toBeGreaterThan(0)
    expect(catalog.read().tools.length).toBeGreaterThan(0)
    const texts = parse.mock.calls.map(([text]) => text)
    expect(texts).toEqual([...new Set(texts)])
  })

  for (const name of ['toole', 'seal-tools', 'rectools', 'toollinkos', 'apibank']) {
    it.skipIf(!hasDataset(name))(`is parsed once: the published files of ${name}`, () => {
      const files = readDataset(name)
      const parse = vi.spyOn(JSON, 'parse')
      const catalog = catalogIn(files)
      expect(catalog.candidates().length).toBeGreaterThan(0)
      expect(catalog.read().tools.length).toBeGreaterThan(0)
      const texts = parse.mock.calls.map(([text]) => text)
      // Data sets hold copies of files.
      const copies = files.length - new Set(files.map((file) => file.text())).size
      expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(copies)
    })
  }
})
