import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import type { GoldenQuery } from '../../src-main/domain/query/golden-set'
import { sampleOf } from '../../src-main/evaluation/statistics/random'
import { gainText } from '../../src-main/features/enhance/shared/improve-lines'
import { benchApp, type BenchApp } from './bench-app'
import { estimated, measure, points, share, type Measurement, type Rows } from './measured-rows'
import { printFigure } from './print'
import { devSingle, heldOutMulti, testedSingle } from './split-rows'

const EMBEDDERS = (process.env['BENCH_EMBEDDER'] ?? 'builtin,sentences').split(',')

/**
 * *Write for what is missed* with a real model: 300 golden queries of ToolE single say which of its
 * 199 tools are missed, `BENCH_TOOLS` (20) of these are written for, and rows that were no golden
 * queries say what came of it. `BENCH_MODEL` names the model (qwen2.5-coder-1.5b); it is served as
 * `npm run test:weights -- --serve` does, unless `BENCH_OLLAMA` names an Ollama that has it.
 * `BENCH_GOLDEN` is another number of golden queries, `BENCH_EMBEDDER` the embedders it is measured
 * with.
 */
export async function writing(datasets: string): Promise<void> {
  const most = Number(process.env['BENCH_TOOLS'] ?? 20)
  const golden = Number(process.env['BENCH_GOLDEN'] ?? 300)
  const model = process.env['BENCH_MODEL'] ?? 'qwen2.5-coder-1.5b'
  const server = await serverOf(model)
  if (!server) return printFigure('writing', 'skipped: the weights cannot be had')
  const app = await benchApp(datasets)
  try {
    await app.request('settings.write', { ollamaUrl: server.url, chatModel: `ollama:${model}` })
    const { dir } = await app.request('workspace.create', { name: 'Writing' })
    await app.request('import.commit', { dir, path: join(datasets, 'toole') })
    const rows = await putRows(app, dir, golden)
    await app.request('workspace.workWith', { dir, recipe: 'hybrid', options: {}, k: 5 })
    const before = await measuredOf(app, dir)
    const began = performance.now()
    const asked = { dir, goldenSet: 'golden', tools: 'all' as const, most }
    const done = await app.request('improve.run', asked)
    const minutes = (performance.now() - began) / 60_000
    printFigure(
      `writing, ${model}: ${done.tools} of 199 tools, ${golden} golden queries`,
      `${done.asked} answers, ${done.refusals} refused, ${done.nouns} nouns; ${minutes.toFixed(1)} min`,
    )
    for (const { label, tools, gain } of done.tried) {
      printFigure(`  judged, ${label} (${tools} tools)`, `${points(gain)} of places`)
    }
    const { accepted } = done
    if (!accepted) return printFigure('  accepted', `nothing: ${done.nothing}`)
    printFigure('  said in the window', gainText(accepted.all))
    const written = await writtenTools(app, dir)
    for (const [embedder, sets] of await measuredOf(app, dir)) {
      for (const [set, after] of sets) {
        const then = before.get(embedder)?.get(set)
        if (then)
          await printGains(`  ${set}, ${embedder}`, { then, after, rows: rows[set], written })
      }
    }
  } finally {
    await app.close()
    server.stop()
  }
}

type SetName = 'single' | 'multi'

async function putRows(app: BenchApp, dir: string, golden: number) {
  const store = await workspaceLibrary(app.folder).open(dir)
  const single = await store.members('goldenSets', 'single')
  const rows = {
    single: testedSingle(single),
    multi: heldOutMulti(await store.members('goldenSets', 'multi')),
  }
  await store.commit({
    goldenSets: {
      put: [
        { name: 'golden', queries: sampleOf(devSingle(single), golden, 17) },
        { name: 'tested single', queries: rows.single },
        { name: 'tested multi', queries: rows.multi },
      ],
    },
  })
  await store.close()
  return rows
}

async function measuredOf(app: BenchApp, dir: string) {
  const measured = new Map<string, Map<SetName, Measurement>>()
  for (const embedder of EMBEDDERS) {
    const sets = new Map<SetName, Measurement>()
    for (const set of ['single', 'multi'] as const) {
      const rows: Rows = { name: set, folder: 'toole', goldenSet: `tested ${set}`, asked: '' }
      const recipes = [{ recipe: 'hybrid' }]
      const [hybrid] = await measure(app, rows, { recipes, dir, embedder })
      if (hybrid) sets.set(set, hybrid)
    }
    measured.set(embedder, sets)
  }
  return measured
}

/** Tools that have a text of their author's now. */
async function writtenTools(app: BenchApp, dir: string): Promise<Set<string>> {
  const store = await workspaceLibrary(app.folder).open(dir)
  const { layers } = await store.read('layers')
  await store.close()
  return new Set(layers.map(({ tool }) => tool))
}

interface Compared {
  then: Measurement
  after: Measurement
  rows: readonly GoldenQuery[]
  written: ReadonlySet<string>
}

async function printGains(label: string, { then, after, rows, written }: Compared): Promise<void> {
  const isOwn = (query: GoldenQuery) => query.tools.some((tool) => written.has(tool))
  const parts = [
    ['all', rows],
    ['of the tools written for', rows.filter(isOwn)],
    ['of others', rows.filter((query) => !isOwn(query))],
  ] as const
  for (const [name, some] of parts) {
    if (some.length === 0) continue
    const one = only(then, some)
    const other = only(after, some)
    const was = await estimated(one)
    const is = await estimated(other)
    const gain = await estimated(other, one)
    printFigure(
      `${label}, ${some.length} rows ${name}: Recall@5`,
      `${share(was.mean)} → ${share(is.mean)}, ${points(gain.mean)} [${gain.ci95.map(points).join(', ')}]`,
    )
  }
}

function only(measurement: Measurement, queries: readonly GoldenQuery[]): Measurement {
  const ids = new Set(queries.map(({ id }) => id))
  return {
    ...measurement,
    recall: new Map([...measurement.recall].filter(([id]) => ids.has(id))),
  }
}

interface Server {
  url: string
  stop(): void
}

/** An Ollama that is named, or one of our own over weights; undefined where these cannot be had. */
async function serverOf(model: string): Promise<Server | undefined> {
  const named = process.env['BENCH_OLLAMA']
  if (named !== undefined) return { url: named, stop: () => undefined }
  const serving = spawn(process.execPath, [join('test', 'live', 'weights.mjs'), '--serve', model], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await urlIn(serving)
  return url === undefined ? undefined : { url, stop: () => void serving.kill() }
}

async function urlIn({ stdout }: ChildProcess): Promise<string | undefined> {
  if (!stdout) return undefined
  for await (const line of createInterface({ input: stdout })) {
    const found = /at (http:\/\/\S+?)\. /.exec(line)
    if (found) return found[1]
  }
  return undefined
}
