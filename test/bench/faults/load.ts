import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { buildIfNewer } from '../../../src-main/hosts/launch/build-if-newer.mjs'
import { openClients, wrongAnswers, type Clients } from '../../fixtures/clients'
import { benchApp } from '../bench-app'
import { milliseconds, percentile, printFigure } from '../print'

const CLIENTS = 30
const WARM_UP_MS = 1_000
const SPAN_MS = 5_000
const SPANS = 2

/**
 * Thirty clients that ask `hybrid` at once on Seal-Tools, over HTTP, of the browser host as it is started by hand: answers a
 * second, how long one waits, wrong answers, and whether the host's memory stays as it is.
 */
export async function load(datasets: string): Promise<void> {
  const root = resolve('.')
  await buildIfNewer(root)
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  await app.request('knowledge.index', { dir, embedder: 'builtin' })
  const [set] = await app.request('golden.list', { dir })
  const wanted = { dir, set: set?.name ?? '', limit: 1000 }
  const { queries } = await app.request('golden.queries', wanted)
  const host = spawn(
    process.execPath,
    [join(root, 'out/main/server.js'), '--port', '0', '--no-open'],
    { env: { ...process.env, PEGBOARD_HOME: app.folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    const clients = await openClients(await linkOf(host), CLIENTS)
    for (const withTrace of [false, true]) {
      const questionAt = (asked: number) => ({
        ...{ dir, recipe: 'hybrid', k: 5, embedder: 'builtin', withTrace },
        text: queries[asked % queries.length]?.text ?? '',
      })
      await measure(clients, { questionAt, what: withTrace ? 'with the trace' : 'without', host })
    }
    clients.close()
  } finally {
    host.kill('SIGTERM')
    await once(host, 'exit')
    await app.close()
  }
}

interface Measured {
  questionAt: Parameters<Clients['askAtOnce']>[0]
  what: string
  host: ChildProcess
}

async function measure(clients: Clients, { questionAt, what, host }: Measured): Promise<void> {
  const askFor = (ms: number) => {
    const endMs = performance.now() + ms
    return clients.askAtOnce(questionAt, () => performance.now() < endMs)
  }
  await askFor(WARM_UP_MS)
  const memory = [residentMb(host)]
  const answers = []
  for (let span = 0; span < SPANS; span++) {
    answers.push(...(await askFor(SPAN_MS)))
    memory.push(residentMb(host))
  }
  const tookMs = answers.map((answer) => answer.tookMs)
  const perSecond = answers.length / ((SPANS * SPAN_MS) / 1000)
  printFigure(`${CLIENTS} clients at once, ${what}: answers a second`, perSecond.toFixed(0))
  const waits = [0.5, 0.95].map((share) => milliseconds(percentile(tookMs, share)))
  printFigure('  waiting for one: p50 · p95', waits.join(' · '))
  printFigure(`  wrong or failed of ${answers.length}`, String(wrongAnswers(answers)), '0')
  printFigure('  memory of the host at start · middle · end', `${memory.join(' · ')} MB`, 'flat')
}

/** The link that the host prints. */
async function linkOf(host: ChildProcess): Promise<string> {
  let printed = ''
  for await (const piece of host.stdout ?? []) {
    printed += String(piece)
    const link = /http:\S+(?=\n)/.exec(printed)?.[0]
    if (link) return link
  }
  throw new Error(`The host gave no link. It said: ${printed}`)
}

/** What the process holds in memory, in MB; NaN where there is no `ps`. */
function residentMb({ pid }: ChildProcess): number {
  try {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Math.round(Number(kilobytes) / 1000)
  } catch {
    return NaN
  }
}
