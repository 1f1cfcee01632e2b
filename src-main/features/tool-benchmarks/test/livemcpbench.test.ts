import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../domain/tool/tool'
import { livemcpbench } from '../formats/livemcpbench'
import { importCatalog } from '../../../../test/fixtures/importing/catalog'
import {
  confidence,
  jsonFile,
  namesOfSets,
  read,
  setNamed,
  textFile,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const tool = (name: string, description = `Does ${name}.`) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
  annotations: null,
})
const project = (server: string, tools: JsonValue[], more = {}) => ({
  name: `The ${server}`,
  description: `A server of ${server}.`,
  web: `https://example.com/${server}`,
  config: { mcpServers: { [server]: { command: 'uvx', args: [server] } } },
  category: 'Travel',
  tools: { [server]: { server_name: server, version: '0.1.0', tools } },
  ...more,
})
const task = (id: string, tools: JsonValue, more = {}) => ({
  task_id: id,
  Question: `Do ${id}, please. `,
  answers: '',
  category: 'Travel',
  file_name: '',
  'Annotator Metadata': { Steps: '1. Look.\n', Tools: tools, 'Number of tools': '2', ...more },
})
const maps = project('maps', [
  { ...tool('geocode'), annotations: { readOnlyHint: true, title: 'Find a place' } },
  tool('fetch', ''),
])
const web = project('web', [tool('fetch'), tool('3d.search')])
const tools = jsonFile('LiveMCPTool/tools.json', [maps, web])
const tasks = (...list: JsonValue[]) => jsonFile('annotated_data/all_annotations.json', list)
const asked = (...list: JsonValue[]) => read(livemcpbench, [tools, tasks(...list)])

describe('LiveMCPBench', () => {
  it('is recognised by its maps of servers, whatever the files are called', () => {
    const files = [jsonFile('a.json', [maps]), jsonFile('b.json', [task('one', '1. geocode')])]
    expect(importCatalog(files).format).toBe('livemcpbench')
    expect(importCatalog([tools]).format).toBe('livemcpbench')
  })

  it.each<[string, JsonValue]>([
    ['an empty list', []],
    ['an empty object', {}],
    ['a list of MCP tools', [tool('a')]],
    ['servers with lists of tools', [{ name: 'a', tools: [tool('a')] }]],
    ['what no server lists', [{ name: 'a', tools: {} }]],
    ['tools that are none', [{ name: 'a', tools: { a: 1 } }, null, 'x']],
  ])('is not seen in %s', (_what, value) => {
    expect(confidence(livemcpbench, [jsonFile('tools.json', value)])).toBe(0)
  })

  it('files tools under the server that agents know, with the category as a tag', () => {
    const imported = read(livemcpbench, [tools])
    expect(imported.tools.map(({ id }) => id)).toEqual([
      'maps/geocode',
      'maps/fetch',
      'web/fetch',
      'web/3d.search',
    ])
    expect(toolNamed(imported, 'geocode')).toMatchObject({
      title: 'Find a place',
      tags: ['Travel'],
      annotations: { readOnly: true },
      parameters: { properties: { at: { type: 'string' } } },
    })
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'notice',
        why: expect.stringContaining('“description” of 2 servers') as string,
      }),
    )
  })

  it('reads the names in a numbered text, as people typed it', () => {
    const [query] = setNamed(
      asked(task('one', '1.  geocode\n\n2) 3d.search \n')),
      'all-annotations',
    )
    expect(query).toMatchObject({
      id: 'one',
      text: 'Do one, please.',
      tools: ['maps/geocode', 'web/3d.search'],
      tags: ['Travel'],
      origin: 'published',
      extra: { 'Annotator Metadata': { Steps: '1. Look.\n' } },
    })
  })

  it('takes no name that several servers have, and none that nobody has', () => {
    const imported = asked(
      task('one', '1. geocode\n2. fetch'),
      task('two', '1. constructor\n2. fetch'),
    )
    expect(setNamed(imported, 'all-annotations')).toMatchObject([{ tools: ['maps/geocode'] }])
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'altered',
        entry: 'one',
        why: expect.stringContaining('"fetch" may be any of maps/fetch, web/fetch') as string,
      }),
    )
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'skipped',
        entry: 'two',
        why: expect.stringContaining('No tool is called "constructor"') as string,
      }),
    )
  })

  it.each<[string, JsonValue]>([
    ['no text', null],
    ['an empty text', ' \n'],
    ['a list', ['geocode']],
    ['numbers alone', '1.\n2.'],
  ])('makes no negative query of a task with %s for its tools', (_what, written) => {
    const imported = asked(task('none', written), task('one', '1. geocode'))
    expect(setNamed(imported, 'all-annotations')).toHaveLength(1)
    expect(imported.report).toContainEqual(
      expect.objectContaining({ outcome: 'skipped', entry: 'none' }),
    )
  })

  it('says where a task counts its tools otherwise than it lists them', () => {
    const counted = (imported: ReturnType<typeof asked>) =>
      imported.report.filter(({ why }) => why.startsWith('The task counts'))
    expect(counted(asked(task('one', '1. geocode')))).toMatchObject([
      { outcome: 'notice', why: expect.stringContaining('It says “2” and lists 1') as string },
    ])
    expect(counted(asked(task('one', '1. geocode\n2. 3d.search')))).toEqual([])
  })

  it('takes each server of the last state, and each task once', () => {
    const before = jsonFile('LiveMCPTool/original_tools.json', [
      project('maps', [tool('old')]),
      project('gone', [tool('left')]),
    ])
    const answered = jsonFile('baseline/output/model.json', [task('one', '1. geocode')])
    const imported = read(livemcpbench, [before, answered, tools, tasks(task('one', '1. geocode'))])
    expect(imported.tools.map(({ name }) => name)).toEqual([
      'geocode',
      'fetch',
      'fetch',
      '3d.search',
      'left',
    ])
    expect(setNamed(imported, 'all-annotations')).toHaveLength(1)
    expect(setNamed(imported, 'model')).toEqual([])
    const skipped = imported.report.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.map(({ entry }) => entry)).toEqual(['maps', 'one'])
  })

  it('reports entries that are broken, and goes on', () => {
    const broken = project('maps', ['x', tool('geocode'), { description: 'Nameless.' }])
    const files = [
      jsonFile('tools.json', [broken, web, { name: 'nothing' }, null, web]),
      tasks(task('one', '1. geocode'), task('two', '1. geocode'), { task_id: 'three' }),
    ]
    const imported = read(livemcpbench, files)
    expect(imported.tools.map(({ id }) => id)).toEqual([
      'maps/geocode',
      'web/fetch',
      'web/3d.search',
    ])
    expect(setNamed(imported, 'all-annotations')).toHaveLength(2)
    expect(
      imported.report.filter(({ outcome }) => outcome === 'skipped').map(({ where }) => where),
    ).toEqual([
      'tools.json, entry 3',
      'tools.json, entry 1, server maps, tool 1',
      'tools.json, entry 1, server maps, tool 3',
      'tools.json, entry 5, server web, tool 1',
      'annotated_data/all_annotations.json, entry 3',
    ])
  })

  it('takes names of a prototype as any other', () => {
    const text = JSON.stringify([project('SERVER', [tool('__proto__'), tool('toString')])])
    const imported = read(livemcpbench, [
      textFile('tools.json', text.replaceAll('SERVER', '__proto__')),
      tasks(task('one', '1. __proto__\n2. toString')),
    ])
    expect(setNamed(imported, 'all-annotations')).toMatchObject([
      { tools: ['__proto__/__proto__', '__proto__/toString'] },
    ])
  })

  it('asks for the tools where there are tasks alone, or where they are broken', () => {
    const one = tasks(task('one', '1. geocode'))
    expect(() => read(livemcpbench, [one])).toThrow('tools.json')
    expect(() => read(livemcpbench, [one, textFile('tools.json', '[{"name":')])).toThrow('line 1')
    expect(namesOfSets(read(livemcpbench, [tools]))).toEqual([])
  })
})
