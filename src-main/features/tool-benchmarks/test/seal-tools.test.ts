import { describe, expect, it } from 'vitest'
import { sealTools } from '../formats/seal-tools'
import {
  confidence,
  hasDataset,
  jsonFile,
  linesFile,
  namesOfSets,
  read,
  readDataset,
  setNamed,
  sizesOfSets,
  textFile,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const tide = {
  api_name: 'getTide',
  api_description: 'Tell the tide',
  field: 'Sea/Tides/currents',
  parameters: {
    harbour: { type: 'str', description: 'The harbour' },
    metres: { type: 'bool', description: 'In metres', default: true },
    days: { type: 'int', description: 'Days ahead', example: '3' },
    stations: { type: 'list', description: 'Stations' },
    options: { type: 'dict', description: 'More' },
    datum: { type: 'float', description: 'Level' },
  },
  required: ['harbour'],
  responses: { height: { type: 'float', description: 'The height' } },
}
const sail = { ...tide, api_name: 'planSail', field: 'Sea', parameters: {}, required: [] }
const tools = linesFile('tool.jsonl', [tide, sail])
const query = {
  id: 'dev-easy-0',
  query: 'When is high tide in Brest?',
  calling: [{ api: 'getTide', parameters: { harbour: 'Brest' }, responses: ['API_call_0'] }],
}
const dev = linesFile('dev.jsonl', [query])

describe('Seal-Tools', () => {
  it('is recognised by its tools alone, as JSON Lines or as JSON', () => {
    expect(confidence(sealTools, [tools])).toBeGreaterThan(0.9)
    expect(confidence(sealTools, [jsonFile('apis.json', [tide])])).toBeGreaterThan(0.9)
    expect(confidence(sealTools, [jsonFile('tools.json', [{ name: 'x' }])])).toBe(0)
    expect(read(sealTools, [tools]).goldenSets).toEqual([])
  })

  it('writes parameters and responses as JSON Schema', () => {
    const tool = toolNamed(read(sealTools, [tools]), 'getTide')
    expect(tool.parameters).toEqual({
      type: 'object',
      properties: {
        harbour: { type: 'string', description: 'The harbour' },
        metres: { type: 'boolean', description: 'In metres', default: true },
        days: { type: 'integer', description: 'Days ahead', examples: ['3'] },
        stations: { type: 'array', description: 'Stations' },
        options: { type: 'object', description: 'More' },
        datum: { type: 'number', description: 'Level' },
      },
      required: ['harbour'],
    })
    expect(tool.response).toEqual({
      type: 'object',
      properties: { height: { type: 'number', description: 'The height' } },
    })
  })

  it('makes the field two tags, the topic with its own slashes', () => {
    const imported = read(sealTools, [tools])
    expect(toolNamed(imported, 'getTide').tags).toEqual(['Sea', 'Tides/currents'])
    expect(toolNamed(imported, 'planSail').tags).toEqual(['Sea'])
  })

  it('keeps the expected calls with their arguments, and the calls as written', () => {
    const imported = read(sealTools, [tools, dev])
    expect(setNamed(imported, 'dev')[0]).toMatchObject({
      id: 'dev-easy-0',
      tools: ['getTide'],
      calls: [{ tool: 'getTide', arguments: { harbour: 'Brest' } }],
      extra: { calling: query.calling },
    })
  })

  it('counts a tool that is called twice once, and keeps both calls', () => {
    const twice = { ...query, calling: [...query.calling, ...query.calling] }
    const [found] = setNamed(read(sealTools, [tools, linesFile('dev.jsonl', [twice])]), 'dev')
    expect(found?.tools).toEqual(['getTide'])
    expect(found?.calls).toHaveLength(2)
  })

  it('reads the early edition, whose rows are pairs of calls and text', () => {
    const early = linesFile('old/dev.jsonl', [
      [{ api: 'planSail', parameters: {} }, 'Plan a trip'],
      [query.calling, 'Tide, please'],
    ])
    const imported = read(sealTools, [tools, dev, early])
    expect(namesOfSets(imported)).toEqual(['dev', 'old-dev'])
    expect(setNamed(imported, 'old-dev').map(({ id, tools: golden }) => [id, golden])).toEqual([
      ['old-dev-1', ['planSail']],
      ['old-dev-2', ['getTide']],
    ])
  })

  it('reports a broken line by its number and imports the rest', () => {
    const broken = textFile(
      'tool.jsonl',
      `${JSON.stringify(tide)}\n{"api_name": \n${JSON.stringify(sail)}\n`,
    )
    const imported = read(sealTools, [broken])
    expect(imported.tools).toHaveLength(2)
    expect(imported.report).toContainEqual(
      expect.objectContaining({ outcome: 'skipped', where: 'tool.jsonl, line 2' }),
    )
  })

  it('uses the files that are its own, and no others', () => {
    const others = [linesFile('field.jsonl', [{ field: 'Sea' }]), textFile('README.md', '# Tools')]
    expect(read(sealTools, [tools, ...others]).used).toEqual([tools.path])
  })

  it('asks for the tools where there are queries only', () => {
    expect(() => read(sealTools, [dev])).toThrow(/tool\.jsonl/)
  })

  it.skipIf(!hasDataset('seal-tools'))(
    'imports the published files without losing an entry',
    () => {
      const files = readDataset('seal-tools')
      expect(confidence(sealTools, files)).toBeGreaterThan(0.9)
      const imported = read(sealTools, files)
      expect(imported.tools).toHaveLength(4076)
      expect(sizesOfSets(imported)).toEqual({
        dev: 700,
        'test-in-domain': 700,
        'test-out-domain': 654,
      })
      expect(imported.report.filter(({ outcome }) => outcome !== 'notice')).toEqual([])
      const toolFile = files.find(({ path }) => path === 'tool.jsonl')
      const lines = toolFile?.text().trim().split('\n')
      expect(imported.tools.map(({ source }) => source.entry)).toEqual(
        lines?.map((line) => JSON.parse(line) as unknown),
      )
    },
  )
})
