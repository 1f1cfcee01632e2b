import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nesting } from '../../../../src-main/adapters/mcp/nesting'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { parseExact } from '../../../../src-main/domain/value/exact-json'
import type { ToolServer } from '../../../../src-main/ports/tool-servers'
import { builtThread } from '../../../fixtures/mcp/built-thread'

const threadFile = await builtThread()
const inThread = mcpServers({ version: '1.2.3', threadFile })
const here = mcpServers({ version: '1.2.3' })
const { signal } = new AbortController()

/** What a server answers to its list and to calls, as JSON of a result. */
interface Results {
  list?: string
  call?: string
}

const LIST = '{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}'
const BY = ['stdio', 'json', 'events'] as const

/** The result of a request, as text; undefined for a notice, null for what is not known. */
function resultOf(
  message: { id?: number; method?: string },
  { list = LIST, call = '{}' }: Results,
) {
  if (message.id === undefined) return undefined
  const greeting =
    '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}}'
  const results = new Map([
    ['initialize', greeting],
    ['tools/list', list],
    ['tools/call', call],
  ])
  const result = results.get(message.method ?? '')
  const rest = result ? `"result":${result}` : '"error":{"code":-32601,"message":"No."}'
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},${rest}}`
}

/** A server that answers just so over one of the ways, and what it was sent. */
async function raw(by: (typeof BY)[number], results: Results) {
  if (by === 'stdio') {
    const script = `
      const resultOf = ${resultOf.toString()}
      const LIST = ${JSON.stringify(LIST)}
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const text = resultOf(JSON.parse(line), ${levelled(results)})
        if (text) process.stdout.write(text.replaceAll('SENT', JSON.stringify(line)) + '\\n')
      })`
    const place = { program: process.execPath, cwd: process.cwd(), variables: {} }
    return { kind: 'stdio', ...place, args: ['-e', script] } satisfies ToolServer
  }
  const server = createServer((request, response) => {
    void textOf(request).then((line) => {
      const found = resultOf(JSON.parse(line || '{}') as object, filled(results))
      if (!found) return response.writeHead(202).end()
      const text = found.replaceAll('SENT', JSON.stringify(line))
      const type = by === 'json' ? 'application/json' : 'text/event-stream'
      response.writeHead(200, { 'content-type': type })
      response.end(by === 'json' ? text : `: keeps “it” open"\n\nevent: message\ndata: ${text}\n\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} } satisfies ToolServer
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const LEVELS = 3_000_000
/** `DEEP` stands for millions of lists within one another, which would not fit a command line. */
const filled = ({ list, call }: Results): Results => {
  const fill = (text: string) => text.replace('DEEP', '['.repeat(LEVELS) + ']'.repeat(LEVELS))
  return { ...(list && { list: fill(list) }), ...(call && { call: fill(call) }) }
}
const levelled = ({ list, call }: Results): string => {
  const fill = (text: string) =>
    `${JSON.stringify(text)}.replace('DEEP', '['.repeat(${LEVELS}) + ']'.repeat(${LEVELS}))`
  return `{ ${list ? `list: ${fill(list)},` : ''} ${call ? `call: ${fill(call)},` : ''} }`
}

const listOf = async (server: ToolServer, by = inThread) => {
  const { tools } = await by.list(server, { signal })
  return parseExact(new TextDecoder().decode(tools))
}

describe.each(BY)('what a server says by %s', (by) => {
  const WHY = /(wrote|sent) lists and objects within one another on more than 200 levels/

  it.each([
    ['in its thread', inThread],
    ['in this one', here],
  ])('millions of levels deep is refused, read %s', async (_, servers) => {
    const server = await raw(by, {
      list: '{"tools":[{"name":"find","inputSchema":{"type":"object","default":DEEP}}]}',
      call: '{"content":[],"structuredContent":{"found":DEEP}}',
    })
    await expect(listOf(server, servers)).rejects.toThrow(WHY)
    const connection = await servers.connect(server, { signal })
    await expect(connection.call('find', {}, signal)).rejects.toThrow(WHY)
    await connection.closed
  })

  it('keeps all digits of integers, in lists, arguments and answers', async () => {
    const server = await raw(by, {
      list: '{"tools":[{"name":"find","inputSchema":{"type":"object","maximum":9223372036854775807}}]}',
      call: '{"content":[],"structuredContent":{"id":1234567890123456789,"sent":SENT}}',
    })
    expect(await listOf(server)).toEqual([
      { name: 'find', inputSchema: { type: 'object', maximum: 9223372036854775807n } },
    ])
    const connection = await inThread.connect(server, { signal })
    onTestFinished(() => connection.close())
    const answer = await connection.call('find', { id: 9007199254740993n }, signal)
    expect(answer).toMatchObject({ structuredContent: { id: 1234567890123456789n } })
    expect(JSON.stringify(answer)).toContain('\\"id\\":9007199254740993}')
  })
})

describe('how deep JSON is nested', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const open = (levels: number) => '['.repeat(levels)

  it('is counted over pieces, and not within texts', () => {
    const holds = nesting()
    expect(holds(bytes(open(150)))).toBe(true)
    expect(holds(bytes(`"\\"${open(300)}`))).toBe(true)
    expect(holds(bytes(`\\\\",{"a":${open(48)}`))).toBe(true)
    expect(holds(bytes('['))).toBe(true)
    expect(holds(bytes('['))).toBe(false)
  })

  it.each(['\n', '\r', '\r\n'])('is counted event by event (lines end with %j)', (end) => {
    const event = `: it"s${end}data: ${open(150)}${end}${end}`
    expect(nesting(true)(bytes(event.repeat(10)))).toBe(true)
    const one = `data: ${open(150)}${end}: "\\${end}data: ${open(51)}${end}`
    for (const size of [1, 7, one.length]) {
      const holds = nesting(true)
      const pieces = one.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      expect(pieces.every((piece) => holds(bytes(piece)))).toBe(false)
    }
  })
})
