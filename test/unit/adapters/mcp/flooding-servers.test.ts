import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { Problem } from '../../../../src-main/domain/problem'
import type { ToolServer } from '../../../../src-main/ports/tool-servers'
import { builtThread } from '../../../fixtures/mcp/built-thread'
import { runs, startedIn } from '../../../fixtures/mcp/fixture-server'
import { eventually } from '../../../fixtures/eventually'

const threadFile = await builtThread()
const inThread = mcpServers({ version: '1.2.3', threadFile })
const here = mcpServers({ version: '1.2.3' })
const FLOOD = resolve('test/fixtures/mcp/flood.mjs')
const { signal } = new AbortController()

type Kind = ToolServer['kind']
type When = 'list' | 'call'

/** A server that floods from a moment on; once the test is over, none runs. */
async function flooding(kind: Kind, what: string, when: When): Promise<ToolServer> {
  if (kind === 'http') {
    const address = spawn(process.execPath, [FLOOD, 'http', what, when])
    onTestFinished(() => void address.kill('SIGKILL'))
    const [url] = (await once(address.stdout, 'data')) as [Buffer]
    return { kind, url: String(url).trim(), headers: {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-flood-'))
  const log = join(folder, 'started.log')
  onTestFinished(async () => {
    await eventually(() => expect(startedIn(log).filter(runs)).toEqual([]))
    rmSync(folder, { recursive: true, force: true })
  })
  const place = { program: process.execPath, cwd: process.cwd(), variables: {} }
  return { kind, ...place, args: [FLOOD, 'stdio', what, when, log] }
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const fault: unknown = await work.catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Problem)
  return fault as Problem
}

const ASKS = 'it sent more than 100 requests of its own in a short time'
const TELLS = 'it sent notices and answers without end that nobody asked for'
const FLOODS = [
  ...['ping', 'sampling', 'roots', 'elicitation', 'unknown'].map((what) => [what, ASKS]),
  ...['progress', 'log', 'changed', 'answers', 'noise'].map((what) => [what, TELLS]),
] as [string, string][]
const FEW = FLOODS.filter(([what]) => what === 'ping' || what === 'progress')

describe.each(['stdio', 'http'] as const)('a server over %s that floods', (kind) => {
  const kinds = kind === 'http' ? FLOODS.filter(([what]) => what !== 'noise') : FLOODS

  it.each(kinds)('with %s while its list is read is ended, and that is said', async (what, why) => {
    const server = await flooding(kind, what, 'list')
    const { message, fix } = await problemOf(inThread.list(server, { signal }))
    expect(message).toContain(`did not list its tools: ${why}.`)
    expect(fix).toMatch(kind === 'stdio' ? /^It was ended/ : /^It is asked no more/)
  })

  it.each(FEW)('with %s is ended where this thread speaks to it', async (what, why) => {
    const server = await flooding(kind, what, 'list')
    expect((await problemOf(here.list(server, { signal }))).message).toContain(why)
  })

  it.each(FEW)('with %s while it is called is ended, and nobody is held', async (what, why) => {
    const connection = await inThread.connect(await flooding(kind, what, 'call'), { signal })
    onTestFinished(() => connection.close())
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { message } = await problemOf(connection.call('find', {}, signal))
    delay.disable()
    console.log(`${kind}, ${what}: this thread held ${(delay.max / 1e6).toFixed(0)} ms at most`)
    expect(message).toContain(`did not answer the call: ${why}.`)
    await connection.closed
  })

  it('stops at once where the call is stopped', async () => {
    const connection = await inThread.connect(await flooding(kind, 'drip', 'call'), { signal })
    onTestFinished(() => connection.close())
    const stopper = new AbortController()
    const call = connection.call('find', {}, stopper.signal)
    setTimeout(() => stopper.abort(new Error('stopped')), 300)
    await expect(call).rejects.toThrow('stopped')
  })
})

it('a server at an address gets no stream for what it may want to say', async () => {
  const server = await flooding('http', 'ping', 'call')
  const connection = await inThread.connect(server, { signal })
  onTestFinished(() => connection.close())
  // Its stream would flood from the first moment on.
  expect((await connection.tools(signal)).protocol).toBe('2025-11-25')
})
