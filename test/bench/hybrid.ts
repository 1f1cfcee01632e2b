import { benchApp } from './bench-app'
import { estimated, measure, MEASURED, points, share } from './measured-rows'
import { printFigure } from './print'

/**
 * `hybrid` against `bm25`, both with their defaults and the built-in embedder, in one run on the
 * same rows.
 */
export async function hybrid(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const rows of MEASURED) {
    const recipes = [{ recipe: 'bm25' }, { recipe: 'hybrid' }]
    const [words, both] = await measure(app, rows, { recipes })
    if (!words || !both) continue
    const one = await estimated(words)
    const other = await estimated(both)
    const { mean, ci95 } = await estimated(both, words)
    const [low, high] = ci95
    printFigure(
      `${rows.name} (${words.recall.size}): Recall@5, bm25 → hybrid`,
      `${share(one.mean)} → ${share(other.mean)}`,
    )
    printFigure(
      '  difference in points, query by query',
      `${points(mean)} [${points(low)}, ${points(high)}]`,
      rows.asked,
    )
  }
  await app.close()
}
