import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { parameterHeaders } from '../../../../src-main/adapters/mcp/parameter-headers'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import type { ConnectingCall, ToolServer } from '../../../../src-main/ports/tool-servers'
import { fixtureServer, readListing, runs, startedIn } from '../../../fixtures/mcp/fixture-server'
import { eventually } from '../../../fixtures/eventually'

const servers = mcpServers({ version: '1.2.3' })
const { signal } = new AbortController()

async function connected(server: ToolServer, call: Partial<ConnectingCall> = {}) {
  const connection = await servers.connect(server, { signal, ...call })
  onTestFinished(() => connection.close())
  return connection
}

/** A file that a server notes its starts in. */
function noting(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-mcp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'started.log')
}

/** A server as the protocol’s own library makes it, at an address. */
async function atAddress(legacy: 'stateless' | 'reject'): Promise<ToolServer> {
  const made = () => {
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    const inputSchema = z.object({ text: z.string() })
    server.registerTool('find', { description: 'Finds notes.', inputSchema }, ({ text }) => ({
      content: [{ type: 'text', text: `Found ${text}.` }],
    }))
    return server
  }
  const answer = toNodeHandler(createMcpHandler(made, { legacy }))
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} }
}

describe('a server that is called', () => {
  it.each([
    ['reject', '2026-07-28'],
    ['stateless', '2025-11-25'],
  ] as const)('is asked over HTTP (%s, %s)', async (legacy, protocol) => {
    const connection = await connected(await atAddress(legacy), { protocol })
    expect(readListing(await connection.tools(signal)).tools).toMatchObject([{ name: 'find' }])
    expect(await connection.call('find', { text: 'milk' }, signal)).toMatchObject({
      content: [{ type: 'text', text: 'Found milk.' }],
    })
  })

  it.each([
    ['legacy', '2026-07-28'],
    ['stateless', '2025-11-25'],
  ] as const)('is spoken to in its version, here %s, whatever it was', async (era, protocol) => {
    const log = noting()
    const connection = await connected(fixtureServer({ era, log }), { protocol })
    expect(await connection.call('tool_1', {}, signal)).toMatchObject({
      content: [{ text: 'tool_1 was called.' }],
    })
    await connection.close()
    await connection.closed
    await eventually(() => expect(startedIn(log).filter(runs)).toEqual([]))
  })

  it('is over once it ends by itself', async () => {
    const log = noting()
    const connection = await connected(fixtureServer({ log }))
    process.kill(startedIn(log).at(-1) ?? 0, 'SIGKILL')
    await connection.closed
    await expect(connection.call('tool_1', {}, signal)).rejects.toThrow(/ended by SIGKILL/)
  })

  it('that cannot be started is told as where its list is read', async () => {
    const connecting = servers.connect(fixtureServer({ does: 'dies-at-once' }), { signal })
    await expect(connecting).rejects.toThrow(/ended with code 2.*The variable TOKEN is not set/)
  })
})

describe('headers that repeat arguments', () => {
  const declared = (name: string) => ({ type: 'string', 'x-mcp-header': name })
  const schema = {
    type: 'object',
    properties: {
      region: declared('Region'),
      at: { type: 'object', properties: { day: declared('Day') } },
      odd: declared('no header: at all'),
      text: { type: 'string' },
    },
  }

  it('are those that the schema declares, at any depth', () => {
    const given = { region: 'eu', at: { day: 3 }, odd: 'x', text: 'y' }
    expect(parameterHeaders(schema, given)).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Day': '3',
    })
    expect(parameterHeaders(schema, { region: null })).toEqual({})
    expect(parameterHeaders(undefined, given)).toEqual({})
  })

  it.each(['Zürich', ' eu', '', 'a\r\nb', '=?base64?x?='])('hold %j encoded', (region) => {
    const encoded = Buffer.from(region).toString('base64')
    expect(parameterHeaders(schema, { region })).toEqual({
      'Mcp-Param-Region': `=?base64?${encoded}?=`,
    })
  })
})
