import { join } from 'node:path'
import { wrongAnswers, type Clients } from '../../fixtures/clients'
import { benchApp } from '../bench-app'
import { milliseconds, percentile, printFigure } from '../print'
import { startHost, type StartedHost } from './started-host'

const CLIENTS = 30
const WARM_UP_MS = 1_000
const SPAN_MS = 5_000
const SPANS = 2

/**
 * Thirty clients that ask `hybrid` at once on Seal-Tools, over HTTP, of the browser host as it is
 * started by hand: answers a second, how long one waits, wrong answers, and whether the host's
 * memory stays as it is.
 */
export async function load(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  await app.request('knowledge.index', { dir, embedder: 'builtin' })
  const [set] = await app.request('golden.list', { dir })
  const wanted = { dir, set: set?.name ?? '', limit: 1000 }
  const { queries } = await app.request('golden.queries', wanted)
  const host = await startHost(app.folder, CLIENTS)
  try {
    for (const withTrace of [false, true]) {
      const questionAt = (asked: number) => ({
        dir,
        recipe: 'hybrid',
        k: 5,
        embedder: 'builtin',
        withTrace,
        text: queries[asked % queries.length]?.text ?? '',
      })
      await measure(host, { questionAt, what: withTrace ? 'with the trace' : 'without' })
    }
  } finally {
    await host.close()
    await app.close()
  }
}

interface Measured {
  questionAt: Parameters<Clients['askAtOnce']>[0]
  what: string
}

async function measure(host: StartedHost, { questionAt, what }: Measured): Promise<void> {
  const askFor = (ms: number) => {
    const endMs = performance.now() + ms
    return host.clients.askAtOnce(questionAt, () => performance.now() < endMs)
  }
  await askFor(WARM_UP_MS)
  const memory = [host.residentMb()]
  const answers = []
  for (let span = 0; span < SPANS; span++) {
    answers.push(...(await askFor(SPAN_MS)))
    memory.push(host.residentMb())
  }
  const tookMs = answers.map((answer) => answer.tookMs)
  const perSecond = answers.length / ((SPANS * SPAN_MS) / 1000)
  printFigure(`${CLIENTS} clients at once, ${what}: answers a second`, perSecond.toFixed(0))
  const waits = [0.5, 0.95].map((share) => milliseconds(percentile(tookMs, share)))
  printFigure('  waiting for one: p50 · p95', waits.join(' · '))
  printFigure(`  wrong or failed of ${answers.length}`, String(wrongAnswers(answers)), '0')
  printFigure('  memory of the host at start · middle · end', `${memory.join(' · ')} MB`, 'flat')
}
