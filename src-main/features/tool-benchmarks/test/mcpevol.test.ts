import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../domain/tool/tool'
import { mcpevol } from '../formats/mcpevol'
import { importCatalog } from '../../../../test/fixtures/importing/catalog'
import type { SourceFile } from '../../../importing/reading/source-file'
import {
  confidence,
  jsonFile,
  read,
  setNamed,
  sizesOfSets,
  textFile,
  toolNamed,
} from '../../../../test/fixtures/importing/data-sets'

const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: {
    type: 'object',
    properties: { at: { type: 'string', description: 'Where' }, on: { type: 'string' } },
    required: ['at', 'on'],
  },
})
const DEPS = 'mcp-deps'
const FILES = '@some-one/files'
const status = jsonFile('test_cases/status_dict.json', {
  [DEPS]: { tools: [tool('latest'), tool('history')] },
  [FILES]: { tools: [{ ...tool('read'), outputSchema: { type: 'object' } }, tool('latest')] },
})
const task = (idx: number, servers: JsonValue, more = {}) => ({
  idx,
  question: `Do ${idx}. `,
  servers,
  response: '```xml',
  answer: 'Perfect!',
  trajectory_messages: [{ role: 'system', content: 'long' }],
  tool_calls: [{ tool_name: 'latest', parameters: {} }],
  ...more,
})
const tasks = (...list: JsonValue[]) => jsonFile('test_cases/test_cases.json', list)
const both = task(3, { [DEPS]: ['latest'], [FILES]: ['read'] })
const round = (number: number, changes: JsonValue, line = 'HYBRID') =>
  jsonFile(`mutation/${`${line}/`.repeat(number)}evolution.json`, changes)
const added = (name: string) => ({
  integration_summary: `Adds ${name}.`,
  new_tool_config: {
    name,
    description: `Does ${name}, new.`,
    input_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
  diff_hunks: [],
  mutation_type: 'TOOL',
  task_idx: 0,
})
const evolved = (changes: JsonValue, ...more: SourceFile[]) =>
  read(mcpevol, [status, tasks(both), round(1, changes), ...more])
const goldOf = (imported: ReturnType<typeof evolved>) => setNamed(imported, 'test-cases')[0]
const rows = (imported: ReturnType<typeof evolved>, words: string) =>
  imported.report.filter(({ why }) => why.includes(words))

describe('MCPEvol-Bench', () => {
  it('is recognised by tasks or rounds beside a catalog, whatever the files are called', () => {
    const asked = jsonFile('b.json', [both])
    const changes = jsonFile('c.json', { [DEPS]: added('new') })
    expect(importCatalog([status, asked]).format).toBe('mcpevol-bench')
    expect(importCatalog([status, changes]).format).toBe('mcpevol-bench')
    expect(importCatalog([status]).format).toBe('mcp')
    expect(confidence(mcpevol, [asked])).toBe(0.5)
  })

  it.each<[string, JsonValue]>([
    ['nothing', {}],
    ['an empty list', []],
    ['tools of MCP', { tools: [tool('a')] }],
    ['questions without servers', [{ question: 'What?', servers: ['a'] }]],
    ['other changes', { a: { mutation_type: 'RENAME' }, toString: { mutation_type: 'toString' } }],
    ['the commands of servers', { mcpServers: { a: { command: 'npx' } } }],
  ])('is not seen in %s', (_what, value) => {
    expect(confidence(mcpevol, [jsonFile('a.json', value)])).toBe(0)
  })

  it('finds golden tools by server and name', () => {
    const imported = read(mcpevol, [status, tasks(both)])
    expect(goldOf(imported)).toMatchObject({
      id: '3',
      text: 'Do 3.',
      tools: [`${DEPS}/latest`, `${FILES}/read`],
      tags: [],
      origin: 'published',
      extra: { tool_calls: [{ tool_name: 'latest' }] },
    })
    expect(Object.keys(goldOf(imported)?.extra ?? {})).toEqual(['servers', 'tool_calls'])
    expect(toolNamed(imported, 'read').response).toEqual({ type: 'object' })
    expect(rows(imported, 'response, answer, trajectory_messages')).toHaveLength(1)
  })

  it('makes a golden set of the tasks that are measured', () => {
    const chosen = jsonFile('chosen_idx.json', { samples: [{ idx: 3 }, { idx: 99 }, null] })
    const asked = tasks(both, task(4, { [DEPS]: ['history'] }))
    const imported = read(mcpevol, [status, asked, chosen])
    expect(sizesOfSets(imported)).toEqual({ 'test-cases': 2, 'test-cases-chosen': 1 })
  })

  it('names the descriptions of servers as left out', () => {
    const map = jsonFile('server_description_map.json', { [DEPS]: 'Of dependencies.', other: 'x' })
    const imported = read(mcpevol, [status, tasks(both), map])
    expect(rows(imported, '“description” of 1 server')).toMatchObject([{ outcome: 'notice' }])
  })

  it('describes tools and parameters anew', () => {
    const imported = evolved({
      [DEPS]: {
        latest: {
          tool: { original_description: null, modified_description: 'Finds the newest.' },
          parameters: [
            {
              parameter_name: 'at',
              original_description: 'Where',
              modified_description: 'The place',
            },
            { parameter_name: 'inner', original_description: '', modified_description: 'Unknown' },
          ],
        },
        mutation_type: 'DESC',
        task_idx: 8,
      },
    })
    expect(toolNamed(imported, 'latest')).toMatchObject({
      description: 'Finds the newest.',
      parameters: { properties: { at: { type: 'string', description: 'The place' } } },
    })
    expect(goldOf(imported)).toMatchObject({ tags: ['evolved-desc'] })
    expect(rows(imported, 'Round 1 describes a tool anew')).toHaveLength(1)
    expect(rows(imported, 'in a way that its data does not tell')).toHaveLength(1)
  })

  it('puts parameters in, takes them out and asks for them', () => {
    const imported = evolved({
      [DEPS]: {
        latest: {
          evolution_summary: 'Swaps.',
          tool_description_change: {
            old_description: 'a',
            new_description: 'Swapped.',
            reason: 'r',
          },
          parameter_additions: [
            { name: 'limit', type: 'integer', required: false, description: 'How many' },
            { name: '__proto__', type: 'array of objects', required: true, description: 'Odd' },
          ],
          parameter_removals: [{ name: 'on', type: 'string', required: true }],
          parameter_changes: [
            {
              name: 'by',
              action: 'add',
              required: true,
              description_old: '',
              description_new: 'Who',
            },
            { name: 'at', change_type: 'required', old_value: true, new_value: false },
            { name: 'at', change_type: 'constraint', old_value: 'any', new_value: 'short' },
          ],
        },
        mutation_type: 'PARAM',
        task_idx: 0,
      },
    })
    const { description, parameters } = toolNamed(imported, 'latest')
    expect(description).toBe('Swapped.')
    expect(Object.entries(parameters['properties'] ?? {})).toEqual([
      ['at', { type: 'string', description: 'Where' }],
      ['limit', { type: 'integer', description: 'How many' }],
      ['__proto__', { description: 'Odd' }],
      ['by', { description: 'Who' }],
    ])
    expect(parameters['required']).toEqual(['__proto__', 'by'])
    expect(goldOf(imported)).toMatchObject({ tags: ['evolved-param'] })
    expect(rows(imported, 'in a way that its data does not tell')).toHaveLength(1)
  })

  it('adds a tool, which no task needs for all that is known', () => {
    const imported = evolved({ [DEPS]: added('compare') })
    expect(toolNamed(imported, 'compare')).toMatchObject({
      server: DEPS,
      parameters: { required: ['id'] },
    })
    expect(goldOf(imported)).toMatchObject({
      tools: [`${DEPS}/latest`, `${FILES}/read`],
      tags: ['evolved-tool'],
    })
    expect(rows(imported, 'golden for none')).toMatchObject([{ entry: `${DEPS}/compare` }])
  })

  it.each([
    ['a successor', { ...added('newest'), old_tool_name: 'latest' }, 'newest'],
    [
      'a tool that was there',
      { deleted_tool_name: 'latest', migration_target_tool: 'history', mutation_type: 'TOOL' },
      'history',
    ],
  ])('has %s stand for a tool that is taken away, in golden queries too', (_what, change, name) => {
    const imported = evolved({ [DEPS]: change })
    expect(imported.tools.map(({ id }) => id)).not.toContain(`${DEPS}/latest`)
    expect(imported.tools.map(({ id }) => id)).toContain(`${FILES}/latest`)
    expect(goldOf(imported)).toMatchObject({
      tools: [`${DEPS}/${name}`, `${FILES}/read`],
      tags: ['evolved-tool'],
    })
    expect(rows(imported, 'takes a tool away')).toMatchObject([{ entry: `${DEPS}/latest` }])
  })

  it('says of what only code or words tell that it is as it was', () => {
    const imported = evolved({
      [DEPS]: {
        addition_summary: 'Adds.',
        new_tool_name: 'overview',
        mutation_type: 'TOOL',
        auto_optimizations: [{ tool_name: 'history', reason: 'Alike', changes: 'Says less' }],
      },
    })
    expect(imported.tools).toHaveLength(4)
    expect(rows(imported, 'only its code describes')).toMatchObject([
      { outcome: 'skipped', entry: `${DEPS}/overview` },
    ])
    expect(rows(imported, 'in words alone')).toMatchObject([{ entry: `${DEPS}/history` }])
  })

  it('applies rounds one upon another, the outermost first', () => {
    const describes = (name: string, description: string) => ({
      [DEPS]: {
        [name]: {
          tool: { modified_description: description },
          parameters: [{ parameter_name: 'id', modified_description: 'Which' }],
        },
        mutation_type: 'DESC',
      },
    })
    const first = { [DEPS]: { ...added('newest'), old_tool_name: 'latest' } }
    const files = [status, tasks(both), round(2, describes('newest', 'Second.')), round(1, first)]
    const imported = read(mcpevol, files)
    expect(toolNamed(imported, 'newest')).toMatchObject({
      description: 'Second.',
      parameters: { properties: { id: { type: 'string', description: 'Which' } } },
    })
    expect(goldOf(imported)).toMatchObject({ tags: ['evolved-tool', 'evolved-desc'] })
    expect(rows(imported, 'as round 2 of changes left it')).toHaveLength(1)
    expect(rows(imported, 'not among the files')).toEqual([])
    const alone = read(mcpevol, [status, round(2, describes('newest', 'Second.'))])
    expect(rows(alone, 'Rounds before round 2 are not among the files')).toHaveLength(1)
    expect(rows(alone, 'a tool that is not in the catalog')).toHaveLength(1)
  })

  it('applies one line of rounds and names the others', () => {
    const imported = evolved({ [DEPS]: added('one') }, round(1, { [DEPS]: added('other') }, 'TOOL'))
    expect(imported.tools.map(({ name }) => name)).not.toContain('other')
    expect(rows(imported, 'Not applied')).toMatchObject([
      { outcome: 'notice', where: 'mutation/TOOL/evolution.json' },
    ])
  })

  it('reports what is broken, and goes on', () => {
    const broken = jsonFile('test_cases/status_dict.json', {
      [DEPS]: { tools: ['x', tool('latest')] },
      [FILES]: { tools: [tool('read')] },
      none: { tools: null },
    })
    const asked = tasks(
      both,
      task(4, { [DEPS]: 'latest', [FILES]: ['read', 7] }),
      task(5, {}),
      task(6, { [DEPS]: ['constructor'], missing: ['read'] }),
      { idx: 7 },
    )
    const changes = {
      missing: added('x'),
      [DEPS]: { mutation_type: 'TOOL', diff_hunks: [] },
      [FILES]: { gone: { tool: {} }, mutation_type: 'DESC' },
    }
    const imported = read(mcpevol, [broken, asked, round(1, changes)])
    expect(imported.tools.map(({ id }) => id)).toEqual([`${DEPS}/latest`, `${FILES}/read`])
    expect(setNamed(imported, 'test-cases').map(({ id, tools }) => [id, ...tools])).toEqual([
      ['3', `${DEPS}/latest`, `${FILES}/read`],
      ['4', `${FILES}/read`],
    ])
    const reported = imported.report.filter(({ outcome }) => outcome !== 'notice')
    expect(reported.map(({ outcome, entry, where }) => [outcome, entry ?? where])).toEqual([
      ['skipped', 'none'],
      ['skipped', 'missing'],
      ['skipped', `${DEPS}/mutation_type, diff_hunks`],
      ['skipped', `${FILES}/gone`],
      ['skipped', `test_cases/status_dict.json, server ${DEPS}, tool 1`],
      ['skipped', 'test_cases/test_cases.json, entry 5'],
      ['altered', '4'],
      ['skipped', '5'],
      ['skipped', '6'],
    ])
  })

  it('takes names of a prototype as any other', () => {
    const imported = read(mcpevol, [
      textFile(
        'status_dict.json',
        JSON.stringify({ S: { tools: [tool('toString')] } }).replace('"S"', '"__proto__"'),
      ),
      textFile(
        'test_cases.json',
        '[{"idx": 0, "question": "Go", "servers": {"__proto__": ["toString"]}}]',
      ),
      textFile(
        'evolution.json',
        '{"__proto__": {"toString": {"tool": {"modified_description": "Anew."}}, "mutation_type": "DESC"}}',
      ),
    ])
    expect(imported.tools).toMatchObject([{ id: '__proto__/toString', description: 'Anew.' }])
    expect(goldOf(imported)).toMatchObject({
      tools: ['__proto__/toString'],
      tags: ['evolved-desc'],
    })
  })

  it('asks for the catalog where it is not there', () => {
    expect(() => read(mcpevol, [tasks(both)])).toThrow('status_dict.json')
    const cut = textFile('test_cases/status_dict.json', '{"a": {"tools": [')
    expect(() => read(mcpevol, [tasks(both), cut])).toThrow('line 1')
  })
})
