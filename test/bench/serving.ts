import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { requestLog } from '../../src-main/adapters/files/request-log'
import { servedRequest } from '../fixtures/served-request'
import { benchApp, type BenchApp } from './bench-app'
import { milliseconds, percentile, printFigure, seconds } from './print'

/** As clients start it. */
const CLI = resolve('src-main', 'hosts', 'launch', 'pegboard.mjs')
const CLIENTS = 30
const LOAD_MS = 60_000
/** What one busy agent fleet asks in a day. */
const A_DAY = 50_000

/** The search as agents get it: 4,076 tools, hybrid, the built-in embedder; the product built. */
export async function serving(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  await app.request('workspace.workWith', { dir, recipe: 'hybrid', k: 5 })
  await app.request('knowledge.index', { dir, embedder: 'builtin' })
  const queries = await queriesIn(app, dir)
  const served = { app, dir, queries }
  await overStdio(served)
  // Before the load, which leaves this process so much to clean up that it would be measured too.
  await keptOfADay(served)
  // BM25 takes a tenth of a millisecond: it shows what serving itself takes.
  for (const recipe of ['hybrid', 'bm25']) await manyAtOnce(served, recipe)
  await killed(served)
  await app.close()
}

interface Served {
  app: BenchApp
  dir: string
  queries: string[]
}

async function queriesIn(app: BenchApp, dir: string): Promise<string[]> {
  const [set] = await app.request('golden.list', { dir })
  const { queries } = await app.request('golden.queries', { dir, set: set?.name ?? '', limit: 400 })
  return queries.map(({ text }) => text)
}

const argsOf = ({ dir }: Served, ...more: string[]) => [CLI, 'mcp', '--workspace', dir, ...more]
const envOf = ({ app }: Served) =>
  ({ ...process.env, PEGBOARD_HOME: app.folder }) as Record<string, string>

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(transport)
  return client
}

const search = (client: Client, query = '') =>
  client.callTool({ name: 'search_tools', arguments: { query } })

async function overStdio(served: Served): Promise<void> {
  const first = await ready(served)
  await first.client.close()
  printFigure('stdio, 4,076 tools: ready, the first time', seconds(first.readyMs))
  const { client, readyMs } = await ready(served)
  printFigure('started again', seconds(readyMs), 'at most 1.5 s')
  await askedInTurn(served, client)
  await client.close()
}

async function ready(served: Served): Promise<{ client: Client; readyMs: number }> {
  const began = performance.now()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: argsOf(served),
    env: envOf(served),
    stderr: 'pipe',
  })
  const told = new Promise<number>((done) => {
    transport.stderr?.on('data', (said: Buffer) => {
      if (said.toString().includes('Ready:')) done(performance.now() - began)
    })
  })
  const client = await connected(transport)
  return { client, readyMs: await told }
}

async function askedInTurn({ queries }: Served, client: Client): Promise<void> {
  const samples: number[] = []
  for (const query of queries) {
    const asked = performance.now()
    await search(client, query)
    samples.push(performance.now() - asked)
  }
  const [first = 0, ...others] = samples
  printFigure('first answer after that', milliseconds(first), 'at most 100 ms')
  printFigure(`then ${others.length}, p50`, milliseconds(percentile(others, 0.5)), 'at most 10 ms')
  printFigure('p95', milliseconds(percentile(others, 0.95)), 'at most 30 ms')
}

/** The server over HTTP, told as ready, and a way to its address. */
async function started(served: Served, ...more: string[]) {
  const token = 'a-token-of-the-bench'
  const began = performance.now()
  const child = spawn(process.execPath, argsOf(served, '--port', '0', ...more), {
    env: { ...envOf(served), PEGBOARD_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = new URL(line.replace('Agents ask at ', ''))
  const headers = { Authorization: `Bearer ${token}` }
  const connect = () =>
    connected(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return { child, connect, readyMs: performance.now() - began }
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/**
 * Clients that each ask one query after the other until it is over; gives the ids that were
 * answered, and errors.
 */
async function asking(
  { queries }: Served,
  connect: () => Promise<Client>,
  isOver: () => boolean,
): Promise<{ answered: number; errors: number }> {
  const sums = { answered: 0, errors: 0 }
  const clients = await Promise.all(Array.from({ length: CLIENTS }, connect))
  await Promise.all(
    clients.map(async (client, at) => {
      for (let turn = at; !isOver(); turn += CLIENTS) {
        const { isError } = await search(client, queries[turn % queries.length]).catch(() => ({
          isError: true,
        }))
        if (isOver()) return
        sums[isError ? 'errors' : 'answered'] += 1
      }
      await client.close()
    }),
  )
  return sums
}

async function manyAtOnce(served: Served, recipe: string): Promise<void> {
  const { child, connect } = await started(served, '--recipe', recipe)
  const ends = performance.now() + LOAD_MS
  const sizes: number[] = []
  const looking = setInterval(() => void sizeOf(child).then((size) => sizes.push(size)), 5_000)
  const { answered, errors } = await asking(served, connect, () => performance.now() > ends)
  clearInterval(looking)
  const rate = `${Math.round((answered / LOAD_MS) * 1000)} a second`
  printFigure(`HTTP, ${recipe}, ${CLIENTS} clients at once for 60 s`, rate, 'at least 300')
  printFigure('errors', String(errors), 'none')
  printFigure('memory every 5 s, in MB', sizes.join(' '), 'flat')
  await stopped(child, 'SIGTERM')
}

/** Memory of a process in MB, where the system tells. */
async function sizeOf({ pid }: ChildProcess): Promise<number> {
  const said = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(said)?.[1] ?? 0) / 1024)
}

async function killed(served: Served): Promise<void> {
  const { app, dir } = served
  const before = await app.request('served.list', { dir, limit: 1 })
  const { child, connect } = await started(served)
  let isOver = false
  setTimeout(() => {
    isOver = true
    child.kill('SIGKILL')
  }, 5_000)
  const { answered } = await asking(served, connect, () => isOver)
  const after = await app.request('served.list', { dir, limit: 1 })
  const kept = after.total - before.total
  printFigure(`killed after ${answered} answers: kept requests`, String(kept), 'no fewer')
  const again = await started(served)
  printFigure('ready again', seconds(again.readyMs), 'at most 1 s later')
  await stopped(again.child, 'SIGTERM')
}

/** What a day's requests take to keep, and to list by a program that has not read them. */
async function keptOfADay({ app, dir, queries }: Served): Promise<void> {
  const log = requestLog()
  const { rows } = await app.request('catalog.list', { dir, limit: 5 })
  const tools = rows.map(({ id }) => id)
  const began = performance.now()
  for (let at = 0; at < A_DAY; at++) {
    const session = `${at % 50}`
    const made = {
      id: `r${at}`,
      session,
      at: new Date(Date.now() - (A_DAY - at) * 1_700).toISOString(),
    }
    await log.add(dir, servedRequest({ ...made, tools, query: queries[at % queries.length] ?? '' }))
  }
  const each = (performance.now() - began) / A_DAY
  printFigure(`${A_DAY} requests kept, each`, milliseconds(each))
  const { bytes, most, counts } = await app.request('served.sums', { dir })
  const size = `${counts.all} in ${(bytes / (1 << 20)).toFixed(1)} of ${most.bytes / (1 << 20)} MB`
  printFigure('kept of them', size, 'within their bound')
  const other = await benchApp(app.datasets)
  await other.request('workspace.read', { dir })
  await other.request('catalog.list', { dir, limit: 1 })
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const asked = performance.now()
    await other.request('served.list', { dir, limit: 100 })
    times.push(performance.now() - asked)
  }
  const [first = 0] = times
  printFigure('their list opens', milliseconds(first), 'at most 100 ms')
  printFigure('again, median', milliseconds(percentile(times, 0.5)))
  const counted = performance.now()
  await other.request('served.sums', { dir })
  printFigure('and what became of all', milliseconds(performance.now() - counted))
  await other.close()
  await app.request('served.forget', { dir })
}
