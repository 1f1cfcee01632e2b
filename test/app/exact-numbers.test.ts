import { expect, it } from 'vitest'
import { ToolId, type JsonObject } from '../../src-main/domain/tool/tool'
import { inPieces, joinPieces } from '../../src-main/hosts/reader/pieces'
import { openAppOn, emptyFolder, type AppUnderTest } from './open-app'

const SCHEMA =
  '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807,"enum":[1234567890123456789,1234567890123456788],"default":1234567890123456789}}}'
const DIGITS = ['9223372036854775807', '1234567890123456789', '1234567890123456788']
const TOOLS = `{"tools":[{"name":"read_message","description":"Reads it.","inputSchema":${SCHEMA},"_meta":{"rows":18446744073709551615}}]}`
const id = ToolId.parse('mail/read_message')

const lacking = (text: string, digits = DIGITS): string[] =>
  digits.filter((one) => !text.includes(one))

const bytesOf = async (app: AppUnderTest, { file }: { file: string }): Promise<string> =>
  (await app.request('files.read', { file, offset: 0 })).bytes

const textOf = async (app: AppUnderTest, offered: { file: string }): Promise<string> =>
  Buffer.from(await bytesOf(app, offered), 'base64').toString()

it('integers keep their digits from an import through edits, undo and the store to each export', async () => {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const { dir } = await app.request('workspace.create', { name: 'Ids' })
  const path = await app.file('mail.json', TOOLS)
  await app.request('import.commit', { dir, path })
  await app.request('golden.save', {
    dir,
    set: 'mine',
    query: {
      text: 'Read message 1234567890123456789',
      tools: [id],
      calls: [{ tool: id, arguments: { id: 1234567890123456789n } }],
    },
  })
  const { change = '' } = await app.request('catalog.edit', {
    dir,
    id,
    fields: { description: 'Reads one message.' },
    base: { description: 'Reads it.' },
  })
  const schema = (await app.request('catalog.tool', { dir, id })).entry.tool.parameters
  const renamed: JsonObject = { ...schema, title: 'Ids' }
  const edited = { fields: { parameters: renamed }, base: { parameters: schema } }
  const { change: again = '' } = await app.request('catalog.edit', { dir, id, ...edited })

  // Another program reads what is stored.
  const other = await openAppOn(folder)
  const { definition, entry } = await other.request('catalog.tool', { dir, id })
  expect(lacking(definition)).toEqual([])
  expect(entry.tool.parameters).toMatchObject({
    title: 'Ids',
    properties: { id: { maximum: 9223372036854775807n } },
  })
  await other.request('changes.undo', { dir, change: again })
  await other.request('changes.undo', { dir, change })
  await other.request('changes.redo', { dir, change })
  await other.request('changes.undo', { dir, change })
  const { entry: undone } = await other.request('catalog.tool', { dir, id })
  expect(undone.tool.description).toBe('Reads it.')
  expect(JSON.stringify(undone.tool.parameters)).toBe(SCHEMA)

  const all = [...DIGITS, '18446744073709551615']
  for (const format of ['as-imported', 'pegboard', 'mcp', 'openai', 'csv']) {
    const offered = await other.request('catalog.export', { dir, format, withAuthorLayer: true })
    const wanted = ['as-imported', 'mcp'].includes(format) ? all : DIGITS
    expect(lacking(await textOf(other, offered), wanted), format).toEqual([])
  }
  const golden = await other.request('golden.export', { dir, set: 'mine', format: 'json' })
  expect(await textOf(other, golden)).toContain('"id": 1234567890123456789')

  const archive = await other.request('workspace.export', { dir })
  const bytes = await bytesOf(other, archive)
  const begun = await other.request('files.begin', {})
  const handedIn = await other.request('files.append', { ...begun, path: 'ids.pegboard', bytes })
  const copy = await other.request('workspace.import', { ...handedIn, name: 'Copy' })
  const copied = await other.request('catalog.tool', { dir: copy.dir, id })
  expect(copied.entry.tool).toEqual(undone.tool)
  const { queries } = await other.request('golden.queries', { dir: copy.dir, set: 'mine' })
  expect(queries[0]?.calls).toEqual([{ tool: id, arguments: { id: 1234567890123456789n } }])
})

it('an import that changes the last digit of an integer alone changes the tool', async () => {
  const app = await openAppOn(await emptyFolder())
  const { dir } = await app.request('workspace.create', { name: 'Ids' })
  await app.request('import.commit', { dir, path: await app.file('mail.json', TOOLS) })
  const later = TOOLS.replace('9223372036854775807', '9223372036854775806')
  const path = await app.file('mail.json', later)
  const preview = await app.request('import.preview', { dir, path })
  expect(preview.change).toMatchObject({ changed: { total: 1 }, unchanged: 0 })
  const [change] = preview.change.changed.first
  expect(change?.fields[0]?.after).toContain('9223372036854775806')
})

it('integers keep their digits between the threads that read and those that ask', () => {
  const value = { tools: [{ maximum: 9223372036854775807n, text: 'x'.repeat(400_000) }] }
  const joined = joinPieces()
  for (const piece of inPieces(value)) joined.add(piece)
  expect(joined.value()).toEqual(value)
})
