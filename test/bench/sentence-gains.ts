import { SENTENCES } from '../../src-main/domain/model/names'
import { benchApp } from './bench-app'
import { estimated, measure, MEASURED, points, share } from './measured-rows'
import { printFigure } from './print'

/** Of ToolE single's 12,000 rows so many tell enough. */
const SAMPLE = { size: 2000, seed: 17 }

/**
 * `hybrid` and `dense` with the embedder of sentences against the table, on rows that decided
 * nothing; `BENCH_SETS` names some of these.
 */
export async function sentenceGains(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  const only = process.env['BENCH_SETS']?.split(',')
  for (const rows of MEASURED) {
    if (only && !only.some((name) => rows.name.startsWith(name))) continue
    const sampled = rows.goldenSet === 'single' ? { ...rows, sample: SAMPLE } : rows
    for (const recipe of ['hybrid', 'dense']) {
      const recipes = [{ recipe }]
      const [table] = await measure(app, sampled, { recipes })
      const [read] = await measure(app, sampled, { recipes, embedder: SENTENCES })
      if (!table || !read) continue
      const { mean, ci95 } = await estimated(read, table)
      const one = await estimated(table)
      const other = await estimated(read)
      printFigure(
        `${rows.name} (${table.recall.size}): Recall@5 of ${recipe}, Instant → Sentences`,
        `${share(one.mean)} → ${share(other.mean)}, ${points(mean)} [${points(ci95[0])}, ${points(ci95[1])}]`,
      )
    }
  }
  await app.close()
}
