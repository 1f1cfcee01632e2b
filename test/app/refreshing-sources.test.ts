import { expect, it } from 'vitest'
import { agree, definition, FIND, withServer, WRITE } from './sources'

/** More than are previewed in windows side by side. */
const SEVERAL = ['one', 'two', 'three', 'four', 'five', 'six']

/** Sources of files that have all changed since they were read, previewed one after the other. */
async function previewed() {
  const { app, dir } = await withServer()
  const file = (name: string, ...tools: object[]) => app.file(`${name}.json`, { tools })
  for (const name of SEVERAL) {
    const path = await file(name, FIND, WRITE)
    const source = { name, origin: { kind: 'files' as const, path, server: name } }
    await agree(app, source, dir)
    await app.request('import.commit', { dir, source })
    await file(name, definition('find', `Finds in ${name}.`), definition('add', 'Adds.'))
  }
  const previews = []
  for (const name of SEVERAL) {
    const { changes, base } = await app.request('import.preview', { dir, source: { name } })
    previews.push({ name, changes, base })
  }
  const take = (name: string, changes: string, base: string) =>
    app.reply('import.commit', { dir, source: { name }, changes, base, removeMissing: true })
  const tools = async () =>
    (await app.request('sources.list', { dir })).map((each) => [each.name, each.tools])
  return { app, dir, file, previews, take, tools }
}

it('sources that were previewed together are taken over together, as they were seen', async () => {
  const { app, dir, file, previews, take } = await previewed()
  let base = previews[0]?.base ?? ''
  const undos: string[] = []
  for (const { name, changes } of previews) {
    // What was seen is what is imported, whatever the file says by now.
    await file(name)
    const reply = await take(name, changes, base)
    if (!reply.ok) throw new Error(reply.error.message)
    expect(reply.data.change).toMatchObject({
      added: { total: 1 },
      changed: { total: 1 },
      removed: { total: 1 },
    })
    base = reply.data.workspace.commit
    undos.push(reply.data.undo ?? '')
  }
  // Each is taken back by itself, in any order.
  await app.request('changes.undo', { dir, change: undos[2] ?? '' })
  const ids = (await app.request('catalog.list', { dir, limit: 100 })).rows.map(({ id }) => id)
  expect(ids).toContain('three/write')
  expect(ids).not.toContain('three/add')
  expect(ids).toContain('two/add')
  expect(ids).not.toContain('two/write')
})

it('one that was previewed before another commit is a conflict, and is not touched', async () => {
  const { app, dir, previews, take, tools } = await previewed()
  const [one, two] = previews
  const before = await tools()
  await app.request('catalog.saveLayer', { dir, id: 'two/find', layer: { note: 'Mine.' } })
  for (const each of [one, two]) {
    const reply = await take(each?.name ?? '', each?.changes ?? '', each?.base ?? '')
    expect(reply).toMatchObject({ error: { code: 'conflict' } })
  }
  expect(await tools()).toEqual(before)
})
