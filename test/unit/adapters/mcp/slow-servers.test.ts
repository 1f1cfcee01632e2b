import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LISTING_LIMITS } from '../../../../src-main/adapters/mcp/limits'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { Problem } from '../../../../src-main/domain/problem'
import type { ListingCall, ToolServer } from '../../../../src-main/ports/tool-servers'
import { fixtureServer, readListing, runs, startedIn } from '../../../fixtures/mcp/fixture-server'

const within = (firstMs: number, allMs = firstMs) =>
  mcpServers({ version: '1.2.3', limits: { ...LISTING_LIMITS, firstMs, allMs } })
const patient = within(12_000)
const hasty = within(1_500)

const list = async (server: ToolServer, call: Partial<ListingCall> = {}, by = patient) =>
  readListing(await by.list(server, { signal: new AbortController().signal, ...call }))

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const fault: unknown = await work.catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Problem)
  return fault as Problem
}

/** A file that a server notes its starts in; none of those runs once the test is over. */
function noting(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-mcp-'))
  const log = join(folder, 'started.log')
  onTestFinished(() => {
    expect(startedIn(log).filter(runs)).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  })
  return log
}

/** An address of the time when one was greeted, where each answer takes so long. */
async function slowAddress(ms: number): Promise<ToolServer> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += String(piece)))
    request.on('end', () => {
      const { id, method } = JSON.parse(text || '{}') as { id?: number; method?: string }
      const serverInfo = { name: 'slow', version: '1' }
      const results: Record<string, object> = {
        initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
        'tools/list': { tools: [{ name: 'find', inputSchema: { type: 'object' } }] },
      }
      const result = results[method ?? '']
      const error = { code: -32601, message: 'No.' }
      const body = { jsonrpc: '2.0', id, ...(result ? { result } : { error }) }
      setTimeout(() => {
        if (id === undefined) return response.writeHead(202).end()
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }, ms)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} }
}

describe('a server that is slow to answer for the first time', () => {
  it.each([
    ['stateless', 'answers', '2026-07-28'],
    ['legacy', 'answers', '2025-11-25'],
    ['legacy', 'ignores-unknown', '2025-11-25'],
  ] as const)(
    'is waited for, started once, and not taken for one of another time (%s, %s)',
    async (era, does, protocol) => {
      const log = noting()
      // Greeted after 1.5 s, it gets both questions before it answers either.
      const listed = await list(fixtureServer({ era, does, log, slow: 2_000 }))
      expect(listed).toMatchObject({ protocol, tools: [{}, {}, {}] })
      expect(startedIn(log)).toHaveLength(1)
    },
  )

  it('may speak both versions', async () => {
    const args = [resolve('test/fixtures/mcp/both-eras.mjs'), '2000']
    const place = { program: process.execPath, cwd: process.cwd(), variables: {} }
    expect((await list({ kind: 'stdio', ...place, args })).tools).toMatchObject([{ name: 'find' }])
  })

  it('is waited for over HTTP as well', async () => {
    expect((await list(await slowAddress(2_000))).tools).toMatchObject([{ name: 'find' }])
  })

  it('is said to be waited for', async () => {
    const waited: number[] = []
    const onWaiting = (seconds: number): void => void waited.push(seconds)
    const server = fixtureServer({ log: noting(), does: 'never-answers' })
    await problemOf(list(server, { onWaiting }, within(3_800)))
    expect(waited[0]).toBe(3)
  })

  it.each(['stdio', 'http'] as const)(
    'is given up where it takes too long, and not told to want a token (%s)',
    async (kind) => {
      const server =
        kind === 'http'
          ? await slowAddress(60_000)
          : fixtureServer({ log: noting(), does: 'never-answers' })
      const { message, fix } = await problemOf(list(server, {}, hasty))
      expect(message).toContain(
        'did not list its tools: it took longer than 1.5 s to answer at all.',
      )
      expect(fix).not.toMatch(/token/)
    },
  )

  it('is told where it was too slow later on', async () => {
    const { message } = await problemOf(
      list(fixtureServer({ log: noting(), does: 'holds-list' }), {}, within(15_000, 1_500)),
    )
    expect(message).toContain('it took longer than 1.5 s.')
  })
})
