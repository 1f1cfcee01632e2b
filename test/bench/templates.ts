import { join } from 'node:path'
import type { QueryWriter } from '../../src-main/features/written-queries/shared/answers'
import { benchApp, type BenchApp } from './bench-app'
import { share } from './measured-rows'
import { printFigure } from './print'

/** Rows on which defaults are chosen, and that no other figure is reported of. */
const DEVELOPMENT = [
  { folder: 'toole', goldenSet: 'single', sample: { size: 4123, seed: 7 } },
  { folder: 'seal-tools', goldenSet: 'dev' },
  { folder: 'apibank', goldenSet: 'queries' },
]
const DRAWN = 190
const K = 5
const WRITERS: Exclude<QueryWriter, 'model'>[] = ['parameters', 'example']

interface Rows {
  goldenSet: string
  sample?: { size: number; seed: number }
}

/**
 * How much more easily queries are found that templates write than those that people and models
 * wrote for the same catalog: of one tool each, by `hybrid` with the built-in embedder.
 */
export async function templates(datasets: string): Promise<void> {
  for (const { folder, ...rows } of DEVELOPMENT) {
    const app = await benchApp(datasets)
    const dir = await app.imported(join(datasets, folder))
    const [queries, recall] = await recallOfSingles(app, dir, rows)
    printFigure(`${folder}, ${queries} golden queries of one tool: Recall@${K}`, share(recall))
    for (const writer of WRITERS) {
      const draw = { sizes: [{ size: 1, count: DRAWN }] }
      const { drawn, wordless } = await app.request('writing.draw', { dir, writer, draw })
      if (drawn === 0) {
        printFigure(`  template ${writer}`, `${wordless} tools without words`)
        continue
      }
      await acceptAll(app, dir, writer)
      const [written, found] = await recallOfSingles(app, dir, { goldenSet: writer })
      printFigure(`  template ${writer}, ${written} queries`, share(found))
    }
    await app.close()
  }
}

async function acceptAll(app: BenchApp, dir: string, set: string): Promise<void> {
  const { rows } = await app.request('writing.list', { dir, states: ['waiting'], limit: 200 })
  const chosen = { ids: rows.map(({ id }) => id) }
  await app.request('writing.decide', { dir, chosen, verdict: 'accepted', set })
}

async function recallOfSingles(
  app: BenchApp,
  dir: string,
  { goldenSet, sample }: Rows,
): Promise<[queries: number, recall: number]> {
  const recipes = [{ recipe: 'hybrid' }]
  const asked = { dir, goldenSet, recipes, k: [K], sample, embedder: 'builtin' }
  const { runs } = await app.request('evaluation.run', asked)
  const run = runs[0]?.id ?? ''
  const values: number[] = []
  for (let offset = 0, total = 1; offset < total; offset += 1000) {
    const page = await app.request('evaluation.outcomes', { dir, run, k: K, offset, limit: 1000 })
    total = page.total
    values.push(...page.rows.filter(({ golden }) => golden.length === 1).map((row) => row.recall))
  }
  return [values.length, values.reduce((sum, value) => sum + value, 0) / values.length]
}
