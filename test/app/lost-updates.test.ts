import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import type { AppUnderTest } from './open-app'
import { SMALL_CATALOG } from './small-catalog'
import { programsOnOneFolder } from './two-programs'

const weather = ToolId.parse('get_weather')
const mail = ToolId.parse('send_email')

const catalogWith = (descriptions: Record<string, string>) =>
  SMALL_CATALOG.map((tool) => ({
    ...tool,
    function: {
      ...tool.function,
      description: descriptions[tool.function.name] ?? tool.function.description,
    },
  }))

async function twoPrograms() {
  const { first, second, meanwhile } = await programsOnOneFolder()
  return { first, second, dir: await first.smallWorkspace(), meanwhile }
}

const entryOf = async ({ request }: AppUnderTest, dir: string, id: ToolId) =>
  (await request('catalog.tool', { dir, id })).entry

describe('while an import runs', () => {
  it('a note saved by another program is kept', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    const path = await first.file('again.json', catalogWith({ get_weather: 'Rain or shine.' }))
    meanwhile(() =>
      second.request('catalog.saveLayer', { dir, id: weather, layer: { note: 'Kept.' } }),
    )
    await first.request('import.commit', { dir, path })
    const entry = await entryOf(second, dir, weather)
    expect(entry.tool.description).toBe('Rain or shine.')
    expect(entry.layer).toEqual({ note: 'Kept.' })
    expect(await entryOf(first, dir, weather)).toEqual(entry)
  })

  it('questions written by another program for a tool it adds are not wiped', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    await first.request('catalog.remove', { dir, ids: [weather] })
    const path = await first.file('again.json', catalogWith({}))
    const layer = { questions: ['Will it rain?'] }
    meanwhile(async () => {
      await second.request('import.commit', { dir, path })
      await second.request('catalog.saveLayer', { dir, id: weather, layer })
    })
    await first.request('import.commit', { dir, path })
    expect((await entryOf(first, dir, weather)).layer).toEqual(layer)
  })

  it('what another program imports of other tools stays', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    const path = await first.file('again.json', catalogWith({ get_weather: 'Rain or shine.' }))
    const other = await second.file('other.json', catalogWith({ send_email: 'Send a letter.' }))
    meanwhile(() => second.request('import.commit', { dir, path: other, server: 'post' }))
    await first.request('import.commit', { dir, path })
    expect((await entryOf(first, dir, ToolId.parse('post/send_email'))).tool.description).toBe(
      'Send a letter.',
    )
    expect(await first.request('catalog.facets', { dir })).toMatchObject({ tools: 10 })
  })

  it('it answers what it did to the catalog as it was then', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    const path = await first.file('again.json', catalogWith({ get_weather: 'Rain or shine.' }))
    meanwhile(() => second.request('import.commit', { dir, path }))
    const { change } = await first.request('import.commit', { dir, path })
    const none = { total: 0, first: [] }
    expect(change).toEqual({ added: none, changed: none, removed: none, unchanged: 5 })
  })
})

describe('while a layer is saved', () => {
  it('what another program imports is not put back to what it was', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    const path = await second.file('again.json', catalogWith({ get_weather: 'Rain or shine.' }))
    meanwhile(() => second.request('import.commit', { dir, path }))
    await first.request('catalog.saveLayer', { dir, id: weather, layer: { note: 'Kept.' } })
    const entry = await entryOf(second, dir, weather)
    expect(entry.tool.description).toBe('Rain or shine.')
    expect(entry.layer).toEqual({ note: 'Kept.' })
  })

  it('and its tool is removed, the tool stays removed and saving says so', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    meanwhile(() => second.request('catalog.remove', { dir, ids: [weather] }))
    const save = { dir, id: weather, layer: { note: 'Too late.' } }
    expect(await first.reply('catalog.saveLayer', save)).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await second.request('catalog.facets', { dir })).toMatchObject({ tools: 4 })
  })
})

describe('two authors of one layer', () => {
  const base = { description: 'Rain.', topics: ['sky'], parameters: { city: 'A town' } }
  const opened = async () => {
    const programs = await twoPrograms()
    const { first, dir } = programs
    await first.request('catalog.saveLayer', { dir, id: weather, layer: base })
    return programs
  }

  it('each keep the fields and parameters they wrote', async () => {
    const { first, second, dir, meanwhile } = await opened()
    const theirs = { ...base, topics: ['sky', 'wind'], parameters: { city: 'A city' } }
    meanwhile(() => second.request('catalog.saveLayer', { dir, id: weather, layer: theirs, base }))
    const mine = { topics: ['sky'], note: 'Mine.', parameters: { city: 'A town', day: 'When' } }
    const saved = await first.request('catalog.saveLayer', { dir, id: weather, layer: mine, base })
    expect(saved.layer).toEqual({
      topics: ['sky', 'wind'],
      note: 'Mine.',
      parameters: { city: 'A city', day: 'When' },
    })
    expect((await entryOf(second, dir, weather)).layer).toEqual(saved.layer)
  })

  it('are told the fields both have changed, and nothing is saved', async () => {
    const { first, second, dir, meanwhile } = await opened()
    const theirs = { ...base, description: 'Snow.', parameters: { city: 'A city' } }
    meanwhile(() => second.request('catalog.saveLayer', { dir, id: weather, layer: theirs, base }))
    const mine = { ...base, description: 'Hail.', parameters: {}, note: 'Mine.' }
    const reply = await first.reply('catalog.saveLayer', { dir, id: weather, layer: mine, base })
    expect(reply).toMatchObject({
      error: {
        code: 'conflict',
        message:
          'Someone else changed “get_weather” while you were editing it: retrieval description, description of the parameter “city”. Nothing was saved.',
        fix: expect.stringContaining('Copy your text') as string,
      },
    })
    expect((await entryOf(first, dir, weather)).layer).toEqual(theirs)
  })

  it('who write the same are not in each other’s way', async () => {
    const { first, second, dir, meanwhile } = await opened()
    const layer = { ...base, description: 'Snow.' }
    meanwhile(() => second.request('catalog.saveLayer', { dir, id: weather, layer, base }))
    const saved = await first.request('catalog.saveLayer', { dir, id: weather, layer, base })
    expect(saved.layer).toEqual(layer)
  })
})

describe('golden sets and runs', () => {
  it('imported under one name by two programs are not both taken for new', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    const path = await first.file('mine.json', [{ query: 'rain?', tools: ['get_weather'] }])
    const other = await second.file('theirs.json', [{ query: 'post it', tools: ['send_email'] }])
    meanwhile(() => second.request('golden.import', { dir, path: other, name: 'new' }))
    expect(await first.reply('golden.import', { dir, path, name: 'new' })).toMatchObject({
      error: { code: 'conflict' },
    })
    const { queries } = await first.request('golden.queries', { dir, set: 'new' })
    expect(queries.map(({ text }) => text)).toEqual(['post it'])
  })

  it('deleted by another program meanwhile are said to be gone', async () => {
    const { first, second, dir, meanwhile } = await twoPrograms()
    const recipes = [{ recipe: 'bm25' }]
    const measured = await first.request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      recipes,
      k: [1],
    })
    const runs = measured.runs.map(({ id }) => id)
    meanwhile(() => second.request('evaluation.deleteRuns', { dir, runs }))
    expect(await first.request('evaluation.deleteRuns', { dir, runs })).toEqual({ deleted: 0 })
    meanwhile(() => second.request('golden.delete', { dir, set: 'asked' }))
    expect(await first.reply('golden.delete', { dir, set: 'asked' })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('a layer whose tool an import removes', () => {
  it('waits for the tool to come back, and is gone when its author removes the tool', async () => {
    const { first, dir } = await twoPrograms()
    const all = await first.file('all.json', SMALL_CATALOG)
    const withoutMail = SMALL_CATALOG.filter(({ function: { name } }) => name !== mail)
    const some = await first.file('some.json', withoutMail)
    await first.request('catalog.saveLayer', { dir, id: mail, layer: { topics: ['post'] } })
    await first.request('import.commit', { dir, path: some, removeMissing: true })
    expect(await first.request('catalog.facets', { dir })).toMatchObject({ tools: 4, edited: 0 })
    await first.request('import.commit', { dir, path: all })
    expect((await entryOf(first, dir, mail)).layer).toEqual({ topics: ['post'] })
    await first.request('catalog.remove', { dir, ids: [mail] })
    await first.request('import.commit', { dir, path: all })
    expect((await entryOf(first, dir, mail)).layer).toEqual({})
  })

  it('is not replaced by one that the files carry, which only fills a gap', async () => {
    const { first, second, dir } = await twoPrograms()
    await first.request('catalog.saveLayer', { dir, id: weather, layer: { note: 'Theirs.' } })
    await first.request('catalog.saveLayer', { dir, id: mail, layer: { note: 'Theirs.' } })
    const offered = await first.request('catalog.export', {
      dir,
      format: 'pegboard',
      withAuthorLayer: true,
    })
    const { bytes } = await first.request('files.read', { file: offered.file, offset: 0 })
    const path = await first.file('out.json', Buffer.from(bytes, 'base64').toString())
    await first.request('catalog.saveLayer', { dir, id: weather, layer: { note: 'Mine.' } })
    await first.request('catalog.saveLayer', { dir, id: mail, layer: {} })
    await second.request('import.commit', { dir, path })
    expect((await entryOf(first, dir, weather)).layer).toEqual({ note: 'Mine.' })
    expect((await entryOf(first, dir, mail)).layer).toEqual({ note: 'Theirs.' })
  })
})
