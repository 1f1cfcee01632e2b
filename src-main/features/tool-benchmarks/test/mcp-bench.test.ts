import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../domain/tool/tool'
import { mcpBench } from '../formats/mcp-bench'
import { importCatalog } from '../../../../test/fixtures/importing/catalog'
import {
  confidence,
  jsonFile,
  read,
  setNamed,
  sizesOfSets,
  textFile,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const server = (name: string, ...tools: string[]) => ({
  name,
  icon: '',
  description: '',
  command: ['node', 'index.js'],
  connection_status: tools.length > 0 ? 'success' : 'success_no_tools',
  attempts: 1,
  tools: Object.fromEntries(
    tools.map((tool) => [
      tool,
      {
        name: tool,
        description: `Does ${tool}.`,
        input_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
    ]),
  ),
})
const info = (...servers: ReturnType<typeof server>[]) =>
  jsonFile('mcp_servers_info.json', {
    summary: { total_servers: servers.length },
    servers: Object.fromEntries(servers.map((each) => [each.name, each])),
  })
const servers = info(
  server('Paper Search', 'search_semantic', 'read_paper'),
  server('Search', 'search_semantic'),
  server('Unit Converter'),
)
const task = (description: string, more = {}) => ({
  task_id: 'papers_000',
  task_description: description,
  fuzzy_description: 'Hey, is there anything on this?',
  dependency_analysis: 'None.',
  distraction_servers: ['DEX Paprika'],
  ...more,
})
const group = (tasks: JsonValue[], more = {}) => ({
  server_name: 'Paper Search+Search',
  tasks,
  servers: ['Paper Search', 'Search'],
  combination_name: 'Research',
  combination_type: 'two_server_combinations',
  ...more,
})
const file = (value: JsonValue) => jsonFile('tasks/mcpbench_tasks.json', value)
const asked = (...tasks: JsonValue[]) =>
  read(mcpBench, [servers, file({ server_tasks: [group(tasks)] })])

describe('MCP-Bench', () => {
  it('is recognised by its maps of tools, whatever the files are called', () => {
    const renamed = [
      jsonFile('a.json', { servers: { S: server('S', 'go') } }),
      jsonFile('b.json', [{ server_name: 'S', task: task('Use S:go.') }]),
    ]
    expect(importCatalog(renamed).format).toBe('mcp-bench')
    expect(importCatalog([servers]).format).toBe('mcp-bench')
    expect(confidence(mcpBench, [file([task('x')])])).toBe(0.5)
  })

  it.each<[string, JsonValue]>([
    ['nothing', {}],
    ['an empty list', []],
    ['a list of commands', { servers: { a: { command: 'npx' } } }],
    ['servers of MCP', { servers: { a: { tools: [{ name: 'a', inputSchema: {} }] } } }],
    ['no servers', { servers: {} }],
    ['other tasks', { tasks: [{ title: 'Wash up' }] }],
    ['tasks that are none', { server_tasks: [null, 1, { tasks: 'x' }] }],
  ])('is not seen in %s', (_what, value) => {
    expect(confidence(mcpBench, [jsonFile('a.json', value)])).toBe(0)
  })

  it('files tools under their servers, and names those that could not be listed', () => {
    const imported = read(mcpBench, [servers])
    expect(imported.tools.map(({ id }) => id)).toEqual([
      'Paper Search/search_semantic',
      'Paper Search/read_paper',
      'Search/search_semantic',
    ])
    expect(toolNamed(imported, 'read_paper').parameters).toMatchObject({ required: ['id'] })
    expect(imported.report).toMatchObject([{ outcome: 'skipped', entry: 'Unit Converter' }])
  })

  it('labels what texts call by server and tool, weakly, for both ways to ask', () => {
    const text = 'First Paper Search:read_paper. Then (Search:search_semantic) as well.'
    const imported = asked(
      task(text, { dependency_analysis: 'Needs Paper Search:search_semantic' }),
    )
    const [described] = setNamed(imported, 'mcpbench-tasks')
    const [fuzzy] = setNamed(imported, 'mcpbench-tasks-fuzzy')
    const labels = {
      tools: ['Paper Search/read_paper', 'Search/search_semantic', 'Paper Search/search_semantic'],
      origin: 'weak',
      tags: ['two_server_combinations'],
      extra: { servers: ['Paper Search', 'Search'], distraction_servers: ['DEX Paprika'] },
    }
    expect(described).toMatchObject({ id: 'papers_000', text, ...labels })
    expect(fuzzy).toMatchObject({
      id: 'papers_000-fuzzy',
      text: 'Hey, is there anything on this?',
      ...labels,
    })
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'notice',
        why: expect.stringContaining('no golden tools') as string,
      }),
    )
  })

  it.each([
    ['a name alone', 'Call read_paper.'],
    ['a server of no task', 'Call Unit Converter:convert.'],
    ['a server within a word', 'See ReSearch:search_semantic.'],
    ['a colon in prose', 'Paper Search: read_paper.'],
    ['no tool', 'Find a paper.'],
  ])('invents no label from %s', (_what, text) => {
    const imported = asked(task(text))
    expect(sizesOfSets(imported)).toEqual({ 'mcpbench-tasks': 0, 'mcpbench-tasks-fuzzy': 0 })
    expect(imported.report).toContainEqual(
      expect.objectContaining({ outcome: 'skipped', entry: 'papers_000' }),
    )
  })

  it('reports a tool that the server does not have', () => {
    const imported = asked(task('Paper Search:read_paper, Search:constructor'))
    expect(setNamed(imported, 'mcpbench-tasks')[0]?.tools).toEqual(['Paper Search/read_paper'])
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'altered',
        why: expect.stringContaining('"Search/constructor"') as string,
      }),
    )
  })

  const one = task('Use Paper Search:read_paper.')
  const plain = { server_name: 'Paper Search+Search' }
  it.each<[string, JsonValue]>([
    ['groups of tasks', { server_tasks: [group([one])] }],
    ['groups of one task', { server_tasks: [{ ...plain, task: one }] }],
    ['tasks', { tasks: [{ ...plain, task: one }] }],
    ['tasks without a wrapper', { tasks: [{ ...plain, ...one }] }],
    ['combinations', { combinations: [{ servers: ['Paper Search'], generated_tasks: [one] }] }],
    ['a bare list', [{ ...plain, task: one }]],
  ])('reads %s', (_what, value) => {
    const imported = read(mcpBench, [servers, file(value)])
    expect(setNamed(imported, 'mcpbench-tasks')).toMatchObject([
      { id: 'papers_000', tools: ['Paper Search/read_paper'] },
    ])
  })

  it('reports entries that are broken, and goes on', () => {
    const broken = { server_tasks: [group([null, one, { task_id: 'x' }]), 7, group([])] }
    const imported = read(mcpBench, [
      servers,
      file({ server_tasks: [group([one]), ...broken.server_tasks, group([one])] }),
    ])
    expect(setNamed(imported, 'mcpbench-tasks').map(({ id }) => id)).toEqual([
      'papers_000',
      'papers_000#2',
      'papers_000#3',
    ])
    expect(imported.report).toContainEqual(
      expect.objectContaining({
        outcome: 'skipped',
        where: 'tasks/mcpbench_tasks.json, entry 2, task 1',
        why: expect.stringContaining('3 tasks') as string,
      }),
    )
  })

  it('takes names of a prototype as any other', () => {
    const text = JSON.stringify({ servers: { S: server('S', 'toString', 'go') } })
    const imported = read(mcpBench, [
      textFile(
        'info.json',
        text.replaceAll('"S"', '"__proto__"').replaceAll('"go"', '"__proto__"'),
      ),
      file([{ servers: ['__proto__'], task: task('__proto__:toString and __proto__:__proto__') }]),
    ])
    expect(setNamed(imported, 'mcpbench-tasks')).toMatchObject([
      { tools: ['__proto__/toString', '__proto__/__proto__'] },
    ])
  })

  it('asks for the tools where there are tasks alone', () => {
    expect(() => read(mcpBench, [file([one])])).toThrow('mcp_servers_info.json')
  })
})
