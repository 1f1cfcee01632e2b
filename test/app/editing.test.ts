import { describe, expect, it } from 'vitest'
import { ToolId, type JsonObject } from '../../src-main/domain/tool/tool'
import { openApp, type AppUnderTest } from './open-app'
import { SMALL_CATALOG } from './small-catalog'
import { twoPrograms } from './two-programs'

const mail = ToolId.parse('send_email')
const weather = ToolId.parse('get_weather')

const opened = async () => {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const entry = async (id: string) =>
    (await app.request('catalog.tool', { dir, id: ToolId.parse(id) })).entry
  const ids = async () =>
    (await app.request('catalog.list', { dir })).rows.map(({ id }) => id as string)
  const undo = (edit = '') => app.request('changes.undo', { dir, change: edit })
  const redo = (edit = '') => app.request('changes.redo', { dir, change: edit })
  return { app, dir, entry, ids, undo, redo }
}

const again = (app: AppUnderTest, description: string) =>
  app.file(
    'again.json',
    SMALL_CATALOG.map((tool) =>
      tool.function.name === 'get_weather'
        ? { ...tool, function: { ...tool.function, description } }
        : tool,
    ),
  )

describe('a tool made by hand', () => {
  it('is there with what was written, and can be undone and done again', async () => {
    const { app, dir, entry, ids, undo, redo } = await opened()
    const fields = { name: ' book_room ', server: 'rooms', description: 'Books a room.' }
    const layer = { tags: ['office'], visibility: 'internal' as const }
    const made = await app.request('catalog.create', { dir, fields, layer })
    expect(made.notices).toEqual([])
    expect(await entry('rooms/book_room')).toEqual(made.entry)
    expect(made.entry).toMatchObject({
      tool: { name: 'book_room', server: 'rooms', parameters: { type: 'object' } },
      layer,
    })
    await undo(made.change)
    expect(await ids()).not.toContain('rooms/book_room')
    expect(await redo(made.change)).toMatchObject({ undone: 1, tool: 'rooms/book_room' })
    expect(await entry('rooms/book_room')).toEqual(made.entry)
  })

  it('cannot have the name of another on its server, or none', async () => {
    const { app, dir } = await opened()
    const create = (name: string) => app.reply('catalog.create', { dir, fields: { name } })
    expect(await create('send_email')).toMatchObject({
      error: {
        code: 'conflict',
        message: 'There is a tool “send_email” without a server already: “send_email”.',
      },
    })
    expect(await create(' \u200b ')).toMatchObject({ error: { code: 'bad-input' } })
  })

  it('may have a name that no provider accepts, which is said', async () => {
    const { app, dir } = await opened()
    const fields = { name: 'book a room', description: 'Books a room.' }
    expect((await app.request('catalog.create', { dir, fields })).notices).toEqual([
      'No provider accepts the name “book a room”. All take 1 to 64 letters, digits, underscores and hyphens.',
    ])
    expect(
      (await app.request('catalog.checkTool', { dir, fields: { ...fields, name: 'a.b' } })).notices,
    ).toEqual([
      'OpenAI and Anthropic would not accept the name “a.b”. All take 1 to 64 letters, digits, underscores and hyphens.',
    ])
  })

  it('cannot have a schema that is none, and says where it is not', async () => {
    const { app, dir } = await opened()
    const parameters = { type: 'object', properties: { day: { type: 'date' } } }
    const fields = { name: 'book_room', description: 'Books a room.', parameters }
    const why = /There is no such type at properties\.day\.type: "date"/
    expect(await app.reply('catalog.create', { dir, fields })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringMatching(why) },
    })
    expect((await app.request('catalog.checkTool', { dir, fields })).fault).toMatch(why)
  })

  it('is not removed by an import that does not hold it', async () => {
    const { app, dir, ids } = await opened()
    await app.request('catalog.create', { dir, fields: { name: 'book_room' } })
    const path = await app.file('fewer.json', SMALL_CATALOG.slice(0, 2))
    await app.request('import.commit', { dir, path, removeMissing: true })
    expect(await ids()).toEqual(['book_room', 'search_email', 'send_email'])
  })

  it('keeps what was written when an import brings a tool of its name', async () => {
    const { app, dir, entry } = await opened()
    const fields = { name: 'book_room', description: 'Mine.' }
    await app.request('catalog.create', { dir, fields, layer: { tags: ['office'] } })
    const theirs = { name: 'book_room', description: 'Theirs.', parameters: { type: 'object' } }
    const path = await app.file('theirs.json', [{ type: 'function', function: theirs }])
    const choice = { sameName: 'replace' as const }
    const { clashes } = await app.request('import.commit', { dir, path, clashes: choice })
    expect(clashes.layers.first).toMatchObject([
      { fields: [{ field: 'description', before: 'Mine.', after: 'Theirs.' }, {}] },
    ])
    const { tool, layer } = await entry('book_room')
    expect(tool).toMatchObject({ description: 'Mine.', imported: { description: 'Theirs.' } })
    expect(layer).toEqual({ tags: ['office'] })
  })
})

describe('a duplicate', () => {
  it('has a name of its own, and all that was written', async () => {
    const { app, dir } = await opened()
    const layer = { questions: ['Will it rain?'] }
    await app.request('catalog.saveLayer', { dir, id: weather, layer })
    const first = await app.request('catalog.duplicate', { dir, id: weather })
    const second = await app.request('catalog.duplicate', { dir, id: weather })
    expect(first.entry).toMatchObject({ tool: { id: 'get_weather_copy' }, layer })
    expect(second.entry.tool.name).toBe('get_weather_copy_2')
  })
})

describe('an imported tool edited by hand', () => {
  const edited = async () => {
    const all = await opened()
    const { app, dir } = all
    const done = await app.request('catalog.edit', {
      dir,
      id: weather,
      fields: { name: 'forecast', description: 'Mine.' },
      base: { name: 'get_weather', description: 'Weather forecast for a place.' },
    })
    return { ...all, edit: done.change }
  }

  it('keeps its id, its golden labels and what the import says', async () => {
    const { app, dir, entry } = await edited()
    const { tool } = await entry('get_weather')
    expect(tool).toMatchObject({
      name: 'forecast',
      description: 'Mine.',
      imported: { name: 'get_weather', description: 'Weather forecast for a place.' },
    })
    const { goldenQueries } = await app.request('catalog.tool', { dir, id: weather })
    expect(goldenQueries).toHaveLength(1)
  })

  it('may keep what was wrong with its schema before, and gets nothing else wrong', async () => {
    const { app, dir, entry } = await opened()
    const day = { type: 'date' }
    const parameters = { type: 'object', properties: { day } }
    const path = await app.file('theirs.json', [
      { type: 'function', function: { name: 'book_room', description: 'Books.', parameters } },
    ])
    await app.request('import.commit', { dir, path })
    const id = ToolId.parse('book_room')
    const edit = (properties: JsonObject) =>
      app.reply('catalog.edit', { dir, id, fields: { parameters: { type: 'object', properties } } })
    expect(await edit({ day, room: { type: 'string' } })).toMatchObject({
      ok: true,
      data: { notices: [expect.stringContaining('There is no such type')] },
    })
    expect((await entry(id)).tool.parameters).toHaveProperty('properties.room')
    expect(await edit({ day, room: { type: 'text' } })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('at properties.room.type') },
    })
  })

  it('is as imported again when that is written', async () => {
    const { app, dir, entry } = await edited()
    const fields = { name: 'get_weather', description: 'Weather forecast for a place.' }
    await app.request('catalog.edit', { dir, id: weather, fields })
    expect((await entry('get_weather')).tool).not.toHaveProperty('imported')
  })

  it('stays as it is when the same files are imported again', async () => {
    const { app, dir, entry } = await edited()
    const before = await entry('get_weather')
    const path = await app.file('same.json', SMALL_CATALOG)
    const { change, clashes } = await app.request('import.commit', { dir, path })
    expect(change).toMatchObject({ added: { total: 0 }, changed: { total: 0 }, unchanged: 5 })
    expect(clashes.layers.total).toBe(0)
    expect(await entry('get_weather')).toEqual(before)
  })

  it('is told apart, in the preview, from a tool that files bring under the name it was given', async () => {
    const { app, dir } = await edited()
    const [, second] = SMALL_CATALOG
    const forecast = { ...second, function: { ...second?.function, name: 'forecast' } }
    const path = await app.file('more.json', [...SMALL_CATALOG, forecast])
    const { clashes } = await app.request('import.preview', { dir, path })
    expect(clashes.beside.first).toContainEqual(expect.objectContaining({ id: 'get_weather' }))
  })

  it('stays when its files say something new, which the preview says once', async () => {
    const { app, dir, entry } = await edited()
    const path = await again(app, 'Rain or shine.')
    const { clashes, report } = await app.request('import.preview', { dir, path })
    expect(clashes.layers.first).toMatchObject([
      {
        id: 'get_weather',
        fields: [{ field: 'description', before: 'Mine.', after: 'Rain or shine.' }],
      },
    ])
    expect(JSON.stringify(report)).toMatch(/Yours stays; the files say something else: description/)
    await app.request('import.commit', { dir, path })
    expect((await entry('get_weather')).tool).toMatchObject({
      name: 'forecast',
      description: 'Mine.',
      imported: { description: 'Rain or shine.' },
    })
    expect((await app.request('import.preview', { dir, path })).clashes.layers.total).toBe(0)
  })

  it('takes what its files say where that is chosen, and of nothing else', async () => {
    const { app, dir, entry } = await edited()
    const path = await again(app, 'Rain or shine.')
    await app.request('import.commit', { dir, path, clashes: { layers: 'replace' } })
    expect((await entry('get_weather')).tool).toMatchObject({
      name: 'forecast',
      description: 'Rain or shine.',
      imported: { name: 'get_weather' },
    })
  })

  it('is edited again when an import removed it and another brings it back', async () => {
    const { app, dir, ids, entry } = await edited()
    const before = await entry('get_weather')
    const fewer = await app.file('fewer.json', SMALL_CATALOG.slice(0, 2))
    await app.request('import.commit', { dir, path: fewer, removeMissing: true })
    expect(await ids()).not.toContain('get_weather')
    const all = await app.file('all.json', SMALL_CATALOG)
    await app.request('import.commit', { dir, path: all })
    expect(await entry('get_weather')).toEqual(before)
  })

  it('is undone, but not after an import changed the same', async () => {
    const { app, dir, entry, undo, redo, edit } = await edited()
    await undo(edit)
    expect((await entry('get_weather')).tool).not.toHaveProperty('imported')
    await redo(edit)
    await app.request('import.commit', { dir, path: await again(app, 'Rain or shine.') })
    const before = await entry('get_weather')
    expect(await app.reply('changes.undo', { dir, change: edit ?? '' })).toMatchObject({
      error: {
        code: 'conflict',
        message:
          'This cannot be undone: an import or somebody else changed the same since, of “get_weather” (description). Nothing was changed.',
      },
    })
    expect(await entry('get_weather')).toEqual(before)
  })

  it('is exported as it is in force', async () => {
    const { app, dir } = await edited()
    const { file } = await app.request('catalog.export', { dir, format: 'openai', ids: [weather] })
    const { bytes } = await app.request('files.read', { file, offset: 0 })
    expect(JSON.parse(Buffer.from(bytes, 'base64').toString())).toMatchObject([
      { function: { name: 'forecast', description: 'Mine.' } },
    ])
  })
})

describe('many tools at once', () => {
  it('get tags and a visibility, in one edit that is undone whole', async () => {
    const { app, dir, entry, undo } = await opened()
    const before = await entry(mail)
    await app.request('catalog.saveLayer', { dir, id: weather, layer: { tags: ['sky', 'old'] } })
    const done = await app.request('catalog.change', {
      dir,
      ids: [mail, weather],
      change: { addTags: ['daily'], removeTags: ['old'], visibility: 'internal' },
    })
    expect(done.changed).toBe(2)
    expect((await entry(weather)).layer).toEqual({ tags: ['sky', 'daily'], visibility: 'internal' })
    expect(await undo(done.change)).toMatchObject({ undone: 2 })
    expect(await entry(mail)).toEqual(before)
    expect((await entry(weather)).layer).toEqual({ tags: ['sky', 'old'] })
  })

  it('move to a server, unless two of one name would meet there', async () => {
    const { app, dir, entry } = await opened()
    await app.request('catalog.create', { dir, fields: { name: 'send_email', server: 'post' } })
    const change = { server: 'post' }
    const moved = { dir, ids: [weather], change }
    expect(await app.request('catalog.change', moved)).toMatchObject({ changed: 1 })
    expect((await entry(weather)).tool).toMatchObject({
      server: 'post',
      imported: { server: null },
    })
    expect(await app.reply('catalog.change', { dir, ids: [mail], change })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/two tools “send_email” on the server “post”/),
      },
    })
  })

  it('are removed with what was written, and come back with it', async () => {
    const { app, dir, entry, ids, undo } = await opened()
    await app.request('catalog.saveLayer', { dir, id: mail, layer: { note: 'Ours.' } })
    const before = await entry(mail)
    const gone = await app.request('catalog.remove', { dir, ids: [mail, weather] })
    expect(await ids()).toHaveLength(3)
    await undo(gone.change)
    expect(await entry(mail)).toEqual(before)
    expect(await ids()).toHaveLength(5)
  })

  it('that were made are not taken away by undo once something was written of them', async () => {
    const { app, dir, entry } = await opened()
    const { change: edit = '' } = await app.request('catalog.create', {
      dir,
      fields: { name: 'draft' },
    })
    const id = ToolId.parse('draft')
    await app.request('catalog.saveLayer', { dir, id, layer: { note: 'Ours.' } })
    expect(await app.reply('changes.undo', { dir, change: edit })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/“draft” \(it was edited or imported\)/),
      },
    })
    expect((await entry(id)).layer).toEqual({ note: 'Ours.' })
  })

  it('do not come back beside a tool that has their name by now', async () => {
    const { app, dir, entry } = await opened()
    const { change: edit = '' } = await app.request('catalog.remove', { dir, ids: [mail] })
    await app.request('catalog.edit', { dir, id: weather, fields: { name: 'send_email' } })
    expect(await app.reply('changes.undo', { dir, change: edit })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/two tools “send_email” without a server/),
      },
    })
    expect((await entry(weather)).tool.name).toBe('send_email')
  })

  it('do not come back over a tool that took a place meanwhile', async () => {
    const { app, dir, entry } = await opened()
    const { change: edit = '' } = await app.request('catalog.remove', { dir, ids: [mail, weather] })
    await app.request('catalog.create', { dir, fields: { name: 'send_email' } })
    expect(await app.reply('changes.undo', { dir, change: edit })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/“send_email” \(there is another tool of this id\)/),
      },
    })
    expect((await entry(mail)).tool.description).toBe('')
  })
})

describe('two programs', () => {
  const edit = (description: string, base = 'Weather forecast for a place.') => ({
    id: weather,
    fields: { description },
    base: { description: base },
  })

  it('that edit one field: the later is told, and the earlier stays', async () => {
    const { first, second, dir } = await twoPrograms((second, dir) =>
      second.request('catalog.edit', { dir, ...edit('Theirs.') }),
    )
    expect(await first.reply('catalog.edit', { dir, ...edit('Mine.') })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/changed “get_weather” while you were editing it: desc/),
      },
    })
    const { entry } = await second.request('catalog.tool', { dir, id: weather })
    expect(entry.tool.description).toBe('Theirs.')
  })

  it('that edit different fields both keep theirs', async () => {
    const { first, second, dir } = await twoPrograms((second, dir) =>
      second.request('catalog.edit', { dir, id: weather, fields: { name: 'forecast' } }),
    )
    await first.request('catalog.edit', { dir, ...edit('Mine.') })
    const { entry } = await second.request('catalog.tool', { dir, id: weather })
    expect(entry.tool).toMatchObject({ name: 'forecast', description: 'Mine.' })
  })

  it('that make a tool of one name: the later is told', async () => {
    const fields = { name: 'book_room' }
    const { first, dir } = await twoPrograms((second, dir) =>
      second.request('catalog.create', { dir, fields }),
    )
    expect(await first.reply('catalog.create', { dir, fields })).toMatchObject({
      error: { code: 'conflict' },
    })
  })

  it('of which one undoes what the other changed since: it is told, and nothing is lost', async () => {
    const { first, second, dir } = await twoPrograms(async () => undefined)
    const { change: mine = '' } = await first.request('catalog.edit', { dir, ...edit('Mine.') })
    await second.request('catalog.edit', { dir, ...edit('Theirs.', 'Mine.') })
    expect(await first.reply('changes.undo', { dir, change: mine })).toMatchObject({
      error: {
        code: 'conflict',
        message: expect.stringMatching(/somebody else changed the same since, of “get_weather”/),
      },
    })
    const { entry } = await second.request('catalog.tool', { dir, id: weather })
    expect(entry.tool.description).toBe('Theirs.')
  })

  it('of which one removes what the other edits: the edit is told, and the tool can come back', async () => {
    const gone = { edit: '' }
    const { first, second, dir } = await twoPrograms(async (second, dir) => {
      gone.edit = (await second.request('catalog.remove', { dir, ids: [weather] })).change ?? ''
    })
    expect(await first.reply('catalog.edit', { dir, ...edit('Mine.') })).toMatchObject({
      error: { code: 'not-found' },
    })
    await second.request('changes.undo', { dir, change: gone.edit })
    expect(await first.reply('catalog.edit', { dir, ...edit('Mine.') })).toMatchObject({ ok: true })
  })
})
