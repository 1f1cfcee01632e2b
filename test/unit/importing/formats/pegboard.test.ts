import { describe, expect, it } from 'vitest'
import { importFiles, importJson, jsonFile } from '../../../fixtures/importing/files'

const tool = {
  name: 'send',
  title: 'Send a mail',
  description: 'Sends a mail.',
  parameters: { type: 'object', properties: { to: { type: 'string' } } },
  response: { type: 'object' },
  tags: ['mail'],
  visibility: 'internal',
  annotations: { destructive: true },
  examples: [{ intent: 'write to Ann', arguments: { to: 'ann@example.com' } }],
  dependencies: [{ on: 'people/find', kind: 'parameter-direct', parameter: 'to' }],
}
const folder = {
  'demo/servers/mail.json': { server: 'mail', title: 'Mail', tools: [tool] },
  'demo/servers/people.json': {
    server: 'people',
    tools: [{ name: 'find', description: 'Finds.' }],
  },
  'demo/golden.json': [{ id: 'q1', text: 'mail Ann', tools: ['mail/send', 'find'] }],
  'demo/bundles.json': [{ id: 'b1', query: 'mail Ann', tools: ['mail/send', 'people/find'] }],
  'demo/layers.json': { 'people/find': { questions: ['Who is Ann?'] } },
}
const importFolder = (files: Record<string, unknown>) =>
  importFiles(Object.entries(files).map(([path, value]) => jsonFile(path, value)))

describe('a Pegboard folder', () => {
  it('brings tools, golden set, bundles and layers', () => {
    const { format, tools, goldenSets, bundles, layers, report } = importFolder(folder)
    expect(format).toBe('pegboard')
    expect(tools[0]).toEqual({
      ...tool,
      id: 'mail/send',
      server: 'mail',
      source: {
        format: 'pegboard',
        entry: tool,
        context: { server: { server: 'mail', title: 'Mail' } },
      },
    })
    expect(goldenSets).toEqual([
      {
        name: 'golden',
        queries: [
          { id: 'q1', text: 'mail Ann', tools: ['mail/send', 'people/find'], origin: 'human' },
        ],
      },
    ])
    expect(bundles).toEqual([folder['demo/bundles.json'][0]])
    expect(layers).toEqual(folder['demo/layers.json'])
    expect(report).toEqual([])
  })

  it('reads the same from one file', () => {
    const { account, ...imported } = importJson(folder)
    expect(importFolder(folder)).toMatchObject(imported)
    expect(account.files).toEqual({ read: 1, all: 1 })
  })

  it('names its golden set as the file says', () => {
    const queries = folder['demo/golden.json']
    const named = { ...folder, 'demo/golden.json': { name: 'smoke', queries } }
    expect(importFolder(named).goldenSets.map(({ name }) => name)).toEqual(['smoke'])
  })

  it('keeps apart the named sets of one file', () => {
    const [query] = folder['demo/golden.json']
    const sets = ['smoke', 'full'].map((name) => ({ name, queries: [query] }))
    const { goldenSets } = importFolder({ ...folder, 'demo/golden.json': sets })
    expect(goldenSets.map(({ name }) => name)).toEqual(['smoke', 'full'])
  })

  it('leaves out fields of another shape, and what points nowhere, each with a row', () => {
    const bad = {
      ...tool,
      visibility: 'secret',
      dependencies: [{ on: 'fly', kind: 'tool-direct' }],
    }
    const { tools, layers, report } = importFolder({
      ...folder,
      'demo/servers/mail.json': { server: 'mail', tools: [bad, 7] },
      'demo/layers.json': { nobody: { note: 'x' }, find: { topics: 'no list' } },
    })
    expect(tools[0]).toMatchObject({ visibility: 'public', dependencies: [] })
    expect(layers).toEqual({})
    expect(report.map(({ outcome }) => outcome)).toEqual([
      'altered',
      'skipped',
      'altered',
      'skipped',
      'skipped',
    ])
  })
})
