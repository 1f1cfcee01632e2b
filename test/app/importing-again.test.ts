import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp, type AppUnderTest } from './open-app'

const none = { total: 0, first: [] }

const definition = (name: string, description: string, properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
})
const NOTES = [
  definition('search', 'Finds notes by their text.', { text: { type: 'string' } }),
  definition('create_note', 'Writes a note.', { title: { type: 'string' } }),
  definition('delete_note', 'Removes a note for good.'),
]
const TRACKER = [
  definition('search', 'Finds issues of a project.', { project: { type: 'string' } }),
  definition('close_issue', 'Closes an issue.'),
  definition('assign_issue', 'Gives an issue to somebody.'),
]

/** Writes the files, path → JSON, below a folder of their own, and gives the folder. */
async function folderWith(app: AppUnderTest, name: string, files: Record<string, unknown>) {
  for (const [path, content] of Object.entries(files)) {
    const place = join(app.folder, name, path)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, JSON.stringify(content))
  }
  return join(app.folder, name)
}

async function emptyWorkspace() {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Empty' })
  const ids = async () =>
    (await app.request('catalog.list', { dir })).rows.map(({ id }) => id as string)
  const commit = (path: string, more: object = {}) =>
    app.request('import.commit', { dir, path, ...more })
  const entry = async (id: string) =>
    (await app.request('catalog.tool', { dir, id: ToolId.parse(id) })).entry
  const preview = (path: string, more: object = {}) =>
    app.request('import.preview', { dir, path, ...more })
  return { app, dir, ids, commit, entry, preview }
}

describe('a second MCP server', () => {
  it('does not duplicate the first, whether it comes alone or in a folder with it', async () => {
    const { app, ids, commit } = await emptyWorkspace()
    await commit(await app.file('notes.json', { tools: NOTES }))
    const both = { 'notes.json': { tools: NOTES }, 'tracker.json': { tools: TRACKER } }
    const { change } = await commit(await folderWith(app, 'both', both))
    expect(change).toMatchObject({ changed: none, removed: none, unchanged: 3 })
    expect(await ids()).toEqual([
      'notes/create_note',
      'notes/delete_note',
      'notes/search',
      'tracker/assign_issue',
      'tracker/close_issue',
      'tracker/search',
    ])
  })

  it('leaves tools that stood without a server their ids, layers and golden labels', async () => {
    const { app, dir, ids, commit, entry, preview } = await emptyWorkspace()
    await commit(await app.file('tools.json', { tools: NOTES }))
    const layer = { questions: ['Where did I write that?'] }
    await app.request('catalog.saveLayer', { dir, id: ToolId.parse('search'), layer })
    const asked = [{ query: 'find my note', tools: ['search'] }]
    await app.request('golden.import', { dir, path: await app.file('asked.json', asked) })
    const both = { 'notes.json': { tools: NOTES }, 'tracker.json': { tools: TRACKER } }
    const path = await folderWith(app, 'both', both)
    expect((await preview(path)).clashes.recognised.first).toContainEqual({
      id: 'search',
      as: 'notes/search',
      description: 'Finds notes by their text.',
      fields: [],
    })
    await commit(path)
    expect(await ids()).toHaveLength(6)
    expect(await entry('search')).toMatchObject({ tool: { server: 'notes' }, layer })
    const { goldenQueries } = await app.request('catalog.tool', {
      dir,
      id: ToolId.parse('search'),
    })
    expect(goldenQueries).toHaveLength(1)
    expect((await commit(path)).change).toMatchObject({ added: none, changed: none, unchanged: 6 })
  })

  it('is known again when its tools come without a server', async () => {
    const { app, ids, commit, entry } = await emptyWorkspace()
    await commit(await app.file('notes.json', { tools: NOTES }))
    const [search, create] = NOTES
    const newer = [search, create, definition('delete_note', 'Puts a note into the bin.')]
    const { change } = await commit(await app.file('tools.json', { tools: newer }))
    expect(change).toMatchObject({ added: none, unchanged: 2, removed: none })
    expect(await ids()).toHaveLength(3)
    expect((await entry('notes/delete_note')).tool.description).toBe('Puts a note into the bin.')
  })

  it('keeps its tools beside others of their names, unless told to replace them', async () => {
    const { app, ids, commit, entry, preview } = await emptyWorkspace()
    await commit(await app.file('tools.json', { tools: NOTES }))
    const path = join(
      await folderWith(app, 'other', { 'tools.json': { tools: TRACKER } }),
      'tools.json',
    )
    const shown = await preview(path)
    expect(shown.clashes.beside.first).toMatchObject([{ id: 'search', as: 'search#2' }])
    expect(shown.report[0]?.why).toContain('search#2 beside search')
    await commit(path)
    expect(await ids()).toHaveLength(6)
    expect((await entry('search')).tool.description).toBe('Finds notes by their text.')
    expect((await commit(path)).change).toMatchObject({ added: none, unchanged: 3 })
    const replaced = await preview(path, { clashes: { sameName: 'replace' } })
    expect(replaced.clashes.beside).toEqual(none)
  })

  it('replaces tools without a server by newer versions, though every description was changed', async () => {
    const { app, ids, commit, entry } = await emptyWorkspace()
    await commit(await app.file('tools.json', { tools: NOTES }))
    const newer = NOTES.map((tool) => ({ ...tool, description: `${tool.description} Now faster.` }))
    const { change } = await commit(await app.file('tools.json', { tools: newer }))
    expect(change).toMatchObject({ added: none, changed: { total: 3 } })
    expect(await ids()).toHaveLength(3)
    expect((await entry('search')).tool.description).toBe('Finds notes by their text. Now faster.')
  })

  it('replaces a tool of the same name where a person says so', async () => {
    const { app, ids, commit, entry } = await emptyWorkspace()
    await commit(await app.file('tools.json', { tools: NOTES }))
    const path = await app.file('tools.json', { tools: TRACKER })
    await commit(path, { clashes: { sameName: 'replace' } })
    expect(await ids()).toHaveLength(5)
    expect((await entry('search')).tool.description).toBe('Finds issues of a project.')
  })

  it('is a server of its own where a person names it', async () => {
    const { app, ids, commit } = await emptyWorkspace()
    await commit(await app.file('tools.json', { tools: NOTES }))
    await commit(await app.file('tools.json', { tools: NOTES }), { server: 'mine' })
    expect(await ids()).toHaveLength(6)
  })
})

describe('an author’s layer', () => {
  const folder = (layer: object) => ({
    'servers/notes.json': { server: 'notes', tools: [{ name: 'search', description: 'Finds.' }] },
    'layers.json': { 'notes/search': layer },
  })
  const id = 'notes/search'

  it('that comes with an import is written to a tool that is here, and what is written here stays', async () => {
    const { app, dir, commit, entry, preview } = await emptyWorkspace()
    await commit(await folderWith(app, 'first', folder({ topics: ['notes'] })))
    expect((await entry(id)).layer).toEqual({ topics: ['notes'] })
    await app.request('catalog.saveLayer', {
      dir,
      id: ToolId.parse(id),
      layer: { description: 'Mine.', topics: ['notes'] },
    })
    const carried = { description: 'Theirs.', questions: ['Where is it?'], topics: ['notes'] }
    const path = await folderWith(app, 'second', folder(carried))
    const { clashes, report } = await preview(path)
    const fields = [{ field: 'retrieval description', before: 'Mine.', after: 'Theirs.' }]
    expect(clashes.layers).toEqual({ total: 1, first: [{ id, description: 'Finds.', fields }] })
    expect(report[0]).toMatchObject({ outcome: 'skipped', entry: id })
    await commit(path)
    expect((await entry(id)).layer).toEqual({
      description: 'Mine.',
      topics: ['notes'],
      questions: ['Where is it?'],
    })
    await commit(path, { clashes: { layers: 'replace' } })
    expect((await entry(id)).layer).toEqual(carried)
  })

  it('waits for its tool when the files no longer hold it', async () => {
    const { app, dir, ids, commit, entry } = await emptyWorkspace()
    const all = await app.file('notes.json', { tools: NOTES })
    await commit(all)
    const layer = { note: 'Ask Dana first.', parameters: { title: 'What it is about' } }
    await app.request('catalog.saveLayer', { dir, id: ToolId.parse('notes/create_note'), layer })
    const [search] = NOTES
    await commit(await app.file('notes.json', { tools: [search] }), { removeMissing: true })
    expect(await ids()).toEqual(['notes/search'])
    await commit(await app.file('notes.json', { tools: NOTES }))
    expect((await entry('notes/create_note')).layer).toEqual(layer)
  })
})

describe('a tool that was changed by hand and goes with its files', () => {
  const ID = ToolId.parse('notes/search')
  const told = NOTES[0]?.description
  const changed = async () => {
    const workspace = await emptyWorkspace()
    const { app, dir, commit, entry } = workspace
    const write = (description: string | undefined) =>
      app.request('catalog.edit', { dir, id: ID, fields: { description } })
    const come = async () => commit(await app.file('notes.json', { tools: NOTES }))
    const go = async () =>
      commit(await app.file('notes.json', { tools: NOTES.slice(1) }), { removeMissing: true })
    const said = async () => (await entry(ID)).tool.description
    await come()
    await write('By hand.')
    await go()
    await come()
    expect(await said()).toBe('By hand.')
    return { write, come, go, said }
  }

  it('comes back as it went the last time, not as it went before', async () => {
    const { write, come, go, said } = await changed()
    await write(told)
    await go()
    await come()
    expect(await said()).toBe(told)
  })

  it('stays as it is now when its files come again, not as it once went', async () => {
    const { write, come, said } = await changed()
    await write('By hand, and better.')
    await come()
    expect(await said()).toBe('By hand, and better.')
  })
})

describe('a tool that was moved to another server by hand', () => {
  const toolsOf = (server: string, ...names: string[]) =>
    names.map((name) => ({
      name,
      server,
      description: `Does ${name}.`,
      inputSchema: { type: 'object' },
    }))
  const moved = async () => {
    const workspace = await emptyWorkspace()
    const { app, dir, commit } = workspace
    await commit(await app.file('hub.json', toolsOf('hub', 'a', 'b')))
    await commit(await app.file('lab.json', toolsOf('lab', 'x', 'y')))
    const change = { server: 'lab' }
    await app.request('catalog.change', { dir, ids: [ToolId.parse('hub/a')], change })
    return workspace
  }

  it('takes none of the tools there with it when its own files are imported again', async () => {
    const { app, ids, commit } = await moved()
    await commit(await app.file('hub.json', toolsOf('hub', 'a', 'b')), { removeMissing: true })
    expect(await ids()).toEqual(['hub/a', 'hub/b', 'lab/x', 'lab/y'])
  })

  it('goes when its own files hold it no more', async () => {
    const { app, ids, commit } = await moved()
    await commit(await app.file('hub.json', toolsOf('hub', 'b')), { removeMissing: true })
    expect(await ids()).toEqual(['hub/b', 'lab/x', 'lab/y'])
  })
})

describe('a layer that waits for its tool', () => {
  const layer = { note: 'Ask Dana first.', questions: ['Where did I write that?'] }
  const removed = async () => {
    const workspace = await emptyWorkspace()
    const { app, dir, commit } = workspace
    await commit(await app.file('tools.json', { tools: NOTES }))
    await app.request('catalog.saveLayer', { dir, id: ToolId.parse('search'), layer })
    const asked = [{ query: 'find my note', tools: ['search'] }]
    await app.request('golden.import', { dir, path: await app.file('asked.json', asked) })
    const others = await app.file('tools.json', { tools: NOTES.slice(1) })
    await commit(others, { removeMissing: true })
    expect(await workspace.ids()).toEqual(['create_note', 'delete_note'])
    return workspace
  }

  it('is found by it when that comes back under a server, and so are its golden labels', async () => {
    const { app, dir, ids, commit, entry, preview } = await removed()
    const path = await app.file('notes.json', { tools: NOTES })
    expect((await preview(path)).clashes.recognised.first).toContainEqual(
      expect.objectContaining({ id: 'search', as: 'notes/search' }),
    )
    await commit(path)
    expect(await ids()).toEqual(['create_note', 'delete_note', 'search'])
    expect(await entry('search')).toMatchObject({ tool: { server: 'notes' }, layer })
    const { goldenQueries } = await app.request('catalog.tool', { dir, id: ToolId.parse('search') })
    expect(goldenQueries).toHaveLength(1)
  })

  it('is not given to another tool of its name, unless a person says that it is the same', async () => {
    const { app, commit, entry, preview } = await removed()
    const path = await app.file('tracker.json', { tools: TRACKER })
    await commit(path)
    expect((await entry('tracker/search')).layer).toEqual({})
    const same = { clashes: { sameName: 'replace' } }
    const people = definition('search', 'Looks people up.', { person: { type: 'string' } })
    const other = await app.file('tools.json', { tools: [people] })
    expect((await preview(other)).clashes.beside.first).toMatchObject([{ as: 'search#2' }])
    await commit(other, same)
    expect((await entry('search')).layer).toEqual(layer)
  })

  it('survives the export of its workspace', async () => {
    const { app, dir } = await removed()
    const { file } = await app.request('workspace.export', { dir })
    const bytes: Buffer[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece: { bytes: string; next?: number | undefined } = await app.request('files.read', {
        file,
        offset,
      })
      bytes.push(Buffer.from(piece.bytes, 'base64'))
      offset = piece.next
    }
    const archive = join(app.folder, 'small.pegboard')
    await writeFile(archive, Buffer.concat(bytes))
    const restored = await app.request('workspace.import', { path: archive, name: 'Restored' })
    const path = await app.file('notes.json', { tools: NOTES })
    await app.request('import.commit', { dir: restored.dir, path })
    const id = ToolId.parse('search')
    const { entry } = await app.request('catalog.tool', { dir: restored.dir, id })
    expect(entry.layer).toEqual(layer)
  })
})

describe('golden sets and bundles of an import', () => {
  const folder = (text: string, more: object = {}) => ({
    'servers/notes.json': { server: 'notes', tools: [{ name: 'search', description: 'Finds.' }] },
    'golden.json': [{ id: '1', text, tools: ['notes/search'] }],
    'bundles.json': [{ query: text, tools: ['notes/search'] }],
    ...more,
  })

  it('never take the place of others of the same name unasked', async () => {
    const { app, dir, commit, preview } = await emptyWorkspace()
    await commit(await folderWith(app, 'first', folder('where is my note')))
    const path = await folderWith(app, 'second', folder('find the list'))
    expect((await preview(path)).goldenSets).toEqual([
      { name: 'golden-2', queries: 1, replaces: false, renamedFrom: 'golden' },
    ])
    await commit(path)
    await commit(path)
    const names = async () => (await app.request('golden.list', { dir })).map(({ name }) => name)
    expect(await names()).toEqual(['golden', 'golden-2'])
    const { queries } = await app.request('golden.queries', { dir, set: 'golden' })
    expect(queries).toMatchObject([{ text: 'where is my note', origin: 'human' }])
    expect(await app.request('workspace.read', { dir })).toMatchObject({ bundles: 2 })
    await commit(path, { clashes: { goldenSets: 'replace' } })
    const replaced = await app.request('golden.queries', { dir, set: 'golden' })
    expect(replaced.queries).toMatchObject([{ text: 'find the list' }])
  })

  it('replace one that they hold whole', async () => {
    const { app, dir, commit } = await emptyWorkspace()
    await commit(await folderWith(app, 'first', folder('where is my note')))
    const grown = [
      { id: '1', text: 'where is my note', tools: ['notes/search'] },
      { id: '2', text: 'find the list', tools: ['notes/search'] },
    ]
    const path = await folderWith(app, 'first', folder('', { 'golden.json': grown }))
    expect((await commit(path)).goldenSets).toMatchObject([{ name: 'golden', replaces: true }])
    expect(await app.request('golden.list', { dir })).toMatchObject([{ queries: 2 }])
  })

  it('of one name in one import are all kept', async () => {
    const { app, dir, commit } = await emptyWorkspace()
    const named = (text: string) => ({
      name: 'smoke',
      queries: [{ text, tools: ['notes/search'] }],
    })
    const path = await folderWith(app, 'twice', {
      'servers/notes.json': { server: 'notes', tools: [{ name: 'search', description: 'Finds.' }] },
      'golden/one.json': named('where is my note'),
      'golden/two.json': named('find the list'),
    })
    await commit(path)
    const sets = await app.request('golden.list', { dir })
    expect(sets.map(({ name }) => name)).toEqual(['smoke', 'smoke-2'])
  })
})

describe('a parameter called as what every object has', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
  const properties = `{${names.map((name) => `"${name}":{"type":"string","description":"About ${name}"}`).join()}}`
  const file = `{"tools":[{"name":"build","description":"Builds.","inputSchema":{"type":"object","properties":${properties}}}]}`

  it('is kept, matched, described by its author and exported', async () => {
    const { app, dir, commit, entry } = await emptyWorkspace()
    const { report } = await commit(await app.file('tools.json', file))
    expect(report).toEqual([])
    const id = ToolId.parse('build')
    const parameters = (await entry('build')).tool.parameters['properties']
    expect(Object.keys(parameters as object).toSorted()).toEqual(names.toSorted())
    const document = () => app.request('catalog.document', { dir, id, components: ['parameters'] })
    for (const name of names) expect((await document()).text).toContain(`${name}: About ${name}`)
    const layer = JSON.parse(
      '{"parameters":{"__proto__":"Its origin","constructor":"Who made it"}}',
    )
    await app.request('catalog.saveLayer', { dir, id, layer })
    expect(JSON.stringify((await entry('build')).layer)).toBe(JSON.stringify(layer))
    expect((await document()).text).toContain('__proto__: Its origin')
    expect((await document()).text).toContain('constructor: Who made it')
    const { file: exported } = await app.request('catalog.export', { dir, format: 'mcp' })
    const { bytes } = await app.request('files.read', { file: exported, offset: 0 })
    const written = Buffer.from(bytes, 'base64').toString()
    for (const name of names) expect(written).toContain(`"${name}"`)
  })
})
