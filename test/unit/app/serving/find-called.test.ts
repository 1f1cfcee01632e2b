import { describe, expect, it } from 'vitest'
import { findCalled } from '../../../../src-main/app/serving/find-called'
import { Origin, type Source } from '../../../../src-main/domain/catalog/source'
import { catalogTool } from '../../../fakes/catalog-tool'
import { asked, servedPlace } from './served-place'

const source = (name: string, server: string | undefined, origin: unknown): Source => ({
  name,
  server,
  origin: Origin.parse(origin),
  readAt: '2026-01-01T00:00:00Z',
  tools: [],
  changed: [],
})
const notes = source('my notes', 'notes', { kind: 'http', url: 'https://notes.example' })
/** Of no server that tools are filed under. */
const plain = source('plain', undefined, { kind: 'http', url: 'https://plain.example' })
const docs = source('documents', 'docs', { kind: 'files', path: '/docs.json' })

const tools = [
  catalogTool('notes/write'),
  catalogTool('notes/send'),
  catalogTool('docs/send'),
  catalogTool('docs/read'),
  catalogTool('lonely'),
  catalogTool('notes/secret', { visibility: 'hidden' }),
  catalogTool('mine/moved', { imported: { server: 'notes' } }),
]
const find = (name: string) =>
  findCalled(servedPlace(tools, { sources: [docs, plain, notes] }), { ...asked(), name })

describe('a tool that is to be called', () => {
  it('is found with the source of its server', async () => {
    expect(await find('write')).toMatchObject({ tool: { id: 'notes/write' }, source: notes })
  })

  it('is called at the server that it was imported from, wherever it was put since', async () => {
    expect(await find('moved')).toMatchObject({ tool: { id: 'mine/moved' }, source: notes })
  })

  it.each([
    ['comes from a file', 'read'],
    ['comes from nowhere', 'lonely'],
  ])('is refused where it %s', async (_, name) => {
    await expect(find(name)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('comes from no MCP server') as string,
    })
  })

  it('is refused where several are meant, with their ids', async () => {
    await expect(find('send')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'Several tools are called “send”: docs/send, notes/send.',
    })
    expect(await find('notes/send')).toMatchObject({ source: notes })
  })

  it.each(['delete', 'secret'])('is refused where none is served: %s', async (name) => {
    await expect(find(name)).rejects.toMatchObject({ code: 'not-found' })
  })
})
