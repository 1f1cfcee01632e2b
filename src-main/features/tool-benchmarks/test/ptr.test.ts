import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../domain/tool/tool'
import { ptr } from '../formats/ptr'
import { toole } from '../formats/toole'
import {
  confidence,
  hasDataset,
  jsonAt,
  jsonFile,
  read,
  readDataset,
  setNamed,
  sizesOfSets,
} from '../../../../test/fixtures/importing/data-sets'

const tools = { NewsTool: 'Reads the news.', MapTool: 'Draws maps.', local: 'Finds shops.' }
const catalog = jsonFile('RecTools_tool.json', tools)
const pairs: JsonObject[] = [
  { query: '**\n\nShow shops on a map. ', tool: ['MapTool', 'local'] },
  { query: 'News, please', tool: ['NewsTool'], split: 'test' },
  { query: 'A **bold** wish', tool: ['NewsTool', 'Gone'] },
]
const queries = jsonFile('RecTools_QT.json', pairs)

describe('PTR', () => {
  it('names golden sets after their files and keeps every row as history', () => {
    const imported = read(ptr, [catalog, queries])
    expect(sizesOfSets(imported)).toEqual({ rectools: 3 })
    expect(imported.bundles[0]).toEqual({
      id: 'rectools-1',
      query: 'Show shops on a map.',
      tools: ['MapTool', 'local'],
    })
    expect(imported.bundles.map(({ id }) => id)).toEqual(
      setNamed(imported, 'rectools').map(({ id }) => id),
    )
  })

  it('removes the stray heading before a query and says how often, once a file', () => {
    const imported = read(ptr, [catalog, queries])
    expect(setNamed(imported, 'rectools').map(({ text }) => text)).toEqual([
      'Show shops on a map.',
      'News, please',
      'A **bold** wish',
    ])
    expect(imported.report.filter(({ why }) => why.includes('"**"'))).toMatchObject([
      { outcome: 'notice', where: 'RecTools_QT.json', why: expect.stringContaining('1 query') },
    ])
  })

  it('keeps unknown fields and reports a label that points nowhere', () => {
    const imported = read(ptr, [catalog, queries])
    expect(setNamed(imported, 'rectools')[1]?.extra).toEqual({ split: 'test' })
    expect(setNamed(imported, 'rectools')[2]?.tools).toEqual(['NewsTool'])
    expect(imported.report.filter(({ outcome }) => outcome === 'altered')).toHaveLength(1)
  })

  it('files the tools of two equal catalogs once', () => {
    const imported = read(ptr, [catalog, queries, jsonFile('MetaTool_tool.json', tools)])
    expect(imported.tools).toHaveLength(3)
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  })

  it('resolves labels in the catalog of their own file where two catalogs share a name', () => {
    const other = jsonFile('Shop_tool.json', { local: 'Local orders.', Cart: 'Holds goods.' })
    const shop = jsonFile('Shop_QT.json', [{ query: 'Order here', tool: ['local', 'Cart'] }])
    const imported = read(ptr, [catalog, queries, other, shop])
    const [id] = setNamed(imported, 'shop')[0]?.tools ?? []
    expect(imported.tools.find((tool) => tool.id === id)?.description).toBe('Local orders.')
    expect(setNamed(imported, 'rectools')[0]?.tools).toEqual(['MapTool', 'local'])
  })

  it('imports a copy of a file of queries once', () => {
    const copy = jsonFile('BM25/RecTools_QT.json', pairs)
    expect(sizesOfSets(read(ptr, [catalog, queries, copy]))).toEqual({ rectools: 3 })
  })

  it('is told from ToolE by what the files hold', () => {
    const renamed = [jsonFile('x.json', tools), jsonFile('y.json', pairs)]
    expect(confidence(ptr, renamed)).toBeGreaterThan(confidence(toole, renamed))
    expect(confidence(ptr, [jsonFile('package.json', { name: 'x', files: ['a'] })])).toBe(0)
  })

  it.skipIf(!hasDataset('rectools'))('imports the published files without losing a row', () => {
    const files = readDataset('rectools')
    expect(confidence(ptr, files)).toBeGreaterThan(confidence(toole, files))
    const imported = read(ptr, files)
    expect(imported.tools).toHaveLength(47)
    expect(sizesOfSets(imported)).toEqual({ metatool: 497, rectools: 1000 })
    expect(imported.bundles).toHaveLength(1497)
    expect(imported.report.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    const entries = imported.tools.map(({ source }) => source.entry)
    expect(Object.assign({}, ...entries)).toEqual(jsonAt(files, 'RecTools_tool.json'))
  })
})
