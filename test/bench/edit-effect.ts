import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUILTIN, embedderTitle } from '../../src-main/domain/model/names'
import type { ToolId } from '../../src-main/domain/tool/tool'
import { evenSample } from '../../src-main/domain/value/even-sample'
import { recipes } from '../../src-main/pipeline/recipes/registry'
import { benchApp } from './bench-app'
import { milliseconds, percentile, printFigure } from './print'

const QUERIES = 200
const TOOLS = 6
/** What is typed, a word a keystroke. */
const WORDS = 'Finds what somebody asks for by name, place or time and lists the best of it'.split(
  ' ',
)

/**
 * From a keystroke in a retrieval description to what it does to golden queries, as the window asks
 * for it, of each recipe with its defaults. `BENCH_EMBEDDER` names the embedder; left out, it is
 * Instant.
 */
export async function editEffect(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  const embedder = process.env['BENCH_EMBEDDER'] ?? BUILTIN
  await app.request('knowledge.index', { dir, embedder, use: true })
  const [set] = await app.request('golden.list', { dir })
  const all = await app.request('golden.queries', { dir, set: set?.name ?? '', limit: 1000 })
  const queries = evenSample(all.queries, QUERIES)
  const path = join(app.folder, 'some.json')
  await writeFile(
    path,
    JSON.stringify(queries.map(({ id, text, tools }) => ({ id, query: text, tools }))),
  )
  await app.request('golden.import', { dir, path })
  const setting = `4,076 tools, ${queries.length} golden queries, ${embedderTitle(embedder)}`
  for (const { id: recipe } of recipes.all) {
    const named = [...new Set(queries.flatMap(({ tools }) => tools))]
    const first: number[] = []
    const next: number[] = []
    const asked: number[] = []
    const cpu: number[] = []
    for (const id of evenSample(named, TOOLS)) {
      for (const at of WORDS.keys()) {
        const took = await timed({ id, description: WORDS.slice(0, at + 1).join(' '), recipe })
        ;(at === 0 ? first : next).push(took.elapsedMs)
        cpu.push(took.cpuMs)
        asked.push(took.asked)
      }
    }
    const what = `an edit's effect on ${recipe}, ${setting}`
    const queriesAsked = `${percentile(asked, 0.5)} queries asked twice (max ${Math.max(...asked)})`
    printFigure(`${what}: first keystroke, p50 · p95`, both(first), queriesAsked)
    printFigure(`${what}: next keystrokes, p50 · p95`, both(next))
    printFigure('of that, processor time of all, p50 · p95', both(cpu))
  }
  await app.close()

  async function timed({ id, description, recipe }: Keystroke) {
    const started = performance.now()
    const before = process.cpuUsage()
    const layer = { description }
    const edit = { dir, id, layer, goldenSet: 'some', recipe }
    const { effect } = await app.request('effect.measure', edit)
    const { user, system } = process.cpuUsage(before)
    const elapsedMs = performance.now() - started
    return { elapsedMs, cpuMs: (user + system) / 1000, asked: effect?.asked ?? 0 }
  }
}

interface Keystroke {
  id: ToolId
  description: string
  recipe: string
}

const both = (samples: number[]): string =>
  `${milliseconds(percentile(samples, 0.5))} · ${milliseconds(percentile(samples, 0.95))}`
