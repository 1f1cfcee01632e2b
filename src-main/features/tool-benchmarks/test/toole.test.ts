import { describe, expect, it } from 'vitest'
import { ptr } from '../formats/ptr'
import { toole } from '../formats/toole'
import {
  confidence,
  hasDataset,
  jsonAt,
  jsonFile,
  namesOfSets,
  read,
  readDataset,
  setNamed,
  sizesOfSets,
  textFile,
} from '../../../../test/fixtures/importing/data-sets'

const plugins = jsonFile('plugin_des.json', {
  weather: 'Tells the weather.',
  NewsTool: 'Reads the news.',
  MapTool: 'Draws maps.',
})
const merged = jsonFile('big_tool_des.json', {
  NewsTool: 'Reads the news.',
  MapTool: 'Draws maps.',
})
const table = textFile(
  'all_clean_data.csv',
  'Query,Tool\nWill it rain?,weather\n"Two lines,\nand a comma",MapTool\nWho won?,Oracle\n',
)
const pairs = jsonFile('multi_tool_query_golden.json', [
  { query: 'News on a map', tool: ['NewsTool', 'MapTool'] },
])

describe('ToolE', () => {
  it('is recognised by its table of queries, whatever the files are called', () => {
    const renamed = [
      jsonFile('a.json', { weather: 'Tells the weather.' }),
      textFile('b.csv', 'Tool,Query\nweather,Will it rain?\n'),
    ]
    expect(confidence(toole, renamed)).toBeGreaterThan(0.9)
    expect(confidence(toole, renamed)).toBeGreaterThan(confidence(ptr, renamed))
    expect(setNamed(read(toole, renamed), 'single')[0]).toMatchObject({
      text: 'Will it rain?',
      tools: ['weather'],
    })
  })

  it('takes the whole catalog where the merged tools lie beside it, and says so', () => {
    const imported = read(toole, [merged, pairs, plugins, table])
    expect(imported.tools.map(({ name }) => name)).toEqual(['weather', 'NewsTool', 'MapTool'])
    expect(setNamed(imported, 'multi')[0]).toMatchObject({
      id: 'multi-1',
      tools: ['NewsTool', 'MapTool'],
      origin: 'published',
    })
    expect(imported.report).toContainEqual(
      expect.objectContaining({ where: 'big_tool_des.json', outcome: 'notice' }),
    )
  })

  it('uses the merged tools as the catalog where nothing else is there', () => {
    const imported = read(toole, [merged, pairs])
    expect(imported.tools).toHaveLength(2)
    expect(namesOfSets(imported)).toEqual(['multi'])
  })

  it('accounts for every row of the table, those over two lines and those without a tool included', () => {
    const imported = read(toole, [plugins, table])
    expect(setNamed(imported, 'single').map(({ id, text }) => [id, text])).toEqual([
      ['single-1', 'Will it rain?'],
      ['single-2', 'Two lines,\nand a comma'],
    ])
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toMatchObject([
      { where: 'all_clean_data.csv, entry 3', entry: 'single-3' },
    ])
  })

  it('says what is missing where there are queries and no catalog', () => {
    expect(() => read(toole, [table])).toThrow(/plugin_des\.json/)
  })

  it('names the place of the fault where the catalog is cut off', () => {
    const cut = textFile('plugin_des.json', '{"weather": "Tells the')
    expect(confidence(toole, [cut, table])).toBeGreaterThan(0)
    expect(() => read(toole, [cut, table])).toThrow(/line 1/)
    expect(() => read(toole, [cut, merged, table])).toThrow(/line 1/)
  })

  it('keeps every entry as the file has it', () => {
    const entries = read(toole, [plugins]).tools.map(({ source }) => source.entry)
    expect(Object.assign({}, ...entries)).toEqual(jsonAt([plugins], 'plugin_des.json'))
  })

  it.skipIf(!hasDataset('toole'))('imports the published files without losing a row', () => {
    const files = readDataset('toole')
    expect(confidence(toole, files)).toBeGreaterThan(confidence(ptr, files))
    const imported = read(toole, files)
    expect(imported.tools).toHaveLength(199)
    expect(sizesOfSets(imported)).toEqual({ single: 20_614, multi: 497 })
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(new Set(setNamed(imported, 'multi').flatMap(({ tools }) => tools)).size).toBe(15)
    const entries = imported.tools.map(({ source }) => source.entry)
    expect(Object.assign({}, ...entries)).toEqual(jsonAt(files, 'plugin_des.json'))
  })
})
