import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../domain/tool/tool'
import { themcpcompany } from '../formats/themcpcompany'
import { importCatalog } from '../../../../test/fixtures/importing/catalog'
import {
  confidence,
  jsonFile,
  read,
  setNamed,
  textFile,
} from '../../../../test/fixtures/importing/data-sets'

const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
})
const names = ['azure_vms_List', 'azure_vms_Delete', 'gitlab_getProjects', 'plane_get_projects']
const dump = jsonFile('tools.json', { tools: names.map(tool) })
const gold = (task: string, tools: JsonValue) =>
  jsonFile(`azure_tasks/tasks/${task}/gt_tools.json`, { tool_names: tools })
const text = (task: string, said = `Do ${task}.\n\nAll of it.\n`) =>
  textFile(`azure_tasks/tasks/${task}/task.md`, said)
const vms = [gold('delete_vms', ['azure_vms_List', 'azure_vms_Delete']), text('delete_vms')]
const mapping = (tasks: Record<string, JsonValue>) =>
  jsonFile('data/task_fn_matching_v1_manual.json', tasks)

describe('TheMCPCompany', () => {
  it('is recognised by its golden tools beside a list of tools', () => {
    expect(importCatalog([dump, ...vms]).format).toBe('themcpcompany')
    expect(importCatalog([dump]).format).toBe('mcp')
    expect(confidence(themcpcompany, vms)).toBe(0.5)
  })

  it.each<[string, string, JsonValue]>([
    ['nothing', 'gt_tools.json', {}],
    ['an empty list', 'gt_tools.json', []],
    ['a map of lists of another name', 'success_servers.json', { gitlab: ['a_b'] }],
    ['a mapping without lists', 'task_fn_matching.json', { a: 1 }],
    ['names that are none', 'gt_tools.json', { tool_names: 'azure_vms_List' }],
  ])('is not seen in %s', (_what, path, value) => {
    expect(confidence(themcpcompany, [jsonFile(path, value), dump])).toBe(0)
  })

  it('parts names at the first underscore, and asks with the text of the folder', () => {
    const imported = read(themcpcompany, [dump, ...vms])
    expect(imported.tools.map(({ server, name }) => [server, name])).toEqual([
      ['azure', 'vms_List'],
      ['azure', 'vms_Delete'],
      ['gitlab', 'getProjects'],
      ['plane', 'get_projects'],
    ])
    expect(imported.tools[0]?.source.entry).toEqual(tool('azure_vms_List'))
    expect(setNamed(imported, 'gt-tools')).toMatchObject([
      {
        id: 'delete_vms',
        text: 'Do delete_vms.\n\nAll of it.',
        tools: ['azure/vms_List', 'azure/vms_Delete'],
        origin: 'published',
      },
    ])
  })

  it('reads the mapping of TheAgentCompany’s tasks where their texts are there', () => {
    const imported = read(themcpcompany, [
      dump,
      mapping({
        'pm-assign': ['plane_get_projects', 'gitlab_getProjects'],
        'ds-sql': [],
        'no-text': ['gitlab_getProjects'],
      }),
      textFile('TheAgentCompany/workspaces/tasks/pm-assign/task.md', 'Assign them.'),
      textFile('TheAgentCompany/workspaces/tasks/ds-sql/task.md', 'Write SQL.'),
    ])
    expect(setNamed(imported, 'task-fn-matching-v1-manual')).toMatchObject([
      {
        id: 'pm-assign',
        text: 'Assign them.',
        tools: ['plane/get_projects', 'gitlab/getProjects'],
      },
    ])
    expect(imported.report).toMatchObject([
      {
        outcome: 'skipped',
        entry: 'ds-sql',
        why: expect.stringContaining('names no tool') as string,
      },
      {
        outcome: 'skipped',
        entry: 'no-text',
        why: expect.stringContaining('text of the task') as string,
      },
    ])
  })

  it('tells tasks of one name in two folders apart', () => {
    const other = (file: string, said: string) => textFile(`other/delete_vms/${file}`, said)
    const imported = read(themcpcompany, [
      dump,
      ...vms,
      other('task.md', 'Something else.'),
      other('gt_tools.json', JSON.stringify({ tool_names: ['gitlab_getProjects'] })),
    ])
    expect(setNamed(imported, 'gt-tools').map(({ id, text: said }) => [id, said])).toEqual([
      ['delete_vms', 'Do delete_vms.\n\nAll of it.'],
      ['delete_vms#2', 'Something else.'],
    ])
  })

  it('reports what is broken: names that are none, tools that are not there, empty texts', () => {
    const imported = read(themcpcompany, [
      dump,
      gold('a', ['azure_vms_List', 7]),
      text('a'),
      gold('b', ['azure_constructor', 'azure']),
      text('b'),
      gold('c', ['azure_vms_List', 'gitlab_missing']),
      text('c'),
      gold('d', ['azure_vms_List']),
      text('d', ' \n'),
    ])
    expect(setNamed(imported, 'gt-tools').map(({ id, tools }) => [id, ...tools])).toEqual([
      ['a', 'azure/vms_List'],
      ['c', 'azure/vms_List'],
    ])
    expect(imported.report.map(({ outcome, entry }) => [outcome, entry])).toEqual([
      ['altered', 'a'],
      ['skipped', 'd'],
      ['skipped', 'b'],
      ['altered', 'c'],
    ])
  })

  it('takes no list without a golden tool for its own, for nothing parts its names', () => {
    const other = jsonFile('github.json', ['list_issues', 'get_issue'].map(tool))
    const imported = read(themcpcompany, [dump, other, ...vms])
    expect(imported.tools).toHaveLength(names.length)
    expect(imported.used).not.toContain('github.json')
    expect(() => read(themcpcompany, [other, ...vms])).toThrow('in MCP’s form')
  })

  it('takes names of a prototype as any other', () => {
    const imported = read(themcpcompany, [
      jsonFile('tools.json', ['azure___proto__', 'azure_toString', '__proto__'].map(tool)),
      textFile(
        'task_fn_matching.json',
        '{"__proto__": ["azure___proto__", "__proto__"], "toString": ["azure_toString"]}',
      ),
      textFile('tasks/__proto__/task.md', 'Do it.'),
      textFile('tasks/toString/task.md', 'Say it.'),
    ])
    expect(setNamed(imported, 'task-fn-matching')).toMatchObject([
      { id: '__proto__', tools: ['azure/__proto__', '__proto__'] },
      { id: 'toString', tools: ['azure/toString'] },
    ])
  })
})
