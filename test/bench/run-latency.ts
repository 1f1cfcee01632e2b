import { join } from 'node:path'
import { benchApp } from './bench-app'
import { percentile, printFigure } from './print'

const GOLDEN_SET = 'test-in-domain'
/**
 * Golden queries of a run; as many are asked alone, by each recipe others: an embedder remembers
 * what it was asked.
 */
const QUERIES = 60
const APART = 11
const BY = [
  { recipe: 'bm25', embedder: 'builtin' },
  { recipe: 'dense', embedder: 'builtin' },
  { recipe: 'hybrid', embedder: 'builtin' },
  { recipe: 'mftr', embedder: 'builtin' },
  { recipe: 'dense', embedder: 'sentences' },
  { recipe: 'hybrid', embedder: 'sentences' },
]

/**
 * The latency that a run tells, the first time and once its queries are remembered, beside that of
 * other queries asked one at a time.
 */
export async function runLatency(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const dir = await app.imported(join(datasets, 'seal-tools'))
  const { queries } = await app.request('golden.queries', { dir, set: GOLDEN_SET, limit: 700 })
  for (const [first, { recipe, embedder }] of BY.entries()) {
    await app.request('knowledge.index', { dir, embedder })
    const told: number[] = []
    for (let time = 0; time < 2; time++) {
      const { runs } = await app.request('evaluation.run', {
        dir,
        goldenSet: GOLDEN_SET,
        recipes: [{ recipe }],
        embedder,
        k: [5],
        sample: { size: QUERIES, seed: 1 },
        keep: false,
      })
      told.push(runs[0]?.latencyMs.p50 ?? NaN)
    }
    const alone: number[] = []
    for (const { text } of queries.filter((_, at) => at % APART === first).slice(0, QUERIES)) {
      const asked = { dir, recipe, embedder, text, k: 5, withEverything: false }
      alone.push((await app.request('query.run', asked)).latencyMs)
    }
    printFigure(
      `p50 in ms, ${recipe}, ${embedder}: first run · second · asked alone`,
      [...told, percentile(alone, 0.5)].map((ms) => ms.toFixed(2)).join(' · '),
    )
  }
  await app.close()
}
