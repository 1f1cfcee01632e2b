import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../domain/tool/tool'
import { toollinkos } from '../formats/toollinkos'
import {
  confidence,
  hasDataset,
  jsonAt,
  jsonFile,
  read,
  readDataset,
  setNamed,
  sizesOfSets,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const clock = {
  name: 'get_time',
  description: 'The time',
  parameters: [
    {
      name: 'zone',
      type: 'string',
      description: 'Zone',
      required: false,
      enum: ['UTC', 'EST'],
      default: 'UTC',
    },
  ],
  func_type: 'core',
  depends_on: [],
}
const edge = (name: string, dependence_type: string, parameter_name: string | null = null) => ({
  name,
  dependence_type,
  parameter_name,
  reason: 'Needed',
})
const alarm: JsonObject = {
  name: 'set_alarm',
  description: 'Sets an alarm',
  parameters: [
    { name: 'at', type: 'int', description: 'When', required: true },
    { name: 'tune', type: null, description: 'Tune' },
  ],
  func_type: 'regular',
  depends_on: [
    edge('get_time', 'TOOL_DIRECTLY_DEPENDS_ON'),
    edge('get_time', 'TOOL_INDIRECTLY_DEPENDS_ON'),
    edge('get_time', 'PARAMETER_DIRECTLY_DEPENDS_ON', 'at'),
    edge('get_time', 'PARAMETER_INDIRECTLY_DEPENDS_ON', 'at'),
    edge('get_time', 'PARAMETER_DEPENDS_ON', 'at'),
    edge('nobody', 'TOOL_DIRECTLY_DEPENDS_ON'),
    edge('get_time', 'IS_FRIENDS_WITH'),
  ],
}
const core = jsonFile('core_tools.json', [clock])
const regular = jsonFile('regular_tools.json', [alarm])
const instances = jsonFile('instances.json', [
  {
    user_query: 'Wake me in an hour',
    main_golden_function_name: 'set_alarm',
    golden_function_names: ['set_alarm', 'get_time'],
  },
])

describe('ToolLinkOS', () => {
  it('is recognised by its edges, whatever the files are called', () => {
    expect(confidence(toollinkos, [jsonFile('x.json', [alarm])])).toBeGreaterThan(0.9)
    expect(confidence(toollinkos, [jsonFile('x.json', [{ name: 'a', description: 'b' }])])).toBe(0)
  })

  it('writes the list of parameters as JSON Schema, with choices and defaults', () => {
    const imported = read(toollinkos, [core, regular])
    expect(toolNamed(imported, 'get_time').parameters).toEqual({
      type: 'object',
      properties: {
        zone: { type: 'string', description: 'Zone', enum: ['UTC', 'EST'], default: 'UTC' },
      },
    })
    expect(toolNamed(imported, 'set_alarm').parameters).toMatchObject({
      properties: { at: { type: 'integer' }, tune: { description: 'Tune' } },
      required: ['at', 'tune'],
    })
  })

  it('tags tools as core or regular', () => {
    const imported = read(toollinkos, [core, regular])
    expect(imported.tools.map(({ tags }) => tags)).toEqual([['core'], ['regular']])
  })

  it('keeps edges of the four kinds and reads the malformed one as direct', () => {
    const imported = read(toollinkos, [core, regular])
    const { dependencies } = toolNamed(imported, 'set_alarm')
    expect(dependencies.map(({ kind, parameter }) => [kind, parameter])).toEqual([
      ['tool-direct', undefined],
      ['tool-indirect', undefined],
      ['parameter-direct', 'at'],
      ['parameter-indirect', 'at'],
      ['parameter-direct', 'at'],
    ])
    expect(dependencies[0]).toEqual({ on: 'get_time', kind: 'tool-direct', reason: 'Needed' })
    const altered = imported.report.filter(({ outcome }) => outcome === 'altered')
    expect(altered.map(({ why }) => why)).toEqual([
      expect.stringContaining('PARAMETER_DEPENDS_ON'),
      expect.stringContaining('IS_FRIENDS_WITH'),
      expect.stringContaining('nobody'),
    ])
  })

  it('makes two golden sets: all golden tools, and the main tool', () => {
    const imported = read(toollinkos, [core, regular, instances])
    expect(setNamed(imported, 'instances')[0]).toMatchObject({
      id: 'instances-1',
      tools: ['set_alarm', 'get_time'],
      extra: { main_golden_function_name: 'set_alarm' },
    })
    expect(setNamed(imported, 'main')[0]).toMatchObject({ id: 'main-1', tools: ['set_alarm'] })
  })

  it('asks for the tools where there are queries only', () => {
    expect(() => read(toollinkos, [instances])).toThrow(/core_tools\.json/)
  })

  it.skipIf(!hasDataset('toollinkos'))('imports the published files with every edge', () => {
    const files = readDataset('toollinkos')
    expect(confidence(toollinkos, files)).toBeGreaterThan(0.9)
    const imported = read(toollinkos, files)
    expect(imported.tools).toHaveLength(573)
    expect(sizesOfSets(imported)).toEqual({ instances: 1569, main: 1569 })
    const kinds = imported.tools.flatMap(({ dependencies }) => dependencies.map(({ kind }) => kind))
    const count = (kind: string): number => kinds.filter((candidate) => candidate === kind).length
    // 404 of the published edges and the 2 malformed ones are parameter-direct.
    expect([count('tool-direct'), count('tool-indirect')]).toEqual([676, 175])
    expect([count('parameter-direct'), count('parameter-indirect')]).toEqual([406, 239])
    expect(imported.report.filter(({ outcome }) => outcome === 'altered')).toMatchObject([
      { entries: 2 },
    ])
    const entries = ['core_tools.json', 'regular_tools.json'].flatMap((name) => jsonAt(files, name))
    expect(imported.tools.map(({ source }) => source.entry)).toEqual(entries)
  })
})
