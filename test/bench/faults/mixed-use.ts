import { join } from 'node:path'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'
import type { Clients } from '../../fixtures/clients'
import { benchApp, type BenchApp } from '../bench-app'
import { milliseconds, percentile, printFigure } from '../print'
import { startHost } from './started-host'

const CLIENTS = 4
const MINUTES = 10
/** How often memory is looked at, in ms. */
const LOOK_MS = 2_000
const RECIPES = ['hybrid', 'bm25', 'dense', 'toolshed', 'toolsee', 'graph-rag-tool-fusion', 'mftr']
/** What is done, by how often of 1,000. */
const SHARES: Record<Action, number> = {
  ask: 600,
  list: 130,
  open: 130,
  edit: 50,
  effect: 40,
  lint: 10,
  confuse: 10,
  evaluate: 10,
  report: 10,
  propose: 3,
  exportAll: 4,
  workspace: 3,
}

/**
 * Four people who ask, edit and measure at once on Seal-Tools, for ten minutes: what the host's
 * memory comes to.
 */
export async function mixedUse(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  await app.request('knowledge.index', { dir, embedder: 'builtin' })
  const [set] = await app.request('golden.list', { dir })
  const name = set?.name ?? ''
  const { queries } = await app.request('golden.queries', { dir, set: name, limit: 1000 })
  const { ids } = await app.request('catalog.ids', { dir })
  await app.leave()
  for (const recipes of [['hybrid'], RECIPES]) {
    await measure(app, { dir, set: name, queries, ids, recipes })
  }
  await app.close()
}

interface Used {
  dir: string
  set: string
  queries: readonly { text: string }[]
  ids: readonly ToolId[]
  recipes: readonly string[]
}

async function measure({ folder }: BenchApp, used: Used): Promise<void> {
  const host = await startHost(folder, CLIENTS)
  const actions = actionsOn(host.clients, used)
  const memory: number[] = []
  const asksMs: number[] = []
  const look = setInterval(() => memory.push(host.residentMb()), LOOK_MS)
  const endMs = performance.now() + MINUTES * 60_000
  let turn = 0
  let failed = 0
  const use = async (_: unknown, client: number) => {
    const random = randomNumbers(client)
    while (performance.now() < endMs) {
      const action = chosen(random())
      const startedMs = performance.now()
      await actions[action](turn++).catch((error: unknown) => {
        failed++
        process.stderr.write(`${String(error)}\n`)
      })
      if (action === 'ask') asksMs.push(performance.now() - startedMs)
    }
  }
  try {
    await Promise.all(Array.from({ length: CLIENTS }).map(use))
  } finally {
    clearInterval(look)
    await host.close()
  }
  const { recipes } = used
  const what = recipes.length > 1 ? `${recipes.length} recipes` : recipes[0]
  const half = memory[memory.length >> 1]
  printFigure(`${what}, ${turn} turns: failed`, String(failed), '0')
  const [p50, p95] = [0.5, 0.95].map((share) => milliseconds(percentile(asksMs, share)))
  printFigure(`  ${asksMs.length} requests asked: p50 · p95`, `${p50} · ${p95}`)
  const figures = `${memory[0]} · ${half} · ${memory.at(-1)} · ${Math.max(...memory)} MB`
  printFigure('  memory of the host at start · middle · end · most', figures, 'at most 500 MB')
}

/** @param at from 0 to 1, 1 excluded */
function chosen(at: number): Action {
  let left = at * 1000
  for (const [action, share] of Object.entries(SHARES) as [Action, number][]) {
    left -= share
    if (left < 0) return action
  }
  return 'ask'
}

type Action = keyof ReturnType<typeof actionsOn>

/** What people do, each with a number that no other has. */
function actionsOn({ request }: Clients, { dir, set, queries, ids, recipes }: Used) {
  const idAt = (turn: number) => ids[(turn * 7) % ids.length] ?? ''
  const textAt = (turn: number) => queries[(turn * 11) % queries.length]?.text ?? ''
  const recipeAt = (turn: number) => recipes[turn % recipes.length] ?? ''
  const layerAt = (turn: number) => ({ questions: [`${textAt(turn)} (${turn})`] })
  return {
    ask: (turn: number) =>
      request('query.run', {
        dir,
        text: `${textAt(turn)} ${turn % 3 === 0 ? turn : ''}`,
        recipe: recipeAt(turn),
        k: 5,
        embedder: 'builtin',
        withTrace: turn % 2 === 0,
      }),
    list: (turn: number) =>
      request('catalog.list', {
        dir,
        filter: { search: textAt(turn).slice(0, 12) },
        limit: 200,
        sort: turn % 2 === 0 ? 'promptTokens' : 'match',
      }),
    async open(turn: number) {
      await request('catalog.tool', { dir, id: idAt(turn) })
      await request('catalog.document', { dir, id: idAt(turn) })
    },
    edit: (turn: number) =>
      request('catalog.saveLayer', { dir, id: idAt(turn), layer: layerAt(turn) }),
    effect: (turn: number) =>
      request('effect.measure', { dir, id: idAt(turn), layer: layerAt(turn) }),
    lint: () => request('lint.run', { dir }),
    confuse: () => request('confusable.pairs', { dir }),
    evaluate: (turn: number) =>
      request('evaluation.run', {
        dir,
        goldenSet: set,
        recipes: [{ recipe: recipeAt(turn) }],
        sample: { size: 100, seed: 1 },
      }),
    async report() {
      const runs = (await request('evaluation.runs', { dir })).slice(0, 3).map(({ id }) => id)
      if (runs.length > 0) await request('evaluation.report', { dir, runs })
    },
    propose: () => request('proposals.find', { dir }),
    exportAll: () => request('catalog.export', { dir, format: 'openai' }),
    async workspace(turn: number) {
      const { dir: made, name } = await request('workspace.createDemo', { name: `Demo ${turn}` })
      await request('query.run', { dir: made, text: textAt(turn), recipe: 'hybrid', k: 5 })
      await request('workspace.delete', { dir: made, confirm: name })
    },
  }
}
