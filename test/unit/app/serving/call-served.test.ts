import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../../src-main/app/context'
import { readInPlace } from '../../../../src-main/app/readings'
import { importFormats } from '../../../../src-main/features/import-formats'
import { allowCalls, callsOfSources } from '../../../../src-main/app/serving/allowed-calls'
import { callServed, withNote } from '../../../../src-main/app/serving/call-served'
import type { AllowedCalls } from '../../../../src-main/contract/serving'
import { Origin, type Source } from '../../../../src-main/domain/catalog/source'
import type { JsonObject, Tool } from '../../../../src-main/domain/tool/tool'
import type { ToolConnection } from '../../../../src-main/ports/tool-servers'
import { catalogTool } from '../../../fakes/catalog-tool'
import { manualClock } from '../../../fakes/clock'
import { asked, call, servedPlace } from './served-place'
import { memoryAgreements } from '../../../fakes/agreements'

const parameters: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string' }, times: { type: 'integer' } },
  required: ['text'],
}
const toolOf = (name: string, changed: Partial<Tool> = {}) =>
  catalogTool(`notes/${name}`, { description: `The tool ${name}.`, parameters, ...changed })
const WRITE = toolOf('write')
const READ = toolOf('read', { annotations: { readOnly: true } })
const BAD_SCHEMA = toolOf('bad', { parameters: { type: 'object', $ref: '#/nowhere' } })

const entryOf = ({ tool }: ReturnType<typeof toolOf>) => ({
  name: tool.name,
  description: tool.description,
  inputSchema: tool.parameters,
  ...(tool.annotations && { annotations: { readOnlyHint: tool.annotations.readOnly } }),
})

const source: Source = {
  name: 'my notes',
  server: 'notes',
  origin: Origin.parse({ kind: 'http', url: 'https://notes.example' }),
  readAt: '2026-01-01T00:00:00Z',
  tools: [],
  changed: [],
}

interface Calling {
  /** What was agreed to. */
  calls?: AllowedCalls
  /** Whether somebody agreed to the server being asked at all. */
  isAgreed?: boolean
  lists?: readonly object[]
  answer?: JsonObject
}

/** A server of notes, what it lists and answers, and what it was called with. */
async function calling({
  calls = 'all',
  isAgreed = true,
  lists = [WRITE, READ, BAD_SCHEMA].map(entryOf),
  answer = { content: [{ type: 'text', text: 'Done.' }] },
}: Calling = {}) {
  const agreements = memoryAgreements()
  const { marks } = agreements
  const called: { name: string; given: JsonObject }[] = []
  const connection: ToolConnection = {
    tools: async () => ({ tools: Buffer.from(JSON.stringify(lists)), protocol: '1' }),
    async call(name, given) {
      called.push({ name, given })
      return answer
    },
    closed: new Promise(() => undefined),
    close: async () => undefined,
  }
  const { context } = servedPlace([WRITE, READ, BAD_SCHEMA], {
    sources: [source],
    changed: {
      agreements,
      variable: () => undefined,
      clock: manualClock(),
      readFiles: readInPlace(importFormats),
      toolServers: { connect: async () => connection },
    } as unknown as Partial<AppContext>,
  })
  const [look] = await callsOfSources(context, { dir: '/tools' })
  const mark = look?.mark ?? ''
  if (isAgreed) marks.add(mark)
  await allowCalls(context, { dir: '/tools', source: 'my notes', calls, mark }, call)
  const make = async (name: string, given: JsonObject = { text: 'milk' }) =>
    callServed(context, { ...asked(), name, arguments: given }, call)
  return { make, called }
}

const refused = (code: string, message: RegExp, fault: string) => ({
  error: { code, message: expect.stringMatching(message) as string },
  kept: { fault },
})

describe('a call', () => {
  it('is made and its answer passed on, without what is between Pegboard and the server', async () => {
    const answer = { content: [], structuredContent: { a: 1 }, _meta: {}, resultType: 'complete' }
    const { make, called } = await calling({ answer })
    expect(await make('write')).toEqual({
      answer: { content: [], structuredContent: { a: 1 }, _meta: {} },
      kept: { tools: ['notes/write'], arguments: { text: 'milk' } },
    })
    expect(called).toEqual([{ name: 'write', given: { text: 'milk' } }])
  })

  it('has its arguments read as they are meant, which is said and kept', async () => {
    const { make, called } = await calling()
    const told = await make('write', { text: 'milk', times: '3' })
    expect(called[0]?.given).toEqual({ text: 'milk', times: 3 })
    expect(told).toMatchObject({
      answer: {
        content: [
          { text: 'Done.' },
          { text: expect.stringMatching(/^Pegboard: “times”/) as string },
        ],
      },
      kept: {
        arguments: { text: 'milk', times: '3' },
        note: expect.stringContaining('times') as string,
      },
    })
  })

  it('that the tool answers with an error is passed on, and kept without its words', async () => {
    const { make } = await calling({ answer: { content: [{ text: 'secret' }], isError: true } })
    const told = await make('write')
    expect(told).toMatchObject({ answer: { isError: true } })
    expect(told.kept.fault).toBe('The tool answered with an error.')
  })

  it('of up to 1 MB is passed on, and more of it is not', async () => {
    // `{"content":"…"}` with as many letters as there is room for.
    const room = (1 << 20) - '{"content":""}'.length
    const { make } = await calling({ answer: { content: 'x'.repeat(room) } })
    expect(await make('write')).toHaveProperty('answer')
    const { make: makeLarger } = await calling({ answer: { content: 'x'.repeat(room + 1) } })
    expect(await makeLarger('write')).toMatchObject(
      refused('unavailable', /more than 1 MB/, 'The server did not answer the call.'),
    )
  })
})

describe('no call is made', () => {
  it.each<[string, Calling, string, ReturnType<typeof refused>]>([
    [
      'that nobody agreed to',
      { calls: 'none' },
      'write',
      refused('asks-start', /^Nobody has agreed yet/, 'Nobody has agreed to this call.'),
    ],
    [
      'to a server that nobody agreed to',
      { isAgreed: false },
      'write',
      refused('asks-start', /./, 'Nobody has agreed to this call.'),
    ],
    [
      'of a tool that may change something, where only reading is agreed to',
      { calls: 'read-only' },
      'write',
      refused('asks-start', /“write” does not say so/, 'Nobody has agreed to this call.'),
    ],
    [
      'of a tool that the server no longer lists',
      { lists: [entryOf(READ)] },
      'write',
      refused('conflict', /no longer lists it/, 'The tool has changed since it was imported.'),
    ],
    [
      'of a tool that the server lists twice',
      { lists: [entryOf(WRITE), { ...entryOf(WRITE), description: 'Another.' }] },
      'write',
      refused('conflict', /several of this name/, 'The tool has changed since it was imported.'),
    ],
    [
      'of a tool that is another by now',
      { lists: [{ ...entryOf(WRITE), description: 'Deletes all.' }] },
      'write',
      refused(
        'conflict',
        /its definition has changed/,
        'The tool has changed since it was imported.',
      ),
    ],
    [
      'whose arguments cannot be checked',
      {},
      'bad',
      refused('unreadable', /could not be checked/, 'The arguments could not be checked.'),
    ],
  ])('%s', async (_, how, name, told) => {
    const { make, called } = await calling(how)
    expect(await make(name)).toMatchObject(told)
    expect(called).toEqual([])
  })

  it('whose arguments do not fit', async () => {
    const { make, called } = await calling()
    expect(await make('write', { times: 1 })).toMatchObject(
      refused('bad-input', /do not fit “write”.*text/, 'The arguments did not fit.'),
    )
    expect(called).toEqual([])
  })

  it('but of a tool that only reads, where that is agreed to', async () => {
    const { make, called } = await calling({ calls: 'read-only' })
    expect(await make('read')).toHaveProperty('answer')
    expect(called).toHaveLength(1)
  })
})

describe('a note', () => {
  it('stands after what the tool says', () => {
    const content = [{ type: 'text', text: 'Done.' }]
    expect(withNote({ content, isError: true }, ['One.', 'Two.'])).toEqual({
      content: [...content, { type: 'text', text: 'Pegboard: One. Two.' }],
      isError: true,
    })
    expect(withNote({ structuredContent: {} }, ['One.'])).toHaveProperty('content.length', 1)
  })

  it('is none where nothing was read otherwise', () => {
    const answer = { content: [] }
    expect(withNote(answer, [])).toBe(answer)
  })
})
