import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { NOTES_SERVER } from '../fixtures/importing/notes-server'
import { openApp } from './open-app'

async function notes() {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Notes' })
  const path = await app.file('tools.json', NOTES_SERVER)
  await app.request('import.commit', { dir, path, server: 'notes' })
  const namesFor = async (text: string, recipe: string, options = {}) => {
    const { tools } = await app.request('query.run', { dir, text, recipe, options, k: 3 })
    return tools.map(({ name }) => name)
  }
  return { ...app, dir, namesFor }
}

const postPage = ToolId.parse('notes/post-page')

describe('parameters behind references and in alternatives', () => {
  it('are found by a query', async () => {
    const { namesFor } = await notes()
    const query = 'Add a to-do to my database'
    expect(await namesFor(query, 'bm25')).toContain('post-page')
    expect(await namesFor(query, 'hybrid')).toContain('post-page')
  })

  it('are told by “why not”, counted, and shown in the document', async () => {
    const { request, dir } = await notes()
    const [explained] = await request('query.explain', {
      dir,
      text: 'Add a to-do to my database',
      recipe: 'bm25',
      tools: [postPage],
    })
    expect(explained?.matchedWords).toContain('database')
    const { rows } = await request('catalog.list', { dir, filter: { search: 'post-page' } })
    expect(rows).toMatchObject([{ parameters: 6 }])
    const { sections } = await request('catalog.document', { dir, id: postPage })
    const parameters = sections.find(({ section }) => section === 'parameters')
    expect(parameters?.text.split('\n')).toEqual([
      'parent: Where the page goes',
      'page_id',
      'database_id',
      'children',
      'kind',
      'children',
    ])
  })
})

describe('values, and a server that all tools have', () => {
  it('are matched where a recipe’s components name them', async () => {
    const { namesFor, request, dir } = await notes()
    const document = await request('catalog.document', { dir, id: postPage })
    expect(document.sections.map(({ section }) => section)).toEqual([
      'name',
      'purpose',
      'parameters',
    ])
    expect(document.passedOver).toEqual(['notes'])
    expect(document.otherParts).toEqual([{ component: 'values', text: 'paragraph, checkbox' }])
    expect(await namesFor('checkbox', 'bm25')).toEqual([])
    const components = ['name', 'values']
    expect(await namesFor('checkbox', 'bm25', { components })).toEqual(
      expect.arrayContaining(['post-page', 'append-children']),
    )
    expect(await namesFor('notes', 'bm25', { components: ['server'] })).toHaveLength(3)
    for (const embedded of [{ components }, { components: ['server'] }]) {
      expect(await namesFor('checkbox', 'dense', embedded)).toHaveLength(3)
    }
  })
})

describe('what of a schema is not matched', () => {
  it('is said by the import and beside the document', async () => {
    const { request, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Wide' })
    const properties = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`p${at}`, { description: 'x'.repeat(200) }]),
    )
    const inputSchema = {
      type: 'object',
      properties: { gone: { $ref: 'other.json' }, ...properties },
    }
    const path = await file('tools.json', { tools: [{ name: 'wide', inputSchema }] })
    const { report } = await request('import.commit', { dir, path })
    const cut = 'Only the first 500 parameters are matched'
    expect(report).toContainEqual(expect.objectContaining({ outcome: 'notice', why: cut }))
    const { notices, sections } = await request('catalog.document', {
      dir,
      id: ToolId.parse('wide'),
    })
    expect(notices).toEqual([
      expect.stringMatching(
        /^\d{5,} more characters of its parameters are neither matched nor embedded$/,
      ),
      cut,
      'Nothing is known of what other.json stands for',
    ])
    const parameters = sections.find(({ section }) => section === 'parameters')
    expect(parameters?.text).toHaveLength(32_000)
  })
})
